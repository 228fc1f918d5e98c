// Supply at one Run: a pending dispatch meets the first free slot of an able agent, and the claim is made inside that host's pull.
import { digest, Rejection } from '#domain/kernel';
import { assignmentIdOf } from '#domain/run';
import type { DispatchState, RunCommandData, RunState, TaskState } from '#domain/run';
import type { Receipt } from '#contracts/codec';
import type { AssignmentOffer } from '#contracts/commands';
import type { Catalog } from '../catalog/catalog.js';
import { reactionMeta } from '../facts/commands.js';
import type { Commands } from '../facts/commands.js';
import type { FactTail } from '../facts/fact-tail.js';
import type { OpenRun } from '../facts/run-board.js';
import type { Available } from '../registry/initializer.js';
import type { ProjectSetup, Registry } from '../registry/registry.js';
import { ableMembers, routesDigest } from './able-members.js';
import type { AbleMember } from './able-members.js';
import type { Offers } from './offers.js';
import type { OpenPull, Pulls } from './pulls.js';

export interface SupplyPorts {
  readonly commands: Commands;
  readonly catalog: Catalog;
  readonly registry: Registry;
  readonly available: Available;
  readonly pulls: Pulls<AssignmentOffer>;
  readonly offers: Offers;
  readonly tail: Pick<FactTail, 'reached'>;
  readonly now: () => number;
}

/** How long a grant of local authority is good for. */
const GRANT_MS = 7 * 24 * 3_600_000;
const SUPPLY_BLOCKER = 'scheduler-supply:';
const CONTEXT_POLICY = { ref: 'context-policy:tiers', revision: '1', digest: digest({ tiers: 5, version: 1 }) };

interface Demand {
  readonly run: OpenRun;
  readonly dispatch: DispatchState;
  readonly task: TaskState;
  readonly setup: ProjectSetup;
}

export class SupplyWork {
  constructor(private readonly ports: SupplyPorts) {}

  async react(run: OpenRun): Promise<readonly Receipt[]> {
    const { state } = run.folded;
    const blocked = supplyBlockers(state);
    if ((state.dispatches.length === 0 && blocked.length === 0) || !state.plan) return [];
    const setup = await this.ports.registry.pinned(state.projectId, state.plan.header.authority);
    for (const dispatch of state.dispatches.toSorted((one, other) => one.requestedAt - other.requestedAt)) {
      const task = state.tasks.find(({ key }) => key === dispatch.decision.taskKey);
      const receipt = task && (await this.#supply({ run, dispatch, task, setup }));
      if (receipt) return [receipt];
    }
    return this.#unblock(run, blocked, setup);
  }

  /** Whether every live host that could take the task is full: then its dispatch is held back. */
  isFull(state: RunState, task: TaskState, setup: ProjectSetup, busy: ReadonlySet<string>): boolean {
    const members = this.#able(state, task, setup);
    return (
      members.every(({ principalId }) => !this.ports.pulls.free(principalId)) &&
      members.some(({ principalId }) => busy.has(principalId))
    );
  }

  #able(state: RunState, task: TaskState, setup: ProjectSetup): readonly AbleMember[] {
    const definition = this.ports.catalog.find(state.projectId);
    return definition?.enabled ? ableMembers(state, task, definition, setup, this.ports.available) : [];
  }

