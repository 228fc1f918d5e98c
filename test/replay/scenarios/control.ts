// What Sponsors ask of a Run, what the clock makes of it, and how work gives way to more urgent work.
import { agent, contentHashOf, digestOf, system } from '#testing';
import type { PriorityProposal } from '#domain/run';
import { aPolicy, MINUTE, PROJECT, sponsorAuthority } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import type { RecordedStory } from '../recorded-story.js';
import type { Recorder } from '../recorder.js';
import { finish, ready, running } from './scenario.js';
import type { Scenario } from './scenario.js';

const cancelSettled: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'a' }, { key: 'b' }]);
  story.cancel();
  const settled = { outcome: 'interrupted', effects: [], receiptDigests: [] } as const;
  story.do('settle_cancel', story.executorOf('a'), { ...story.spoken('a'), ...settled });
};

const cancelUnanswered: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'a' }, { key: 'b' }]);
  story.cancel();
  story.tick(30_000);
};

const pauseAndResume: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'a' }, { key: 'b' }]);
  story.schedule();
  story.pause();
  story.complete('a');
  story.evaluate('a');
  story.resume();
  finish(story, 'b');
};

const replanOverdue: Scenario = (recorder) => {
  const story = ready(recorder);
  story.replan();
  story.tick(15 * MINUTE);
  story.resume();
};

const tasksClosed: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'a' }, { key: 'b' }, { key: 'c', required: false, dependsOn: ['b'] }]);
  const controlDeadline = story.now + 5_000;
  story.do('cancel_task', story.sponsor, { ...story.control(), taskKey: 'a', reason: null, controlDeadline });
  story.do('fail_task', story.sponsor, { ...story.control(), taskKey: 'b', reason: null });
  story.tick(5_000);
};

const budget: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'a', maxAttempts: 1 }], { budget: { maxTotalAttempts: 1, maxCostMicros: 5_000 } });
  story.do('raise_budget', story.sponsor, { ...story.control(), reasonCode: 'budget_review', kind: 'attempts', amount: 2 });
  story.do('raise_budget', story.sponsor, { ...story.control(), reasonCode: 'operator_request', kind: 'money', amount: 1_000 });
  story.fail('a');
};

function propose(story: RecordedStory, by: 'sponsor' | 'orchestrator', change: Partial<PriorityProposal>): void {
  const actor = by === 'sponsor' ? story.sponsor : agent('olga', 'orchestrator');
  const proposal: PriorityProposal = {
    version: 1,
    type: 'priority_change',
    proposalId: `priority-${by}`,
    digest: digestOf('priority'),
    projectId: PROJECT,
    runId: story.runId,
    taskKey: 'b',
    taskRevision: 1,
    expectedSequence: story.state.sequence,
    currentLane: 'normal',
    requestedLane: 'normal',
    localRank: 0,
    principalId: actor.principalId,
    authority: by,
    authorityRef: 'project-sponsors:demo',
    deadline: story.now + MINUTE,
    owner: actor.principalId,
    allowedSuccessors: ['restore', 'rebase', 'cancel_run'],
    ...change,
  };
  const authority = by === 'sponsor' ? sponsorAuthority(actor.principalId) : null;
  story.do('commit_priority_change', actor, { proposal, authority });
}

const priorities: Scenario = (recorder) => {
  const story = ready(recorder, [{ key: 'a' }, { key: 'b' }]);
  propose(story, 'orchestrator', { localRank: 5 });
  propose(story, 'sponsor', { requestedLane: 'urgent' });
  story.schedule();
};

const sourceNoted: Scenario = (recorder) => {
  const story = running(recorder);
  story.do('note_source', system('ingress'), {
    proposalId: 'human-ingress:demo:1',
    sourceEventRef: 'conversation-event:9',
    sourceEventDigest: contentHashOf('edited'),
    change: 'edited',
    policy: 'amend',
  });
};

/** One slot; the low task runs, the urgent one has asked for it. */
function crowded(recorder: Recorder): RecordedStory {
  const tasks: readonly TaskSketch[] = [
    { key: 'v', scheduler: { sponsorLane: 'low', preemptibility: 'checkpointable' } },
    { key: 'w', gated: true, scheduler: { sponsorLane: 'urgent' } },
  ];
  const story = running(recorder, tasks, { policy: aPolicy({ capacity: 1 }) });
  story.decidePlanGate('w', 'approve');
  story.schedule();
  return story;
}

const preemption: Scenario = (recorder) => {
  const story = crowded(recorder);
  story.now += 1_000;
  story.observe('v', { kind: 'checkpoint', checkpointRef: 'c-1', checkpointDigest: digestOf('c-1') });
  finish(story, 'w', 'bob');
  finish(story, 'v', 'bob');
};

const preemptionGivenUp: Scenario = (recorder) => {
  const story = crowded(recorder);
  story.observe('v', { kind: 'checkpoint', checkpointRef: 'c-1', checkpointDigest: digestOf('c-1') });
  story.do('block_task', agent('olga', 'orchestrator'), {
    taskKey: 'w',
    expectedSequence: story.state.sequence,
    blockerId: 'question-1',
    kind: 'human_input',
    owner: 'sandbox:rita',
    reason: null,
    deadline: story.now + MINUTE,
    allowedActions: ['resolve', 'cancel'],
  });
  finish(story, 'v', 'bob');
};

const preemptionTimedOut: Scenario = (recorder) => {
  const story = crowded(recorder);
  story.now += 20_000;
  story.heartbeat('v');
  story.tick(10_000);
};

const capacityReclaimed: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'v', scheduler: { preemptibility: 'checkpointable' } }]);
  story.do('request_checkpoint', system('scheduler'), {
    decisionId: 'reclaim-1',
    assignmentId: story.assignment('v').assignmentId,
    deadline: story.now + 30_000,
    owner: 'portfolio:main',
  });
  story.observe('v', { kind: 'checkpoint', checkpointRef: 'c-1', checkpointDigest: digestOf('c-1') });
};

export const CONTROL: Readonly<Record<string, Scenario>> = {
  'cancel-settled': cancelSettled,
  'cancel-unanswered': cancelUnanswered,
  'pause-and-resume': pauseAndResume,
  'replan-overdue': replanOverdue,
  'tasks-closed': tasksClosed,
  budget,
  priorities,
  'source-noted': sourceNoted,
  preemption,
  'preemption-given-up': preemptionGivenUp,
  'preemption-timed-out': preemptionTimedOut,
  'capacity-reclaimed': capacityReclaimed,
};
