// A repeated command is known by its key and by what its sender asked for; what intake fills in afterwards changes neither.
import { digestOf, person, system } from '#testing';
import { RunStory, sponsorAuthority, T0, wideLimits } from '#testing/run';
import type { RunCommand } from '../index.js';
import { operationOf } from './operation.js';

const story = (): RunStory => RunStory.admitted([{ key: 'a' }]).pinAll();

type Sent = Record<string, unknown>;
const command = (type: string, data: Sent, commandId = 'command-1'): RunCommand => {
  const meta = { ...story().meta(person('sam')), commandId };
  return { type, data: { runId: 'run-1', ...data }, meta } as unknown as RunCommand;
};

const decision = { decisionId: 'scheduler:1', digest: digestOf('decision'), aged: 1 };
const proposal = {
  proposalId: 'priority-1',
  taskKey: 'a',
  taskRevision: 1,
  requestedLane: 'high',
  localRank: 3,
  principalId: 'sandbox:sam',
  deadline: T0,
};
const verdict = { criteria: [{ criterionId: 'c', verdict: 'passed' }], claims: [{ claimId: 'x', verdict: 'passed' }], at: 1 };

const seen = { observation: { kind: 'heartbeat' }, envelopeDigest: digestOf('e'), fence: 1 };

const kinds: ReadonlyArray<readonly [string, Sent, string, string]> = [
  [
    'apply_observation',
    { observationId: 'o-1', observation: { kind: 'heartbeat' }, envelopeDigest: digestOf('e') },
    'observationId',
    'o-1',
  ],
  ['commit_scheduler_decision', { decision }, 'decisionId', 'scheduler:1'],
  ['request_checkpoint', { decisionId: 'reclaim:1' }, 'decisionId', 'reclaim:1'],
  ['admit_plan_revision', { proposalId: 'p-1' }, 'proposalId', 'p-1'],
  ['commit_priority_change', { proposal }, 'proposalId', 'priority-1'],
  ['pause_run', { operationId: 'op-1' }, 'operationId', 'op-1'],
  ['advance_clock', {}, 'commandId', 'command-1'],
];

describe('a repeated command', () => {
  it.each(kinds)('[D-28] %s is known by its own key', (type, data, kind, key) => {
    expect(operationOf(command(type, data))).toMatchObject({ kind, key });
  });

  it('[D-30] asks for the same, whatever intake fills in', () => {
    const filledIn: Sent = {
      expectedSequence: 7,
      controlDeadline: T0,
      authority: sponsorAuthority('sandbox:sam'),
      authorization: { proofDigest: digestOf('proof') },
      authorizedBy: 'catalog-member:sam',
      person: sponsorAuthority('sandbox:sam'),
      sameModel: true,
      anotherReviewerOffered: true,
      authorityGrant: { grantRef: 'grant:1' },
      routeDigest: digestOf('route'),
      limits: wideLimits,
      route: { catalogRevision: '1' },
      facts: { checks: [] },
    };
    const asked = { operationId: 'op-1', reasonCode: 'operator_request' };
    const { digest } = operationOf(command('pause_run', asked));
    for (const [field, value] of Object.entries(filledIn))
      expect([field, operationOf(command('pause_run', { ...asked, [field]: value })).digest]).toStrictEqual([field, digest]);
  });

  const same: ReadonlyArray<readonly [string, Sent, Sent, Sent]> = [
    ['a decision', { decision }, { decision: { ...decision, aged: 2 } }, { decision: { ...decision, digest: digestOf('2') } }],
    ['a priority', { proposal }, { proposal: { ...proposal, deadline: T0 + 1 } }, { proposal: { ...proposal, localRank: 4 } }],
    ['a priority', { proposal }, { proposal }, { proposal: { ...proposal, requestedLane: 'low' } }],
    ['a priority', { proposal }, { proposal }, { proposal: { ...proposal, taskKey: 'b' } }],
    ['a verdict', { verdict }, { verdict: { ...verdict, at: 2 } }, { verdict: { ...verdict, claims: [] } }],
    ['a verdict', { taskKey: 'a', verdict }, { taskKey: 'a', verdict }, { taskKey: 'b', verdict }],
    ['an observation', seen, { ...seen, fence: 2 }, { ...seen, observation: { kind: 'progress' } }],
    ['an observation', seen, seen, { ...seen, envelopeDigest: digestOf('other') }],
  ];
  const typeOf: Record<string, string> = {
    'a decision': 'commit_scheduler_decision',
    'a priority': 'commit_priority_change',
    'a verdict': 'submit_reviewer_verdict',
    'an observation': 'apply_observation',
  };

  it.each(same)('[D-30] %s is compared by what was asked in it', (what, first, again, other) => {
    const digestFor = (data: Sent): string => operationOf(command(typeOf[what] ?? '', data)).digest;
    expect(digestFor(again)).toBe(digestFor(first));
    expect(digestFor(other)).not.toBe(digestFor(first));
  });

  it('[D-28] of another type or for another reason is another operation', () => {
    const sent = { operationId: 'op-1', reasonCode: 'operator_request' };
    const { digest } = operationOf(command('pause_run', sent));
    expect(operationOf(command('resume_run', sent)).digest).not.toBe(digest);
    expect(operationOf(command('pause_run', { ...sent, reasonCode: 'budget_review' })).digest).not.toBe(digest);
  });

  it('[D-28] of a story is the one of its sender: the clock has a command id, the scheduler its decision', () => {
    const told = story();
    const clock = told.command('advance_clock', system('clock'), {});
    expect(operationOf(clock)).toMatchObject({ kind: 'commandId', key: clock.meta.commandId });
    expect(operationOf(told.claimCommand('a'))).toMatchObject({ kind: 'operationId' });
  });
});
