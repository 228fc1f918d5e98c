// What a person asks of a Run, as a command of the Kernel. The person's authority is resolved from the Catalog at this moment.
import { digest, Rejection } from '#domain/kernel';
import type { CommandMeta } from '#domain/kernel';
import { runStreamOf } from '#domain/run';
import type { Authorization, EvaluationFacts, PersonAuthority, RunState, TaskState } from '#domain/run';
import type { Receipt } from '#contracts/codec';
import type { BlockerResolution, GateDecision, LeaseRelease, PriorityChange, RunControl } from '#contracts/commands';
import type { Vault } from '#vault';
import type { Commands } from '../facts/commands.js';
import { withTexts } from '../payloads/texts.js';

export interface PersonPorts {
  readonly commands: Commands;
  readonly vault: Vault;
  /** The Run as the Journal has it now. */
  readonly run: (runId: string) => Promise<RunState | undefined>;
  readonly runOfAssignment: (assignmentId: string) => string | undefined;
  readonly authority: (projectId: string, principalId: string) => PersonAuthority;
  /** What a fresh evaluation of the task's candidate stands on. */
  readonly facts: (state: RunState, task: TaskState) => Promise<EvaluationFacts>;
  readonly now: () => number;
}

/** How long a cancelled Assignment has to answer. */
const CONTROL_MS = 30_000;
/** How long a priority proposal is good for. */
const PRIORITY_MS = 60_000;

export class PersonCommands {
  constructor(private readonly ports: PersonPorts) {}

  async runControl(meta: CommandMeta, request: RunControl): Promise<Receipt> {
    const { runId, operationId, reasonCode, projectId } = request;
    const state = await this.#run(runId);
    const base = {
      runId,
      operationId,
      expectedSequence: request.expectedSequence ?? state.sequence,
      authority: this.ports.authority(projectId, meta.actor.principalId),
    };
    const { commands, now } = this.ports;
    switch (request.action) {
      case 'cancel': {
        const controlDeadline = request.controlDeadline ?? now() + CONTROL_MS;
        return commands.run('cancel_run', { ...base, reasonCode: reasonCode as 'operator_request', controlDeadline }, meta);
      }
      case 'request_replan':
        return commands.run('request_replan', { ...base, reasonCode: reasonCode as 'operator_request' }, meta);
      case 'pause':
        return commands.run('pause_run', { ...base, reasonCode: reasonCode as 'operator_request' }, meta);
      case 'resume':
        return commands.run('resume_run', { ...base, reasonCode: reasonCode as 'operator_request' }, meta);
      case 'raise_budget': {
        const { kind, amount } = request;
        if (kind === undefined || amount === undefined) throw missing('kind and amount');
        return commands.run('raise_budget', { ...base, reasonCode: reasonCode as 'operator_request', kind, amount }, meta);
      }
    }
  }

  /** Both kinds of gate, told apart by the gate's id. */
  decideGate(meta: CommandMeta, request: GateDecision): Promise<Receipt> {
    return request.gateId.startsWith('approval:') ? this.#planGate(meta, request) : this.#sponsorGate(meta, request);
  }

  async changePriority(meta: CommandMeta, request: PriorityChange): Promise<Receipt> {
    const { projectId, runId, taskKey, operationId, lane } = request;
    const state = await this.#run(runId);
    const task = taskOf(state, taskKey);
    const authority = this.ports.authority(projectId, meta.actor.principalId);
    const deadline = request.deadline ?? this.ports.now() + PRIORITY_MS;
    const body = {
      version: 1 as const,
      type: 'priority_change' as const,
      proposalId: operationId,
      projectId,
      runId,
      taskKey,
      taskRevision: request.taskRevision ?? task.revision,
      expectedSequence: request.expectedSequence ?? state.sequence,
      currentLane: task.lane,
      requestedLane: lane,
      localRank: request.localRank ?? task.localRank,
      principalId: meta.actor.principalId,
      authority: 'sponsor' as const,
      authorityRef: authority.authorizationRef,
      deadline,
      owner: meta.actor.principalId,
      allowedSuccessors: ['restore', 'rebase', 'cancel_run'] as const,
    };
    return this.ports.commands.run(
      'commit_priority_change',
      { runId, proposal: { ...body, digest: digest(body) }, authority },
      meta,
    );
  }

  async resolveBlocker(meta: CommandMeta, request: BlockerResolution): Promise<Receipt> {
    const { runId, taskKey, blockerId } = request;
    const state = await this.#run(runId);
    const expectedSequence = request.expectedSequence ?? state.sequence;
    return this.ports.commands.run('resolve_blocker', { runId, taskKey, blockerId, expectedSequence }, meta);
  }

