// Priorities: Sponsors choose lane and rank, the Orchestrator the rank inside a lane.
import { agent, digestOf, person } from '#testing';
import { MINUTE, refusalOf, RunStory, sponsorAuthority, T0 } from '#testing/run';
import type { Actor } from '../../kernel/index.js';
import type { PersonAuthority, PriorityProposal } from '../index.js';
import { nextDecision } from '../index.js';

const fresh = (): RunStory => RunStory.admitted([{ key: 'a' }, { key: 'b' }]).pinAll();
const olga = agent('olga', 'orchestrator');

function propose(
  story: RunStory,
  change: Partial<PriorityProposal> = {},
  by: Actor = person('sam'),
  authority: Partial<PersonAuthority> | null = {},
) {
  const sponsor = by.role === 'sponsor';
  const proposal: PriorityProposal = {
    version: 1,
    type: 'priority_change',
    proposalId: 'priority-1',
    digest: digestOf('priority'),
    projectId: 'demo',
    runId: story.runId,
    taskKey: 'b',
    taskRevision: 1,
    expectedSequence: story.state.sequence,
    currentLane: 'normal',
    requestedLane: 'urgent',
    localRank: 0,
    principalId: by.principalId,
    authority: sponsor ? 'sponsor' : 'orchestrator',
    authorityRef: 'project-sponsors:demo',
    deadline: T0 + MINUTE,
    owner: by.principalId,
    allowedSuccessors: ['restore', 'rebase', 'cancel_run'],
    ...change,
  };
  const proven = sponsor && authority !== null ? sponsorAuthority(by.principalId, authority) : null;
  return story.do('commit_priority_change', by, { proposal, authority: proven });
}

describe('a priority change', () => {
  it('[K-S07] by a Sponsor crosses lanes and changes the order; by the Orchestrator it does not', () => {
    const story = fresh();
    expect(nextDecision(story.state)).toMatchObject({ taskKey: 'a' });
    expect(refusalOf(() => propose(story, {}, olga))).toBe('PRIORITY_CROSS_LANE');
    expect(nextDecision(story.state)).toMatchObject({ taskKey: 'a' });
    expect(propose(story)).toMatchObject([
      { type: 'scheduler.priority_changed', data: { requestedLane: 'urgent', authorizedBy: 'project-sponsors:demo' } },
    ]);
    expect(nextDecision(story.state)).toMatchObject({ taskKey: 'b' });
  });

  it('[K-225] by the Orchestrator moves a rank inside its lane', () => {
    const story = fresh();
    expect(propose(story, { requestedLane: 'normal', localRank: 5 }, olga)).toHaveLength(1);
    expect(story.task('b')).toMatchObject({ lane: 'normal', localRank: 5 });
    expect(nextDecision(story.state)).toMatchObject({ taskKey: 'b' });
  });

  it('[K-225] is refused to everybody else', () => {
    const story = fresh();
    expect(refusalOf(() => propose(story, {}, person('sam'), { isSponsor: false }))).toBe('PRIORITY_UNAUTHORIZED');
    expect(refusalOf(() => propose(story, {}, person('sam'), { agentHeld: true }))).toBe('PRIORITY_UNAUTHORIZED');
    expect(refusalOf(() => propose(story, {}, agent('alice', 'executor')))).toBe('PRIORITY_UNAUTHORIZED');
    expect(refusalOf(() => propose(story, { principalId: 'sandbox:other' }))).toBe('PRIORITY_UNAUTHORIZED');
    expect(refusalOf(() => propose(story, { authority: 'orchestrator' }))).toBe('PRIORITY_UNAUTHORIZED');
    expect(refusalOf(() => propose(story, {}, person('sam'), { principalId: 'sandbox:other' }))).toBe('PRIORITY_UNAUTHORIZED');
    expect(refusalOf(() => propose(story, {}, { ...person('sam'), kind: 'agent' }))).toBe('PRIORITY_UNAUTHORIZED');
    const posing = { ...olga, kind: 'human' } as const;
    expect(refusalOf(() => propose(story, { requestedLane: 'normal' }, posing))).toBe('PRIORITY_UNAUTHORIZED');
    expect(refusalOf(() => propose(story, { projectId: 'other' }))).toBe('VALUE_INVALID');
    expect(refusalOf(() => propose(story, { authority: 'sponsor' }, olga))).toBe('PRIORITY_UNAUTHORIZED');
    expect(refusalOf(() => propose(story, {}, person('sam'), null))).toBe('AUTHORITY_PORT_MISSING');
  });

  it('[K-225] is stale for another revision or lane, expired after its deadline, in conflict on an old sequence', () => {
    const story = fresh();
    expect(refusalOf(() => propose(story, { taskRevision: 2 }))).toBe('PRIORITY_STALE');
    expect(refusalOf(() => propose(story, { currentLane: 'low' }))).toBe('PRIORITY_STALE');
    expect(refusalOf(() => propose(story, { deadline: T0 - 1 }))).toBe('PRIORITY_EXPIRED');
    expect(refusalOf(() => propose(story, { expectedSequence: 0 }))).toBe('SEQUENCE_CONFLICT');
    expect(refusalOf(() => propose(story, { taskKey: 'z' }))).toBe('TASK_NOT_FOUND');
    expect(refusalOf(() => propose(story, { runId: 'run-other' }))).toBe('VALUE_INVALID');
    expect(propose(story, { requestedLane: 'normal' })).toStrictEqual([]);
    story.run('a').cancel();
    expect(refusalOf(() => propose(story))).toBe('RUN_CANCELLING');
  });
});
