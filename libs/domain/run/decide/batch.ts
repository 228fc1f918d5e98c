// The facts of one command, collected while the state moves with them, then put in the order that every batch has.
import type { DecideContext } from '../../kernel/index.js';
import type { RecordedRunEvent, RunEvent, RunEventData, RunEventOf, RunEventType } from '../events/run-event.js';
import { evolve } from '../evolve/evolve.js';
import { taskOf } from '../evolve/fold.js';
import type { RunState, TaskState } from '../state.js';

/** Facts that decide, whatever their family. */
const DECIDING = new Set<string>([
  'run.created',
  'run.control_decided',
  'run.budget_raised',
  'run.source_noted',
  'plan.admitted',
  'plan.revision_applied',
  'plan_gate.decided',
  'reviewer.verdict_recorded',
  'sponsor_gate.decided',
  'scheduler.dispatch_requested',
  'scheduler.preemption_requested',
  'scheduler.preemption_checkpoint_acknowledged',
  'scheduler.priority_changed',
  'assignment.checkpointed',
  'integration.conflicted',
  'integration.target_moved',
  'clock.advanced',
]);
const FAMILIES: ReadonlyArray<readonly [string, number]> = [
  ['assignment.', 1],
  ['local_execution.', 1],
  ['remote_dispatch.', 1],
  ['workspace.', 1],
  ['scheduler.', 2],
  ['run.', 4],
];

/** The deciding fact, assignment facts, scheduler facts, task facts, run facts. */
export const batchRank = (type: string): number =>
  DECIDING.has(type) ? 0 : (FAMILIES.find(([family]) => type.startsWith(family))?.[1] ?? 3);

export class Batch {
  /** The Run as it is after the facts so far. */
  state: RunState;
  /** Whether a task failed or was cancelled in this batch. */
  bereaved = false;
  private readonly done: RunEvent[] = [];
  private section: RunEvent[] = [];

  constructor(
    /** The Run before the command. */
    readonly before: RunState,
    readonly context: DecideContext,
  ) {
    this.state = before;
  }

  get now(): number {
    return this.context.now;
  }

  emit<Type extends RunEventType>(type: Type, data: RunEventData<Type>): void {
    const event = { type, data } as RunEventOf<Type> as RunEvent;
    this.section.push(event);
    if (type === 'task.failed' || type === 'task.cancelled') this.bereaved = true;
    this.state = evolve(this.state, { ...event, at: this.context.now } as RecordedRunEvent);
  }

  task(key: string): TaskState {
    return taskOf(this.state, key);
  }

  /** What follows is ordered by itself, after everything so far. */
  closeSection(): void {
    this.done.push(...this.section.toSorted((one, other) => batchRank(one.type) - batchRank(other.type)));
    this.section = [];
  }

  facts(): readonly RunEvent[] {
    this.closeSection();
    return this.done;
  }
}
