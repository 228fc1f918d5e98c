// Reviewer assignment at one Run: an open wait meets a free slot of a reviewer who did not produce the work; the claim is made inside its pull.
import { agentPrincipal, membersOf } from '#domain/catalog';
import { digest } from '#domain/kernel';
import type { Actor, Capability } from '#domain/kernel';
import { claimableReviews } from '#domain/run';
import type { Authorization, Contract, Evaluation, ReviewState, RunState, TaskState } from '#domain/run';
import type { Receipt } from '#contracts/codec';
import type { ReviewOffer } from '#contracts/commands';
import type { Vault } from '#vault';
import type { Catalog } from '../catalog/catalog.js';
import { reactionMeta } from '../facts/commands.js';
import type { Commands } from '../facts/commands.js';
import type { FactTail } from '../facts/fact-tail.js';
import type { OpenRun, RunBoard } from '../facts/run-board.js';
import { dependencyReports, reportOf, TOKEN_GRACE_MS, workspaceOf } from '../supply/offers.js';
import type { OpenPull, Pulls } from '../supply/pulls.js';
import type { CandidateBook } from './candidate-book.js';

export interface ReviewPorts {
  readonly commands: Commands;
  readonly board: RunBoard;
  readonly catalog: Catalog;
  readonly candidates: CandidateBook;
  readonly vault: Vault;
  readonly pulls: Pulls<ReviewOffer>;
  readonly tail: Pick<FactTail, 'reached'>;
  /** Whether an agent runs this model (`alias/model`); null when it runs without one. */
  readonly runsModel: (agent: string, model: string | null) => boolean | null;
  readonly now: () => number;
  readonly newId: () => string;
}

export const reviewerActor = (principalId: string): Actor => ({ principalId, kind: 'agent', role: 'reviewer' });

/** The proof that a principal may do exactly this on this sequence. */
export function proofOf(proof: Omit<Authorization, 'proofDigest'>): Authorization {
  return { ...proof, proofDigest: digest(proof) };
}

interface Wanted {
  readonly run: OpenRun;
  readonly task: TaskState;
  readonly review: ReviewState;
}

export class ReviewWork {
  /** Waits that this process has handed out: a claimed one that is not among them was claimed before a restart. */
  readonly #handedOut = new Set<string>();

  constructor(private readonly ports: ReviewPorts) {}

  async react(run: OpenRun): Promise<readonly Receipt[]> {
    const { state } = run.folded;
    for (const task of state.tasks) {
      const { review } = task;
      if (review?.status === 'claimed' && !this.#handedOut.has(review.assignmentId)) await this.#handBack({ run, task, review });
    }
    for (const task of claimableReviews(state, this.ports.now())) {
      const receipt = task.review && (await this.#assign({ run, task, review: task.review }));
      if (receipt) return [receipt];
    }
    return [];
  }

  /** A reviewer's own wait from before a restart. */
  async #handBack(wanted: Wanted): Promise<void> {
    const principalId = wanted.review.reviewerPrincipalId;
    const pull = principalId === null ? undefined : this.ports.pulls.free(principalId);
    if (!pull || principalId === null) return;
    pull.reserve();
    await this.#deliver(wanted.run.runId, wanted.review.assignmentId, pull);
  }

  async #assign(wanted: Wanted): Promise<Receipt | null> {
    const { run, task, review } = wanted;
    const { state } = run.folded;
    const definition = this.ports.catalog.find(state.projectId);
    if (!definition?.enabled) return null;
    const { model: producerModel } = await this.ports.candidates.read(task.candidate?.candidateRef ?? '');
    const offered = membersOf(definition, 'reviewer')
      .map(({ agent }) => ({ principalId: agentPrincipal(agent), sameModel: this.ports.runsModel(agent, producerModel) }))
      .filter(({ principalId }) => principalId !== review.producerPrincipalId && this.ports.pulls.free(principalId));
    const independent = offered.filter(({ sameModel }) => sameModel !== true);
    const reviewer = independent[0] ?? offered[0];
    const pull = reviewer && this.ports.pulls.free(reviewer.principalId);
    if (!reviewer || !pull) return null;
    pull.reserve();
    try {
      const receipt = await this.#claim(wanted, reviewer, independent.length > 0);
      await this.ports.tail.reached(receipt.position ?? 0);
      await this.#deliver(run.runId, review.assignmentId, pull);
      return receipt;
    } catch (error) {
      pull.release();
      throw error;
    }
  }

