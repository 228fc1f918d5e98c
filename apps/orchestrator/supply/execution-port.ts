// What executors call: work comes by pull, everything they say is measured against the Envelope of their Assignment.
import { Rejection } from '#domain/kernel';
import type { CommandMeta } from '#domain/kernel';
import { runStreamOf } from '#domain/run';
import type { AssignmentState, RunCommandData, RunState } from '#domain/run';
import type { Receipt } from '#contracts/codec';
import type { AssignmentOffer, AssignmentTarget, Caller, Observation, Observed, PullWork } from '#contracts/commands';
import type { CandidateBook } from '../acceptance/candidate-book.js';
import { actorOf, checkScope, edgeMeta } from '../client/scope.js';
import type { CallerRole } from '../client/scope.js';
import type { Commands } from '../facts/commands.js';
import type { FactTail } from '../facts/fact-tail.js';
import type { RunBoard } from '../facts/run-board.js';
import { assignmentCapability } from './offers.js';
import type { Offers } from './offers.js';
import type { Pulls } from './pulls.js';

export interface ExecutionPorts {
  readonly commands: Commands;
  readonly board: RunBoard;
  readonly tail: Pick<FactTail, 'reached'>;
  /** Resolves when the board has seen every fact as of now. */
  readonly caughtUp: () => Promise<void>;
  readonly pulls: Pulls<AssignmentOffer>;
  readonly offers: Offers;
  readonly candidates: CandidateBook;
  readonly now: () => number;
  readonly newId: () => string;
}

const HOSTS: readonly CallerRole[] = ['service', 'executor', 'integration'];
const WORKERS: readonly CallerRole[] = ['executor', 'integration'];

export class ExecutionPort {
  constructor(private readonly ports: ExecutionPorts) {}

  pull(caller: Caller, request: PullWork, signal: AbortSignal): AsyncIterable<AssignmentOffer> {
    checkScope(caller, { roles: HOSTS }, this.ports.now());
    return this.ports.pulls.pull(request, signal);
  }

  /** What this host had only leased; what was running is never replayed. */
  async resume(caller: Caller, hostId: string): Promise<readonly AssignmentOffer[]> {
    checkScope(caller, { roles: HOSTS }, this.ports.now());
    await this.ports.caughtUp();
    const mine = this.ports.board.open.flatMap(({ runId, folded }) =>
      folded.state.assignments
        .filter(({ execution, status }) => status === 'leased' && execution?.kind === 'local' && execution.hostId === hostId)
        .filter(({ leaseExpiresAt }) => leaseExpiresAt > this.ports.now())
        .map(({ assignmentId }) => this.ports.offers.of(runId, assignmentId, { resumed: true })),
    );
    return (await Promise.all(mine)).filter((offer) => offer !== null);
  }

  async start(caller: Caller, target: AssignmentTarget): Promise<Receipt> {
    const { assignment } = await this.#spoken(caller, target);
    return this.ports.commands.run(
      'start_assignment',
      spokenOf(caller, target, assignment),
      this.#meta(caller, target, assignment),
    );
  }

