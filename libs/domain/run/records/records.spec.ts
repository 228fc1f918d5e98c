// The closed records of plans and execution: exactly these keys, and what a Run makes of them.
import { canonicalJson, digest } from '#domain/kernel';
import type { Shape } from '#domain/kernel';
import { aPolicy, MINUTE, refusalOf, RunStory, T0 } from '#testing/run';
import { observation } from '../commands/execution-commands.js';
import { assignmentEnvelope, envelopeWorkspace, pin, priorityProposal } from './execution.js';
import { approvalGate, plan, planAuthority, planBudget, planTask, requirements, schedulerPolicy } from './plan.js';

const keysOf = (shape: Shape | undefined): string =>
  Object.entries(shape?.keys ?? {})
    .map(([key, part]) => (part.optional ? `${key}?` : key))
    .toSorted()
    .join(' ');
const list = (text: string): string => text.split(' ').toSorted().join(' ');
const running = (): RunStory =>
  RunStory.admitted([{ key: 'a' }, { key: 'b' }])
    .pinAll()
    .run('a');

describe('a proposal', () => {
  it('[K-250] [K-252] [K-253] has version, id, strategy, the digest of its source, and no key more', () => {
    const keys = 'version proposalId projectId strategy parameterDigest authority budget schedulerPolicy tasks digest';
    expect(keysOf(plan)).toBe(list(keys));
    expect(keysOf(plan.keys?.['strategy'])).toBe(list('id version digest'));
  });

  it('[K-254] stands on revisions and digests of Project, Profile, policy and Orchestrator', () => {
    const keys =
      'projectRevision projectDigest profileRevisionId profileDigest planningPolicyRevisionId planningPolicyDigest orchestratorAgentDefinitionId orchestratorAuthorityDigest';
    expect(keysOf(planAuthority)).toBe(list(keys));
  });

  it('[K-255] has a budget of tasks, attempts and, where there is one, money in whole micro-units', () => {
    expect(keysOf(planBudget)).toBe(list('maxTasks maxTotalAttempts maxCostMicros'));
    const whole = planBudget.keys?.['maxCostMicros'];
    expect([null, 5_000_000, 0.5, -1].map((value) => whole?.problem(value) === null)).toStrictEqual([true, true, false, false]);
  });

  it('[K-258] [D-55] describes each task by these keys', () => {
    const keys = 'key title role required maxAttempts maxRevisions dependsOn distinctFrom requires scheduler approvalGate?';
    expect(keysOf(planTask)).toBe(list(keys));
    expect(keysOf(requirements)).toBe(list('tools skills integrations authorities'));
    expect(keysOf(planTask.keys?.['scheduler'])).toBe(list('sponsorLane localRank enqueuedAt deadline preemptibility'));
  });

  it('[K-259] has gates of Sponsors, which are stored as blockers of kind approval', () => {
    const keys = 'id kind owner decisionTimeoutMs deadline policyRevisionId policyDigest allowedActions';
    expect(keysOf(approvalGate)).toBe(list(keys));
    expect(RunStory.admitted([{ key: 'a', gated: true }]).task('a').blockers).toMatchObject([
      { blockerId: 'approval:a', kind: 'approval', owner: 'sponsors:demo', deadline: T0 + 15 * MINUTE },
    ]);
  });

  it('[K-307] to change a priority has these keys', () => {
    const keys =
      'version type proposalId digest projectId runId taskKey taskRevision expectedSequence currentLane requestedLane localRank principalId authority authorityRef deadline owner allowedSuccessors';
    expect(keysOf(priorityProposal)).toBe(list(keys));
  });
});

describe('the policy of the scheduler', () => {
  it('[K-308] [D-46] is pinned whole: what is installed later alters no Run that runs', () => {
    const keys =
      'version comparatorVersion policyRef revision pinnedAtSequence capacity agingStepMs starvationBoundMs preemptionDeadlineMs leaseMs dispatchClaimMs replanTimeoutMs reconcileGraceMs digest';
    expect(keysOf(schedulerPolicy)).toBe(list(keys));
    expect(keysOf(schedulerPolicy.keys?.['starvationBoundMs'])).toBe(list('urgent high normal low'));
    const story = RunStory.admitted([{ key: 'a' }], { policy: aPolicy({ capacity: 1 }) });
    const pinned = canonicalJson(story.state.plan?.policy);
    story.revise((tasks) => tasks.map((task) => ({ ...task, maxAttempts: 2 })));
    expect(canonicalJson(story.state.plan?.policy)).toBe(pinned);
  });
});

describe('the Envelope of an Assignment', () => {
  it('[K-204] pins what the claim was made against, and its digest is over all of it', () => {
    const keys =
      'version digest projectId runId taskKey taskRevision assignmentId assignmentRevision attempt fence principalId role agentDefinition plan contextPolicy capabilitySnapshot policySnapshot factAnchor workspace';
    expect(keysOf(assignmentEnvelope)).toBe(list(keys));
    expect(keysOf(pin)).toBe(list('ref revision digest'));
    expect(keysOf(envelopeWorkspace)).toBe(list('leaseRef mountRef baseRevision fence'));
    const { envelope } = running().assignment('a');
    if (!envelope) throw new Error('There is no Envelope.');
    const { digest: own, ...body } = envelope;
    expect(own).toBe(digest(body));
  });

  it('[K-010] counts attempts from 1, and there is one revision of an Assignment only', () => {
    const story = running();
    expect(story.assignment('a').envelope).toMatchObject({ attempt: 1, assignmentRevision: 1, taskRevision: 1 });
    expect(story.task('b').attempt).toBe(0);
  });

  it('[K-216] lets its Executor say five things, integration two more, and nothing else', () => {
    const five = 'progress heartbeat checkpoint execution_completed execution_failed';
    const said = Object.keys(observation.variants ?? {})
      .toSorted()
      .join(' ');
    expect(said).toBe(list(`${five} integration_conflicted integration_target_moved`));
    expect(refusalOf(() => running().observe('a', { kind: 'accepted' } as never))).toBe('VALUE_INVALID');
  });
});