  async releaseLease(meta: CommandMeta, request: LeaseRelease): Promise<Receipt> {
    const { projectId, assignmentId, operationId } = request;
    const runId = request.runId ?? this.ports.runOfAssignment(assignmentId);
    if (runId === undefined) {
      throw new Rejection(
        'ASSIGNMENT_NOT_FOUND',
        `No open Run has an Assignment ${assignmentId}; look it up in the list of leases.`,
      );
    }
    const state = await this.#run(runId);
    const expectedSequence = request.expectedSequence ?? state.sequence;
    const authority = this.ports.authority(projectId, meta.actor.principalId);
    return this.#withReason(meta, runId, request.reason, (reason) =>
      this.ports.commands.run(
        'release_lease',
        { runId, operationId, expectedSequence, authority, assignmentId, reasonDigest: reason?.contentHash ?? null },
        meta,
      ),
    );
  }

  async #planGate(meta: CommandMeta, request: GateDecision): Promise<Receipt> {
    const base = await this.#gate(meta, request);
    const { decision, runId } = request;
    if (decision === 'reopen') return this.ports.commands.run('reopen_plan_gate', base, meta);
    return this.#withReason(meta, runId, request.reason, (reason) =>
      this.ports.commands.run('decide_plan_gate', { ...base, decision, reasonDigest: reason?.contentHash ?? null }, meta),
    );
  }

  async #sponsorGate(meta: CommandMeta, request: GateDecision): Promise<Receipt> {
    const state = await this.#run(request.runId);
    const base = await this.#gate(meta, request);
    const { decision, runId, taskKey, operationId } = request;
    const candidateHash = request.candidateHash ?? taskOf(state, taskKey).candidate?.candidateHash;
    if (candidateHash === undefined) {
      const known = await this.ports.commands.remembered(runStreamOf(runId), operationId);
      if (known?.operation.principalId === meta.actor.principalId) return { ...known.receipt, outcome: 'duplicate' };
      throw new Rejection('CANDIDATE_STALE', `Task ${taskKey} of ${runId} has no candidate any more; look at it again.`, {
        taskKey,
      });
    }
    if (decision === 'reopen') {
      const facts = await this.ports.facts(state, taskOf(state, taskKey));
      return this.ports.commands.run('reopen_sponsor_gate', { ...base, candidateHash, facts }, meta);
    }
    return this.#withReason(meta, runId, request.reason, (reason) =>
      this.ports.commands.run('decide_sponsor_gate', { ...base, candidateHash, decision, reason }, meta),
    );
  }

  async #gate(meta: CommandMeta, { projectId, runId, taskKey, gateId, operationId, decision, ...request }: GateDecision) {
    const state = await this.#run(runId);
    const expectedSequence = request.expectedSequence ?? state.sequence;
    const authority = this.ports.authority(projectId, meta.actor.principalId);
    const proof = {
      action: decision,
      role: 'sponsor',
      principalId: meta.actor.principalId,
      projectId,
      runId,
      taskKey,
      targetId: gateId,
      expectedSequence,
      catalogRevision: authority.catalogRevision,
    };
    const authorization: Authorization = { ...proof, proofDigest: digest(proof) };
    const taskRevision = request.taskRevision ?? taskOf(state, taskKey).revision;
    return { runId, operationId, expectedSequence, taskKey, taskRevision, gateId, authority, authorization };
  }

  async #run(runId: string): Promise<RunState> {
    const state = await this.ports.run(runId);
    if (state) return state;
    throw new Rejection('RUN_NOT_FOUND', `There is no Run ${runId}; list the Runs of the Project.`, { runId });
  }

  /** A reason lies in the vault; where the fact holds only its digest, the object is kept all the same. */
  async #withReason(
    meta: CommandMeta,
    runId: string,
    reason: string | undefined,
    run: (reason: Parameters<Parameters<typeof withTexts>[3]>[0][number] | null) => Promise<Receipt>,
  ): Promise<Receipt> {
    const owner = { projectId: meta.projectId ?? '_', streamId: runStreamOf(runId), commandId: meta.commandId };
    const texts = reason === undefined || reason.trim() === '' ? [] : [{ fieldPath: 'reason', body: reason.trim() }];
    return withTexts(this.ports.vault, owner, texts, async ([reference]) => {
      const receipt = await run(reference ?? null);
      if (reference && receipt.outcome === 'committed') await this.ports.vault.markReferenced([reference.receipt.objectId]);
      return receipt;
    });
  }
}

const missing = (what: string): Rejection =>
  new Rejection('VALUE_INVALID', `The command needs ${what}; add them.`, { field: what });

function taskOf(state: RunState, taskKey: string): TaskState {
  const task = state.tasks.find(({ key }) => key === taskKey);
  if (task) return task;
  throw new Rejection('TASK_NOT_FOUND', `Run ${state.runId} has no task ${taskKey}; look at its tasks.`, { taskKey });
}
