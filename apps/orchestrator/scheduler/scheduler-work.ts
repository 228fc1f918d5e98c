// The scheduler service at one Run: computes the decision purely, holds it back while every live host is full, commits it.
import { nextDecision } from '#domain/run';
import type { SchedulerDecision } from '#domain/run';
import type { Receipt } from '#contracts/codec';
import type { Catalog } from '../catalog/catalog.js';
import { reactionMeta } from '../facts/commands.js';
import type { Commands } from '../facts/commands.js';
import type { OpenRun, RunBoard } from '../facts/run-board.js';
import type { Registry } from '../registry/registry.js';
import { routesDigest } from '../supply/able-members.js';
import type { SupplyWork } from '../supply/supply-work.js';

export interface SchedulerPorts {
  readonly commands: Commands;
  readonly catalog: Catalog;
  readonly registry: Registry;
  readonly board: RunBoard;
  readonly supply: SupplyWork;
}

export class SchedulerWork {
  constructor(private readonly ports: SchedulerPorts) {}

  async react(run: OpenRun): Promise<readonly Receipt[]> {
    const { state } = run.folded;
    const decision = nextDecision(state);
    const definition = this.ports.catalog.find(state.projectId);
    if (!decision || !definition || (await this.#isHeldBack(run, decision))) return [];
    const meta = reactionMeta('scheduler', state.projectId, run.cause, 'commit_scheduler_decision', decision.decisionId);
    const route =
      decision.type === 'dispatch_task'
        ? { catalogRevision: this.ports.catalog.view.revision ?? '', routeDigest: routesDigest(definition, decision.role) }
        : null;
    return [await this.ports.commands.run('commit_scheduler_decision', { runId: run.runId, decision, route }, meta)];
  }

  /** Slots are no input of the decision: with hosts that could take it and are full it waits, with no live host it is committed. */
  async #isHeldBack({ folded: { state } }: OpenRun, decision: SchedulerDecision): Promise<boolean> {
    const task = decision.type === 'dispatch_task' && state.tasks.find(({ key }) => key === decision.taskKey);
    if (!task || !state.plan) return false;
    const setup = await this.ports.registry.pinned(state.projectId, state.plan.header.authority);
    const busy = this.ports.board.open.flatMap(({ folded }) => folded.state.assignments.map(({ owner }) => owner));
    return this.ports.supply.isFull(state, task, setup, new Set(busy));
  }
}