  #claim(
    { run, task, review }: Wanted,
    { principalId, sameModel }: { readonly principalId: string; readonly sameModel: boolean | null },
    anotherReviewerOffered: boolean,
  ): Promise<Receipt> {
    const { state } = run.folded;
    const { projectId, runId, sequence: expectedSequence } = state;
    const { assignmentId } = review;
    const authorization = proofOf({
      ...{ action: 'claim_review', role: 'reviewer', principalId, projectId, runId, taskKey: task.key },
      ...{ targetId: assignmentId, expectedSequence, catalogRevision: this.ports.catalog.view.revision ?? '' },
    });
    const meta = reactionMeta('acceptance', projectId, run.cause, 'claim_reviewer_assignment', assignmentId);
    return this.ports.commands.run(
      'claim_reviewer_assignment',
      {
        ...{ runId, taskKey: task.key, assignmentId, expectedSequence, authorization, person: null },
        ...{ authorizedBy: `project-reviewers:${projectId}`, sameModel, anotherReviewerOffered },
      },
      { ...meta, actor: reviewerActor(principalId) },
    );
  }

  async #deliver(runId: string, assignmentId: string, pull: OpenPull<ReviewOffer>): Promise<void> {
    const offer = await this.#offer(runId, assignmentId);
    if (!offer) return pull.release();
    this.#handedOut.add(assignmentId);
    pull.deliver(offer);
  }

  async #offer(runId: string, assignmentId: string): Promise<ReviewOffer | null> {
    const { board, vault, catalog, candidates } = this.ports;
    const state = board.get(runId)?.folded.state;
    const task = state?.tasks.find(({ review }) => review?.assignmentId === assignmentId);
    const { review, candidate, contract, evaluation } = task ?? {};
    if (!state || !task || !candidate || !contract || !evaluation || review?.status !== 'claimed') return null;
    const record = await candidates.read(candidate.candidateRef);
    return {
      ...{ projectId: state.projectId, runId, taskKey: task.key, taskRevision: task.revision, assignmentId },
      ...reviewOf(state, task, review, { contract, evaluation }, this.ports.newId()),
      producerPrincipalId: candidate.producerPrincipalId,
      producerModel: record.model,
      candidate: {
        candidateRef: candidate.candidateRef,
        candidateHash: candidate.candidateHash,
        claimIds: record.claimIds,
        evidenceRefs: record.evidenceRefs,
      },
      report: await reportOf(vault, task.key, candidate.reportRef),
      baseline: await dependencyReports(vault, state, task),
      baseRevision: candidate.baseRevision,
      workspace: workspaceOf(catalog, state.projectId),
    };
  }
}

const reviewOf = (
  state: RunState,
  task: TaskState,
  review: ReviewState,
  { contract, evaluation }: { readonly contract: Contract; readonly evaluation: Evaluation },
  jti: string,
) => {
  const reviewerPrincipalId = review.reviewerPrincipalId ?? review.owner;
  const capability: Capability = {
    sub: reviewerPrincipalId,
    role: 'reviewer',
    project: state.projectId,
    run: state.runId,
    task: task.key,
    assignment: review.assignmentId,
    exp: Math.ceil((review.deadline + TOKEN_GRACE_MS) / 1000),
    jti,
  };
  const { deadline } = review;
  return {
    reviewerPrincipalId,
    deadline,
    capability,
    controlSequence: state.sequence,
    title: task.plan.title,
    contract,
    evaluation,
  };
};