  async observe(caller: Caller, target: AssignmentTarget, observationId: string, said: Observation): Promise<Observed> {
    const { state, assignment } = await this.#spoken(caller, target);
    const asked = stopOf(assignment);
    // A heartbeat of an Assignment that is asked to stop brings it the request, not a refusal.
    if (said.type === 'heartbeat' && asked.cancel)
      return { receipt: notBeating(state, target), leaseExpiresAt: null, capability: null, ...asked };
    const observation = await this.#observation(target, assignment, state, observationId, said);
    const data = { ...spokenOf(caller, target, assignment), observationId, observation };
    const receipt = await this.ports.commands.run('apply_observation', data, this.#meta(caller, target, assignment));
    if (receipt.position !== null) await this.ports.tail.reached(receipt.position);
    const now = this.ports.board
      .get(target.runId)
      ?.folded.state.assignments.find((one) => one.assignmentId === target.assignmentId);
    const renewed = said.type === 'heartbeat' && now ? assignmentCapability(state, now, this.ports.newId()) : null;
    return { receipt, leaseExpiresAt: now?.leaseExpiresAt ?? null, capability: renewed, ...stopOf(now) };
  }

  async settleCancel(
    caller: Caller,
    target: AssignmentTarget,
    outcome: RunCommandData<'settle_cancel'>['outcome'],
  ): Promise<Receipt> {
    const { assignment } = await this.#spoken(caller, target);
    const data = { ...spokenOf(caller, target, assignment), outcome, effects: [], receiptDigests: [] };
    return this.ports.commands.run('settle_cancel', data, this.#meta(caller, target, assignment));
  }

  async #observation(
    { projectId, runId, assignmentId }: AssignmentTarget,
    { claimedAt }: AssignmentState,
    state: RunState,
    observationId: string,
    said: Observation,
  ): Promise<RunCommandData<'apply_observation'>['observation']> {
    switch (said.type) {
      case 'heartbeat':
        return { kind: 'heartbeat' };
      case 'progress': {
        const { type: _, ...progress } = said;
        return { kind: 'progress', progress };
      }
      case 'checkpoint':
        return { kind: 'checkpoint', checkpointRef: said.checkpointRef, checkpointDigest: said.checkpointDigest };
      case 'execution_failed': {
        const { type: _, ...failure } = said;
        return { kind: 'execution_failed', ...failure };
      }
      case 'execution_completed': {
        const baseRevision = state.plan?.baseRevision ?? null;
        const attempt = { projectId, runId, assignmentId, claimedAt, baseRevision, observationId };
        return { kind: 'execution_completed', reportRef: said.reportRef, ...(await this.ports.candidates.keep(attempt, said)) };
      }
    }
  }

  /** The Assignment that speaks, past ones included: the Kernel says which words of them still count. */
  async #spoken(caller: Caller, target: AssignmentTarget): Promise<{ state: RunState; assignment: AssignmentState }> {
    const { projectId, runId, assignmentId } = target;
    checkScope(caller, { roles: WORKERS, projectId, runId, assignmentId }, this.ports.now());
    const state = await this.ports.board.current(runId);
    if (!state) throw new Rejection('RUN_NOT_FOUND', `There is no Run ${runId}; list the Runs of the Project.`, { runId });
    const assignment = findAssignment(state, assignmentId);
    if (assignment) return { state, assignment };
    throw new Rejection('ASSIGNMENT_NOT_FOUND', `Run ${runId} has no Assignment ${assignmentId}.`, { assignmentId });
  }

  #meta(caller: Caller, { projectId }: AssignmentTarget, { role }: AssignmentState): CommandMeta {
    return edgeMeta(caller, actorOf(caller, role), projectId, { commandId: this.ports.newId() });
  }
}

export const findAssignment = (state: RunState, assignmentId: string): AssignmentState | undefined =>
  state.assignments.find((one) => one.assignmentId === assignmentId) ??
  state.tasks.flatMap(({ pastAssignments }) => pastAssignments).find((one) => one.assignmentId === assignmentId);

/** Attempt and fence as the token has them: they are checked as Envelope, not as scope. */
const spokenOf = ({ capability }: Caller, { runId, envelopeDigest }: AssignmentTarget, assignment: AssignmentState) => {
  const { taskKey, taskRevision, assignmentId, attempt, fence } = assignment;
  return {
    runId,
    taskKey,
    taskRevision,
    assignmentId,
    attempt: capability.attempt ?? attempt,
    fence: capability.fence ?? fence,
    envelopeDigest,
  };
};

/** What the Run asks of a running attempt. */
const stopOf = (assignment: AssignmentState | undefined): Pick<Observed, 'cancel' | 'checkpoint'> => {
  const { status, controlDeadline = null, checkpointRequest = null } = assignment ?? {};
  return {
    cancel: status === 'cancel_requested' && controlDeadline !== null ? { controlDeadline } : null,
    checkpoint: checkpointRequest && { decisionId: checkpointRequest.decisionId, deadline: checkpointRequest.deadline },
  };
};

const notBeating = ({ sequence }: RunState, { runId }: AssignmentTarget): Receipt => ({
  outcome: 'refused',
  streamId: runStreamOf(runId),
  revision: sequence,
  eventIds: [],
  position: null,
  code: 'ASSIGNMENT_NOT_RUNNING',
});
