import type { AssignmentDto, DispatchDto, RunDetailDto, TaskDto, WaitDto } from '#contracts/http';
import { standstill, standstillReason } from './run-progress.js';

const task = (part: Partial<TaskDto>): TaskDto => ({
  ref: 'workroom-task:a',
  status: 'ready',
  revision: 1,
  attempt: 0,
  attemptsUsed: 0,
  maxAttempts: 3,
  required: true,
  blockerCount: 0,
  hasCurrentAssignment: false,
  dependsOn: [],
  role: 'executor',
  lane: 'normal',
  route: null,
  riskTier: null,
  failure: null,
  ...part,
});
const wait = (part: Partial<WaitDto>): WaitDto => ({
  kind: 'blocker',
  ref: 'workroom-blocker:a',
  taskRef: 'workroom-task:a',
  status: 'open',
  owner: 'workroom-admin',
  deadline: 1,
  allowedActions: ['resolve'],
  ...part,
});
const run = (part: Partial<RunDetailDto>): RunDetailDto =>
  ({
    status: 'active',
    paused: false,
    replanRequested: false,
    tasks: [],
    assignments: [],
    dispatches: [],
    waits: [],
    ...part,
  }) as unknown as RunDetailDto;
const running = { status: 'running' } as AssignmentDto;
const pending = { status: 'pending' } as DispatchDto;

describe('whether a Run still moves by itself', () => {
  it.each([
    ['a completed Run has ended', run({ status: 'completed' }), 'completed'],
    ['a cancelled Run has ended', run({ status: 'cancelled' }), 'cancelled'],
    ['a running Assignment moves', run({ tasks: [task({ status: 'executing' })], assignments: [running] }), 'moving'],
    ['a pending dispatch moves', run({ tasks: [task({})], dispatches: [pending] }), 'moving'],
    [
      'a ready task whose dependencies are accepted moves',
      run({ tasks: [task({ status: 'accepted' }), task({ ref: 'b', dependsOn: ['workroom-task:a'] })] }),
      'moving',
    ],
    ['a candidate under evaluation moves', run({ tasks: [task({ status: 'awaiting_acceptance' })] }), 'moving'],
    [
      'an open reviewer wait moves',
      run({ tasks: [task({ status: 'awaiting_acceptance', route: 'reviewer_required' })], waits: [wait({ kind: 'reviewer' })] }),
      'moving',
    ],
    [
      'an open gate needs an approval',
      run({ status: 'blocked', tasks: [task({ status: 'blocked' })], waits: [wait({ kind: 'plan_gate' })] }),
      'gate',
    ],
    [
      'an expired gate still needs an approval',
      run({
        status: 'blocked',
        tasks: [task({ status: 'blocked' })],
        waits: [wait({ kind: 'sponsor_gate', status: 'expired' })],
      }),
      'gate',
    ],
    [
      'a gate beside running work does not stop the Run',
      run({ tasks: [task({ status: 'blocked' })], assignments: [running], waits: [wait({ kind: 'plan_gate' })] }),
      'moving',
    ],
    [
      'an open blocker needs a person',
      run({ status: 'blocked', tasks: [task({ status: 'blocked' })], waits: [wait({})] }),
      'person',
    ],
    ['a pause needs a person', run({ status: 'paused', paused: true, tasks: [task({})] }), 'person'],
    [
      'a failed required task needs a person, whatever else is ready',
      run({ status: 'needs_replan', tasks: [task({ status: 'failed' }), task({ ref: 'b' })] }),
      'person',
    ],
  ] as const)('%s', (_rule, state, expected) => {
    expect(standstill(state)).toBe(expected);
  });

  it('the reason names the waits with owner and actions, and why tasks failed', () => {
    const state = run({
      status: 'blocked',
      waits: [wait({})],
      tasks: [task({ status: 'failed', failure: 'attempts_exhausted' })],
    });
    expect(standstillReason(state)).toBe('blocker of workroom-admin (resolve); a task failed: attempts_exhausted');
  });
});
