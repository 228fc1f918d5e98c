// Which status changes the folds really make: read off a Run's facts, one fold at a time.
import { initialRun, runDecider } from '#domain/run';
import type { RecordedRunEvent, RunState, TaskState } from '#domain/run';

export type Machine = 'task' | 'assignment' | 'reviewer wait' | 'sponsor gate' | 'plan gate' | 'dispatch' | 'preemption';

export interface ObservedTransition {
  readonly machine: Machine;
  readonly from: string;
  readonly on: string;
  readonly to: string;
}

type Statuses = ReadonlyMap<string, string>;

function assignmentsOf(state: RunState): Statuses {
  const past = state.tasks.flatMap((task) => task.pastAssignments);
  return new Map([...past, ...state.assignments].map((one) => [one.assignmentId, one.status]));
}

const ofTasks = (state: RunState, read: (task: TaskState) => readonly [string, string] | null): Statuses =>
  new Map(
    state.tasks.flatMap((task) => {
      const found = read(task);
      return found ? [found] : [];
    }),
  );

function dispatchesOf(state: RunState): Statuses {
  const withdrawn = state.tasks.flatMap((task) => task.withdrawnDispatches).map((id) => [id, 'withdrawn'] as const);
  return new Map([...withdrawn, ...state.dispatches.map((one) => [one.decision.decisionId, 'pending'] as const)]);
}

const READ: Readonly<Record<Machine, (state: RunState) => Statuses>> = {
  task: (state) => ofTasks(state, (task) => [task.key, task.status]),
  assignment: assignmentsOf,
  'reviewer wait': (state) => ofTasks(state, ({ review }) => review && [review.assignmentId, review.status]),
  'sponsor gate': (state) => ofTasks(state, ({ gate }) => gate && [gate.gateId, gate.status]),
  'plan gate': (state) => ofTasks(state, ({ key, planGate }) => planGate && [key, planGate.status]),
  dispatch: dispatchesOf,
  preemption: ({ preemption }) => new Map(preemption ? [[preemption.decision.decisionId, preemption.status]] : []),
};

/** What a wait, dispatch or preemption is that the state no longer holds. */
const GONE: Partial<Record<Machine, (on: string) => string>> = {
  'reviewer wait': (on) => (on === 'reviewer.assigned' ? 'cancelled' : 'stale'),
  'sponsor gate': () => 'stale',
  'plan gate': () => 'superseded',
  dispatch: () => 'claimed',
  preemption: (on) => (on === 'scheduler.preemption_timed_out' ? 'timed_out' : 'released'),
};

/** Over for good: that another one took its place changes nothing. */
const SETTLED = new Set(['stale', 'cancelled', 'rejected', 'withdrawn']);

/** Every change of a status, without repeats, in the order of its first appearance. */
export function transitionsOf(facts: readonly RecordedRunEvent[]): readonly ObservedTransition[] {
  const found = new Map<string, ObservedTransition>();
  let before: RunState = initialRun;
  for (const fact of facts) {
    const after = runDecider.evolve(before, fact);
    for (const machine of Object.keys(READ) as Machine[]) {
      const [old, now] = [READ[machine](before), READ[machine](after)];
      for (const id of new Set([...old.keys(), ...now.keys()])) {
        const from = old.get(id) ?? 'none';
        const to = now.get(id) ?? GONE[machine]?.(fact.type) ?? 'none';
        if (from === to || (!now.has(id) && SETTLED.has(from)) || (from === 'none' && to === 'withdrawn')) continue;
        const transition = { machine, from, on: fact.type, to };
        found.set(JSON.stringify(transition), transition);
      }
    }
    before = after;
  }
  return [...found.values()];
}
