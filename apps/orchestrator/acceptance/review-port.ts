// What reviewers call, and Sponsors who review: one claim and one verdict a wait.
import { reactionId, Rejection } from '#domain/kernel';
import type { Actor, CommandMeta } from '#domain/kernel';
import type { Authorization, PersonAuthority, RunState, TaskState } from '#domain/run';
import type { Receipt } from '#contracts/codec';
import type { Caller, PullWork, ReviewOffer, ReviewTarget, Verdict } from '#contracts/commands';
import { actorOf, checkScope, edgeMeta, personActor } from '../client/scope.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Commands } from '../facts/commands.js';
import type { RunBoard } from '../facts/run-board.js';
import type { Pulls } from '../supply/pulls.js';
import type { CandidateBook } from './candidate-book.js';
import { proofOf } from './review-work.js';

export interface ReviewPortPorts {
  readonly commands: Commands;
  readonly board: RunBoard;
  readonly catalog: Catalog;
  readonly candidates: CandidateBook;
  readonly pulls: Pulls<ReviewOffer>;
  readonly authority: (projectId: string, principalId: string) => PersonAuthority;
  readonly now: () => number;
}

export class ReviewPort {
  constructor(private readonly ports: ReviewPortPorts) {}

  pull(caller: Caller, request: PullWork, signal: AbortSignal): AsyncIterable<ReviewOffer> {
    checkScope(caller, { roles: ['service', 'reviewer'] }, this.ports.now());
    return this.ports.pulls.pull(request, signal);
  }

  /** By a human Sponsor who is neither producer nor requester. */
  async claim(caller: Caller, target: ReviewTarget, operationId: string): Promise<Receipt> {
    const { projectId, runId, assignmentId, expectedSequence } = target;
    checkScope(caller, { roles: ['control_plane', 'gateway'], projectId, runId, assignmentId }, this.ports.now());
    const actor = personActor(caller, 'sponsor');
    const { task } = await this.#wait(target);
    const person = this.ports.authority(projectId, actor.principalId);
    return this.ports.commands.run(
      'claim_reviewer_assignment',
      {
        ...{ runId, taskKey: task.key, assignmentId, expectedSequence, person },
        authorization: this.#proof(target, task, actor, 'claim_review'),
        authorizedBy: person.authorizationRef,
        ...{ sameModel: null, anotherReviewerOffered: false },
      },
      metaOf(caller, actor, projectId, operationId),
    );
  }

  async submitVerdict(caller: Caller, target: ReviewTarget, operationId: string, verdict: Verdict): Promise<Receipt> {
    const { projectId, runId, assignmentId, expectedSequence } = target;
    const { role } = caller.capability;
    const scope = { projectId, runId, assignmentId };
    checkScope(caller, { roles: ['reviewer', 'control_plane', 'gateway'], ...scope }, this.ports.now());
    const actor = role === 'reviewer' ? actorOf(caller, 'reviewer') : personActor(caller, 'sponsor');
    const { task } = await this.#wait(target);
    const { criteria, claims, method, model } = verdict;
    const producer = task.candidate ? await this.ports.candidates.read(task.candidate.candidateRef) : null;
    const sameModel = model === null ? null : model === (producer?.model ?? null);
    return this.ports.commands.run(
      'submit_reviewer_verdict',
      {
        ...{ runId, taskKey: task.key, assignmentId, expectedSequence },
        authorization: this.#proof(target, task, actor, 'submit_verdict'),
        authorizedBy: role === 'reviewer' ? `project-reviewers:${projectId}` : `project-sponsors:${projectId}`,
        verdict: { criteria, claims, sameModel, method },
      },
      metaOf(caller, actor, projectId, operationId),
    );
  }

  #proof(
    { projectId, runId, assignmentId, expectedSequence }: ReviewTarget,
    task: TaskState,
    actor: Actor,
    action: string,
  ): Authorization {
    return proofOf({
      ...{ action, role: actor.role, principalId: actor.principalId, projectId, runId, taskKey: task.key },
      ...{ targetId: assignmentId, expectedSequence, catalogRevision: this.ports.catalog.view.revision ?? '' },
    });
  }

  /** The task of a wait. A wait of an earlier candidate names its task by the ref that it carries; the Kernel refuses what is stale. */
  async #wait({ runId, assignmentId }: ReviewTarget): Promise<{ state: RunState; task: TaskState }> {
    const state = await this.ports.board.current(runId);
    if (!state) throw new Rejection('RUN_NOT_FOUND', `There is no Run ${runId}; list the Runs of the Project.`, { runId });
    const task =
      state.tasks.find(({ review }) => review?.assignmentId === assignmentId) ??
      state.tasks.find(({ record }) => record?.verdict?.assignmentId === assignmentId);
    if (task) return { state, task };
    throw new Rejection('REVIEW_NOT_OPEN', `Run ${runId} has no review ${assignmentId} any more; look at the task again.`, {
      assignmentId,
    });
  }
}

/** One operation of one principal always is one command: a repeat is recognised although the Kernel keys these by command. */
const metaOf = (caller: Caller, actor: Actor, projectId: string, operationId: string): CommandMeta =>
  edgeMeta(caller, actor, projectId, {
    commandId: reactionId({ eventId: `${actor.principalId} ${operationId}`, recordedAt: 0 }, 'review', 0),
  });
