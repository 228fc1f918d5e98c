// Work done, lost, tried again, handed over, done far away, and where it was done.
import { agent, digestOf, system, textOf } from '#testing';
import type { RunCommandData } from '#domain/run';
import { MINUTE } from '#testing/run';
import type { RecordedStory } from '../recorded-story.js';
import { finish, ready, running } from './scenario.js';
import type { Scenario } from './scenario.js';

const record = (story: RecordedStory, fact: RunCommandData<'record_workspace'>['fact']) =>
  story.do('record_workspace', system('workspace'), { fact });

const wholeLine: Scenario = (recorder) => {
  const tasks = [{ key: 'look' }, { key: 'report', dependsOn: ['look'] }, { key: 'extra', required: false }];
  const story = ready(recorder, tasks);
  story.run('extra', 'bob').run('look');
  story.now += 10_000;
  story.heartbeat('look');
  const summary = textOf('summary', 'half way');
  story.observe('look', { kind: 'progress', progress: { summary, completedUnits: 1, totalUnits: 2 } });
  story.observe('look', { kind: 'checkpoint', checkpointRef: 'c-1', checkpointDigest: digestOf('c-1') });
  story.complete('look');
  story.evaluate('look');
  story.complete('extra');
  story.evaluate('extra');
  finish(story, 'report');
};

const attempts: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'a', maxAttempts: 3 }]);
  story.tick(30_000);
  story.run('a', 'bob');
  story.fail('a', { retryable: true });
  story.run('a', 'alice');
  story.fail('a', { retryable: false, reasonCode: 'capability_missing' });
  const revise = { taskKey: 'a', taskRevision: 1, expectedSequence: story.state.sequence, title: null, reason: null };
  story.do('revise_task', agent('olga', 'orchestrator'), { ...revise, maxAttempts: 1 });
  story.pin('a');
  story.run('a');
  story.tick(30_000);
};

const operatorRelease: Scenario = (recorder) => {
  const story = running(recorder);
  const held = { ...story.control(), assignmentId: story.assignment('a').assignmentId, reasonDigest: null };
  story.do('release_lease', story.sponsor, held);
  finish(story, 'a', 'bob');
};

const dispatchWithdrawn: Scenario = (recorder) => {
  const story = ready(recorder, [{ key: 'a' }, { key: 'b' }]);
  story.schedule();
  story.schedule();
  const [first] = story.state.dispatches;
  story.do('withdraw_dispatch', system('supply'), { decisionId: first?.decision.decisionId ?? '', reason: 'supply_lost' });
  story.tick(30_000);
  const [blocker] = story.task('a').blockers;
  const lifted = { taskKey: 'a', blockerId: blocker?.blockerId ?? '', expectedSequence: null };
  if (blocker) story.do('resolve_blocker', system('supply'), lifted);
};

const remote: Scenario = (recorder) => {
  const story = ready(recorder);
  story.schedule();
  const {
    agentDefinitionId: _agent,
    hostId: _host,
    ...claim
  } = story.claimCommand('a').data as RunCommandData<'issue_local_assignment'>;
  story.do('issue_remote_assignment', system('supply'), {
    ...claim,
    dispatchItem: {
      dispatchId: 'dispatch-1',
      messageId: 'message-1',
      endpoint: { id: 'far', owner: 'partner', cardDigest: digestOf('card'), authBindingId: 'auth', transportBindingId: 'wire' },
      contextViewDigest: digestOf('view'),
      acceptanceContractId: 'contract',
      capabilitySnapshot: { ref: 'snapshot', hash: digestOf('snapshot'), grantRef: 'grant' },
      disclosureManifestDigest: digestOf('manifest'),
      workspaceDigest: digestOf('workspace'),
    },
  });
  story.start('a');
  story.tick(61_000);
};

const workspaces: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'a' }, { key: 'b' }]);
  story.run('b', 'bob');
  const [a, b] = ['a', 'b'].map((key) => `workspace:${story.assignment(key).assignmentId}`) as [string, string];
  const { fence } = story.assignment('a');
  record(story, {
    type: 'workspace.checkpointed',
    leaseRef: a,
    checkpointRef: 'c',
    checkpointDigest: digestOf('c'),
    fence,
  });
  record(story, { type: 'workspace.sealed', leaseRef: a, fence, manifestDigest: digestOf('manifest') });
  story.do('seal_change_set', system('workspace'), {
    changeSetRef: 'change-set:a',
    changeSetHash: digestOf('change set'),
    assignmentId: story.assignment('a').assignmentId,
    baseRevision: 'a'.repeat(40),
    manifestDigest: digestOf('manifest'),
  });
  story.complete('a');
  story.evaluate('a');
  record(story, { type: 'workspace.discarded', leaseRef: a, fence, cause: 'accepted' });
  record(story, { type: 'workspace.quarantined', leaseRef: b, blockerId: 'cleaning:1', cause: 'cleaning_failed' });
};

const integration: Scenario = (recorder) => {
  const story = running(recorder, [
    { key: 'a', role: 'integration' },
    { key: 'b', role: 'integration' },
  ]);
  story.observe('a', { kind: 'integration_conflicted', pathsDigest: digestOf('paths'), candidates: ['c-1', 'c-2'] });
  story.run('b', 'bob');
  story.observe('b', { kind: 'integration_target_moved', expectedRevision: 'a1', actualRevision: 'b2' });
};

const blockers: Scenario = (recorder) => {
  const story = ready(recorder, [{ key: 'a' }, { key: 'b' }]);
  const block = (taskKey: string, blockerId: string) =>
    story.do('block_task', agent('olga', 'orchestrator'), {
      taskKey,
      expectedSequence: story.state.sequence,
      blockerId,
      kind: 'human_input',
      owner: 'sandbox:rita',
      reason: textOf('reason', 'which branch?'),
      deadline: story.now + MINUTE,
      allowedActions: ['resolve', 'cancel'],
    });
  const lift = (taskKey: string, blockerId: string) =>
    story.do('resolve_blocker', agent('olga', 'orchestrator'), {
      taskKey,
      expectedSequence: story.state.sequence,
      blockerId,
    });
  block('a', 'question-1');
  lift('a', 'question-1');
  block('b', 'question-2');
  story.tick(61 * MINUTE);
  lift('b', 'question-2');
};

export const EXECUTION: Readonly<Record<string, Scenario>> = {
  'whole-line': wholeLine,
  attempts,
  'operator-release': operatorRelease,
  'dispatch-withdrawn': dispatchWithdrawn,
  remote,
  workspaces,
  integration,
  blockers,
};
