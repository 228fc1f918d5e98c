// A check that cannot fail proves nothing: each invariant must catch a decider that breaks just its rule.
import { Rejection } from '#domain/kernel';
import { runDecider } from '#domain/run';
import type { RunEvent, RunState, TaskState } from '#domain/run';
import { playEpisode } from './episode.js';
import { INVARIANTS } from './invariants/index.js';
import type { RunRules } from './world.js';

type Decide = RunRules['decide'];
type Evolve = RunRules['evolve'];

const deciding = (decide: (...said: Parameters<Decide>) => readonly RunEvent[]): RunRules => ({ ...runDecider, decide });
const folding = (evolve: (state: RunState, event: Parameters<Evolve>[1], next: RunState) => RunState): RunRules => ({
  ...runDecider,
  evolve: (state, event) => evolve(state, event, runDecider.evolve(state, event)),
});
const each = (change: (event: RunEvent) => readonly RunEvent[]): RunRules =>
  deciding((state, command, context) => runDecider.decide(state, command, context).flatMap(change));
const withTasks = (state: RunState, change: (task: TaskState) => Partial<TaskState>): RunState => ({
  ...state,
  tasks: state.tasks.map((task) => ({ ...task, ...change(task) })),
});
let calls = 0;
/** Long enough for preemptions, which need a full Run. */
const STORM = 600;

