import type { RunEventDto } from '#contracts/http';
import { tasksByAssignment } from './fact-index.js';
import { factSentence, groupOf, isPulse, toldTypes } from './fact-sentence.js';

function fact(type: string, data: Record<string, unknown>, principalId = 'agent:executor'): RunEventDto {
  return {
    eventId: 'e',
    streamId: 'run-r1',
    revision: 0,
    globalPosition: 1,
    type,
    schemaVersion: 1,
    data,
    metadata: {
      recordedAt: 0,
      actor: { principalId, kind: 'agent', role: 'executor' },
      commandId: 'c',
      correlationId: null,
      causationId: null,
      projectId: 'demo',
      traceparent: null,
    },
    prevHash: '',
    hash: '',
  };
}

const names = {
  task: (key: string) => ({ inventory: 'Inventory of files' })[key] ?? key,
  taskOf: (id: string) => (id === 'assignment:1' ? 'inventory' : null),
  time: (at: number) => `@${at}`,
  who: (principalId: string) => principalId.split(':').at(-1) ?? principalId,
};

const told = (type: string, data: Record<string, unknown>) => factSentence(fact(type, data), names).text;

describe('facts as sentences', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'plan.admitted',
      { plan: { tasks: [{}, {}], strategy: { id: 'repository-audit' } }, requesterPrincipalId: 'sandbox:ada' },
      'A plan of 2 tasks was admitted from “repository-audit”, asked for by ada.',
    ],
    [
      'assignment.claimed',
      { taskKey: 'inventory', owner: 'agent:executor', attempt: 2, fence: 7, leaseExpiresAt: 99 },
      'executor took “Inventory of files”: attempt 2, fence 7, lease until @99.',
    ],
    ['assignment.started', { assignmentId: 'assignment:1' }, 'executor began to work on “Inventory of files”.'],
    ['assignment.started', { assignmentId: 'unknown' }, 'executor began to work on a task.'],
    [
      'assignment.progress',
      { assignmentId: 'assignment:1', progress: { summary: null, completedUnits: 3, totalUnits: 9 } },
      'executor has done 3 of 9 steps of “Inventory of files”.',
    ],
    [
      'task.accepted',
      { taskKey: 'inventory', record: { acceptedClaims: ['a', 'b'], rejectedClaims: ['c'], route: 'reviewer_required' } },
      '“Inventory of files” was accepted by a Reviewer. 2 claims accepted, 1 rejected.',
    ],
    ['task.failed', { taskKey: 'x', reasonCode: 'rework_exhausted' }, '“x” failed: its rework is used up.'],
    [
      'sponsor_gate.decided',
      { taskKey: 'x', decision: 'approve', sponsorPrincipalId: 'workroom-admin', soloApproval: true },
      'workroom-admin approved the result of “x”. As the only Sponsor they approved what they had asked for (solo).',
    ],
    [
      'scheduler.dispatch_withdrawn',
      { taskKey: 'x', reason: 'unclaimed' },
      'The offer of “x” was withdrawn: nobody took it in time.',
    ],
    [
      'run.control_decided',
      { action: 'pause', principalId: 'workroom-admin', reasonCode: 'budget_review' },
      'workroom-admin asked to pause the Run. Reason: budget review.',
    ],
    [
      'plan.revision_applied',
      { planRevision: 2, candidate: { diff: { added: ['a'], changed: [], removed: ['b'] } } },
      'The plan was revised to revision 2: 1 task added, 1 task removed.',
    ],
    ['some.later_fact', {}, 'Some later fact.'],
  ])('tells %s', (type, data, sentence) => {
    expect(told(type, data)).toBe(sentence);
  });

  it.each(toldTypes)('%s reads as a whole sentence, also when every field is missing', (type) => {
    for (const data of [{}, { taskKey: 7, assignmentId: null, plan: 'x', record: [], reason: {} }]) {
      const { text } = factSentence(fact(type, data), names);
      expect(text).toMatch(/^\S.*\.$/);
      expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    }
  });

  it('never reads a field of the prototype', () => {
    expect(told('constructor', {})).toBe('Constructor.');
    expect(told('task.failed', { taskKey: 'x', reasonCode: 'toString' })).toBe('“x” failed: tostring.');
  });

  it('puts every type into one drawer and knows signs of life', () => {
    expect(
      ['run.created', 'task.planned', 'assignment.started', 'plan_gate.decided', 'workspace.leased', 'clock.advanced'].map(
        groupOf,
      ),
    ).toEqual(['plan', 'task', 'assignment', 'review', 'workspace', 'scheduler']);
    expect(toldTypes.filter(isPulse)).toEqual(['assignment.heartbeat', 'assignment.checkpointed', 'clock.advanced']);
  });

  it('binds Assignments and reviews to their tasks', () => {
    const index = tasksByAssignment([
      fact('assignment.claimed', { taskKey: 'a', assignmentId: 'assignment:a' }),
      fact('local_execution.requested', { envelope: { taskKey: 'b', assignmentId: 'assignment:b' } }),
      fact('reviewer.assigned', { taskKey: 'c', assignment: { assignmentId: 'review:c' } }),
    ]);
    expect([...index]).toEqual([
      ['assignment:a', 'a'],
      ['assignment:b', 'b'],
      ['review:c', 'c'],
    ]);
  });
});