  /** One dispatch: claimed, or withdrawn because nobody is able; null while it waits for a slot. */
  async #supply(demand: Demand): Promise<Receipt | null> {
    const { state } = demand.run.folded;
    const members = this.#able(state, demand.task, demand.setup);
    if (members.length === 0) return this.#withdraw(demand);
    for (const member of members) {
      const pull = this.ports.pulls.free(member.principalId);
      if (pull) return this.#claim(demand, member, pull);
    }
    return null;
  }

  async #claim(demand: Demand, member: AbleMember, pull: OpenPull<AssignmentOffer>): Promise<Receipt> {
    const { run, dispatch, setup } = demand;
    const { projectId } = run.folded.state;
    pull.reserve();
    try {
      const meta = reactionMeta('supply', projectId, run.cause, 'issue_local_assignment', dispatch.decision.decisionId);
      const receipt = await this.ports.commands.run('issue_local_assignment', this.#claimOf(demand, member, pull), meta);
      await this.ports.tail.reached(receipt.position ?? 0);
      const assignmentId = assignmentIdOf(dispatch.decision.decisionId);
      const offer = await this.ports.offers.of(run.runId, assignmentId, { resumed: false, setup, snapshot: member.snapshot });
      if (offer) pull.deliver(offer);
      else pull.release();
      return receipt;
    } catch (error) {
      pull.release();
      if (error instanceof Rejection && error.code === 'ROUTE_CHANGED') return this.#withdraw(demand);
      throw error;
    }
  }

  #claimOf(
    { run, dispatch, task, setup }: Demand,
    { agent, principalId, snapshot }: AbleMember,
    { request }: OpenPull<AssignmentOffer>,
  ): RunCommandData<'issue_local_assignment'> {
    const { state } = run.folded;
    const definition = this.ports.catalog.active(state.projectId);
    const { decisionId } = dispatch.decision;
    const assignmentId = assignmentIdOf(decisionId);
    const { policy, profile } = setup;
    const grant = { principalId, agent: agent.digest, profile: profile.digest, capabilities: snapshot.digest };
    return {
      runId: run.runId,
      operationId: `supply:${decisionId}`,
      decisionId,
      grantId: null,
      taskKey: task.key,
      taskRevision: task.revision,
      assignmentId,
      principalId,
      role: task.plan.role,
      fence: state.lastFence + 1,
      authorityGrant: { grantRef: `grant:${digest(grant)}`, expiresAt: this.ports.now() + GRANT_MS },
      pins: {
        agentDefinition: { ref: `agent-definition:${agent.agent}`, revision: profile.profileRevisionId, digest: agent.digest },
        contextPolicy: CONTEXT_POLICY,
        capabilitySnapshot: { ref: `capabilities:${assignmentId}`, revision: '1', digest: snapshot.digest },
        policySnapshot: { ref: policy.policyRevisionId, revision: '1', digest: policy.digest },
      },
      workspace: {
        backend: snapshot.risk.sideEffect === 'none' ? 'snapshot' : 'git_worktree',
        baseRevision: state.plan?.baseRevision ?? null,
        scopeDigest: digest({ assignmentId, paths: ['.'] }),
      },
      routeDigest: routesDigest(definition, task.plan.role),
      agentDefinitionId: agent.agent,
      hostId: request.hostId,
    };
  }

  #withdraw({ run, dispatch }: Demand): Promise<Receipt> {
    const { decisionId } = dispatch.decision;
    const meta = reactionMeta('supply', run.folded.state.projectId, run.cause, 'withdraw_dispatch', decisionId);
    return this.ports.commands.run('withdraw_dispatch', { runId: run.runId, decisionId, reason: 'supply_lost' }, meta);
  }

  /** Supply has appeared: its own blockers are resolved by it alone. */
  async #unblock(
    run: OpenRun,
    blocked: readonly { task: TaskState; blockerId: string }[],
    setup: ProjectSetup,
  ): Promise<readonly Receipt[]> {
    const { state } = run.folded;
    for (const { task, blockerId } of blocked) {
      const free = this.#able(state, task, setup).some(({ principalId }) => this.ports.pulls.free(principalId));
      if (!free) continue;
      const meta = reactionMeta('supply', state.projectId, run.cause, 'resolve_blocker', blockerId);
      const data = { runId: run.runId, taskKey: task.key, blockerId, expectedSequence: null };
      return [await this.ports.commands.run('resolve_blocker', data, meta)];
    }
    return [];
  }
}

const supplyBlockers = (state: RunState): readonly { task: TaskState; blockerId: string }[] =>
  state.tasks.flatMap((task) =>
    task.blockers.filter(({ blockerId }) => blockerId.startsWith(SUPPLY_BLOCKER)).map(({ blockerId }) => ({ task, blockerId })),
  );