const BROKEN: ReadonlyArray<readonly [invariant: string, what: string, rules: () => RunRules]> = [
  [
    'one active Assignment a task',
    'claims a task twice',
    () =>
      each((event) => {
        if (event.type !== 'assignment.claimed') return [event];
        const { assignmentId, fence } = event.data;
        return [event, { ...event, data: { ...event.data, assignmentId: `${assignmentId}x`, fence: fence + 1 } }];
      }),
  ],
  [
    'fences strictly rising',
    'gives every claim the same fence',
    () => each((event) => [event.type === 'assignment.claimed' ? { ...event, data: { ...event.data, fence: 1 } } : event]),
  ],
  [
    'no write of an old fence',
    'lets work begin after its lease',
    () =>
      deciding((state, command, context) =>
        runDecider.decide(state, command, command.type === 'start_assignment' ? { ...context, now: 0 } : context),
      ),
  ],
  [
    'no acceptance without its route',
    'forgets whom the contract asks for',
    () =>
      deciding((state, command, context) => {
        if (command.type !== 'evaluate_task_acceptance') return runDecider.decide(state, command, context);
        const loose = withTasks(state, ({ contract }) => ({
          contract: contract && {
            ...contract,
            minimumRoute: 'baseline',
            criteria: contract.criteria.filter(({ kind }) => kind === 'deterministic'),
          },
        }));
        return runDecider.decide(loose, command, context);
      }),
  ],
  [
    'budgets never exceeded',
    'thinks that a task has more attempts than it was given',
    () => ({
      ...runDecider,
      evolve: (state, event) =>
        runDecider.evolve(
          state,
          event.type === 'task.planned' ? { ...event, data: { ...event.data, maxAttempts: event.data.maxAttempts + 5 } } : event,
        ),
    }),
  ],
  [
    'every wait owned',
    'opens reviews without a way out',
    () =>
      each((event) => {
        if (event.type !== 'reviewer.assigned') return [event];
        return [{ ...event, data: { ...event.data, assignment: { ...event.data.assignment, allowedActions: ['claim'] } } }];
      }),
  ],
  [
    'liveness',
    'forgets who held a lost lease',
    () =>
      folding((_state, event, next) =>
        event.type === 'assignment.lease_expired'
          ? withTasks(next, (task) => (task.status === 'ready' ? { status: 'executing' } : {}))
          : next,
      ),
  ],
  [
    'no acceptance left alone',
    'opens reviews that are over at once',
    () =>
      folding((_state, event, next) =>
        event.type === 'reviewer.assigned'
          ? withTasks(next, ({ review }) => ({ review: review && { ...review, status: 'rework' } }))
          : next,
      ),
  ],
  [
    'each wait expires once, in time',
    'runs an hour ahead of the store clock',
    () =>
      deciding((state, command, context) =>
        runDecider.decide(
          state,
          command,
          command.type === 'advance_clock' ? { ...context, now: context.now + 3_600_000 } : context,
        ),
      ),
  ],
  [
    'a Run that is over stays as it is',
    'goes on writing after the end',
    () =>
      deciding((state, command, context) => {
        try {
          return runDecider.decide(state, command, context);
        } catch (error) {
          if (!(error instanceof Rejection) || error.code !== 'RUN_TERMINAL') throw error;
          return [{ type: 'clock.advanced', data: { now: context.now } }];
        }
      }),
  ],
  [
    'work starts only where it may',
    'leaves dispatches standing in a pause and lets them be claimed',
    () =>
      deciding((state, command, context) => {
        const claims = command.type === 'issue_local_assignment' || command.type === 'issue_remote_assignment';
        const facts = runDecider.decide(claims ? { ...state, pause: null } : state, command, context);
        return command.type === 'pause_run' ? facts.filter(({ type }) => type !== 'scheduler.dispatch_withdrawn') : facts;
      }),
  ],
  [
    'room is kept only for work that can start',
    'keeps room for what has started, was blocked or is closed',
    () => each((event) => (event.type === 'scheduler.reservation_released' ? [] : [event])),
  ],
  [
    'time and sequence go forward',
    'does not count progress',
    () => folding((state, event, next) => (event.type === 'assignment.progress' ? { ...next, sequence: state.sequence } : next)),
  ],
  [
    'decisions come from who may take them',
    'forgets who requested the work',
    () =>
      deciding((state, command, context) =>
        runDecider.decide(
          state.plan ? { ...state, plan: { ...state.plan, requesterPrincipalId: 'nobody' } } : state,
          command,
          context,
        ),
      ),
  ],
  ['a lie leaves no fact', 'admits whatever comes', () => ({ ...runDecider, admit: () => undefined })],
  [
    'one operation, one set of facts',
    'knows no operation again',
    () => ({
      ...runDecider,
      operation: (command) => {
        calls += 1;
        const { kind, key, digest } = runDecider.operation(command);
        return { kind, key: `${key}:${calls}`, digest };
      },
    }),
  ],
  [
    'refusals have codes',
    'refuses with a word of its own',
    () =>
      deciding((state, command, context) => {
        if (command.type === 'pin_task_acceptance') throw new Rejection('oops', 'No.');
        return runDecider.decide(state, command, context);
      }),
  ],
  [
    'replay equal',
    'folds by what it counted in memory',
    () => folding((_state, _event, next) => ({ ...next, counts: { ...next.counts, assignments: (calls += 1) } })),
  ],
  [
    'every Run can be brought to its end',
    'never resumes',
    () =>
      deciding((state, command, context) => {
        if (command.type === 'resume_run') throw new Rejection('RUN_NOT_PAUSED', 'It is not paused.');
        return runDecider.decide(state, command, context);
      }),
  ],
];

describe('the invariants of the simulator', () => {
  it('have a canary each', () => {
    const shown = new Set(BROKEN.map(([invariant]) => invariant));
    expect(INVARIANTS.map(({ name }) => name).filter((name) => !shown.has(name))).toStrictEqual([]);
  });

  it.each(BROKEN)('"%s" catches a Kernel that %s', async (invariant, _what, rules) => {
    const seen: string[] = [];
    for (let seed = 1; seed <= 40; seed += 1) {
      const { failure } = await playEpisode(seed, STORM, { rules: rules() });
      if (failure?.invariant === invariant) return;
      seen.push(failure?.invariant ?? 'nothing');
    }
    throw new Error(`It was not caught in 40 worlds; what failed was ${[...new Set(seen)].join(', ')}.`);
  });
});
