// The claim: exactly what was dispatched, under a lease and a fence that nobody had before.
import { agent, digestOf, fixedHash, specify, system } from '#testing';
import { refusalOf, ROUTE_DIGEST, RunStory, T0, typesOf } from '#testing/run';
import type { AdmissionSketch, TaskSketch } from '#testing/run';
import { digest } from '../../kernel/index.js';
import { assignmentIdOf, runDecider } from '../index.js';
import type { RunCommandData } from '../index.js';
import { requestDigest } from './operation.js';

const dispatched = (tasks: readonly TaskSketch[] = [{ key: 'a' }], sketch: AdmissionSketch = {}): RunStory => {
  const story = RunStory.admitted(tasks, sketch).pinAll();
  story.schedule();
  return story;
};

describe('the claim of a dispatch', () => {
  it('[K-213] writes claim, delivery and workspace as one batch', () => {
    const story = dispatched();
    const command = story.claimCommand('a');
    const data = command.data as RunCommandData<'issue_local_assignment'>;
    const { assignmentId, pins } = data;
    const ref = `workspace:${assignmentId}`;
    const sequence = story.state.sequence;
    const body = {
      version: 1,
      projectId: 'demo',
      runId: story.runId,
      taskKey: 'a',
      taskRevision: 1,
      assignmentId,
      assignmentRevision: 1,
      attempt: 1,
      fence: 1,
      principalId: 'agent:alice',
      role: 'executor',
      agentDefinition: pins.agentDefinition,
      plan: { ref: `plan:${story.runId}`, revision: '1', digest: story.state.plan?.header.digest },
      contextPolicy: pins.contextPolicy,
      capabilitySnapshot: pins.capabilitySnapshot,
      policySnapshot: pins.policySnapshot,
      factAnchor: { ref: `workroom-journal:${story.runId}:${sequence}`, sequence, digest: `sha256:${fixedHash(sequence)}` },
      workspace: { leaseRef: ref, mountRef: ref, baseRevision: 'a'.repeat(40), fence: 1 },
    };
    const envelope = { ...body, digest: digest(body) };
    specify(runDecider)
      .given(story.facts)
      .when(command)
      .then([
        {
          type: 'assignment.claimed',
          data: {
            taskKey: 'a',
            assignmentId,
            owner: 'agent:alice',
            role: 'executor',
            taskRevision: 1,
            attempt: 1,
            assignmentRevision: 1,
            fence: 1,
            envelopeDigest: envelope.digest,
            leaseExpiresAt: T0 + 30_000,
          },
        },
        {
          type: 'local_execution.requested',
          data: {
            operationId: data.operationId,
            requestDigest: requestDigest(command),
            issuedAt: T0,
            envelope,
            agentDefinitionId: 'alice',
            hostId: 'host-1',
          },
        },
        {
          type: 'workspace.leased',
          data: {
            leaseRef: ref,
            assignmentId,
            attempt: 1,
            backend: 'git_worktree',
            mountRef: ref,
            baseRevision: 'a'.repeat(40),
            scopeDigest: digestOf('scope'),
            fence: 1,
            expiresAt: T0 + 30_000,
          },
        },
      ]);
  });

  it('[K-161] makes the task executing, with one attempt more of the task and of the Run', () => {
    const story = dispatched();
    story.claim('a');
    expect(story.task('a')).toMatchObject({ status: 'executing', attempt: 1 });
    expect(story.state).toMatchObject({ attemptsUsed: 1, lastFence: 1, dispatches: [] });
  });

  it('[K-227] asks a remote endpoint with a reconcile deadline 30 s after the lease', () => {
    const story = dispatched();
    const {
      agentDefinitionId: _agent,
      hostId: _host,
      ...claim
    } = story.claimCommand('a').data as RunCommandData<'issue_local_assignment'>;
    const dispatchItem = {
      dispatchId: 'workroom-dispatch:v1:x',
      messageId: 'workroom-message:v1:x',
      endpoint: {
        id: 'far',
        owner: 'partner',
        cardDigest: digestOf('card'),
        authBindingId: 'auth',
        transportBindingId: 'transport',
      },
      contextViewDigest: digestOf('view'),
      acceptanceContractId: 'contract',
      capabilitySnapshot: { ref: 'snapshot', hash: digestOf('snapshot'), grantRef: 'grant' },
      disclosureManifestDigest: digestOf('manifest'),
      workspaceDigest: digestOf('workspace'),
    };
    const facts = story.do('issue_remote_assignment', system('supply'), { ...claim, dispatchItem });
    expect(typesOf(facts)).toStrictEqual(['assignment.claimed', 'remote_dispatch.requested', 'workspace.leased']);
    expect(story.assignment('a').execution).toStrictEqual({ kind: 'remote', endpointId: 'far', reconcileDeadline: T0 + 60_000 });
  });

  it('[K-S04] waits for acceptance of what it depends on', () => {
    const story = RunStory.admitted([{ key: 'a', dependsOn: ['b'] }, { key: 'b' }])
      .pinAll()
      .run('b');
    story.complete('b');
    expect(story.task('b').status).toBe('awaiting_acceptance');
    expect(refusalOf(() => story.claim('a'))).toBe('DEPENDENCY_NOT_ACCEPTED');
  });

  it('[K-213] refuses a dispatch that never was, and one of another task or revision', () => {
    const story = dispatched([{ key: 'a' }, { key: 'b' }]);
    const [pending] = story.state.dispatches;
    const decisionId = pending?.decision.decisionId ?? '';
    expect(pending?.decision.taskKey).toBe('a');
    expect(refusalOf(() => story.claim('b'))).toBe('DISPATCH_NOT_FOUND');
    expect(refusalOf(() => story.claim('b', 'alice', { decisionId }))).toBe('DISPATCH_NOT_FOUND');
    expect(refusalOf(() => story.claim('a', 'alice', { taskRevision: 2 }))).toBe('TASK_REVISION_STALE');
    expect(refusalOf(() => story.claim('a', 'alice', { taskKey: 'z' }))).toBe('TASK_NOT_FOUND');
  });

  it('[K-S14] refuses a late claim of a dispatch that nobody claimed for 30 s', () => {
    const story = dispatched();
    const late = story.claimCommand('a');
    expect(typesOf(story.tick(29_999))).toStrictEqual(['clock.advanced']);
    const facts = story.tick(1);
    expect(facts.at(-1)).toMatchObject({ type: 'scheduler.dispatch_withdrawn', data: { reason: 'unclaimed', taskKey: 'a' } });
    expect(refusalOf(() => story.send(late))).toBe('DISPATCH_WITHDRAWN');
    expect(story.task('a')).toMatchObject({ status: 'ready', enqueuedAt: T0 });
    const [again] = story.schedule();
    expect(again).not.toMatchObject({ data: { decisionId: (late.data as { decisionId: string }).decisionId } });
  });

  it('[F-LS-08] is won by one of two claims: the second finds the task taken', () => {
    const story = dispatched();
    const second = story.claimCommand('a', 'bob');
    story.claim('a', 'alice');
    expect(refusalOf(() => story.send(second))).toBe('DISPATCH_NOT_FOUND');
    expect(story.state.assignments).toHaveLength(1);
  });

  it('[K-213] refuses a claim while the Run is paused or being cancelled', () => {
    const story = dispatched();
    const claim = story.claimCommand('a');
    story.pause();
    expect(refusalOf(() => story.send(claim))).toBe('RUN_PAUSED');
    const other = RunStory.admitted([{ key: 'a' }, { key: 'b' }])
      .pinAll()
      .run('a');
    other.schedule();
    const late = other.claimCommand('b', 'bob');
    other.cancel();
    expect(refusalOf(() => other.send(late))).toBe('RUN_CANCELLING');
  });

  it('[K-213] refuses a task that has no contract', () => {
    const story = dispatched();
    const unpinned = story.facts.filter((fact) => fact.type !== 'task.acceptance_pinned');
    const command = story.claimCommand('a');
    specify(runDecider).given(unpinned).when(command).thenRejected('ACCEPTANCE_NOT_PINNED');
  });

  it('[K-213] refuses a task that is not ready any more', () => {
    const story = dispatched();
    const command = story.claimCommand('a');
    const data = { taskKey: 'a', blockerId: 'b', kind: 'external', owner: 'o', reason: null, deadline: T0 + 1 } as const;
    const blocked = [...story.facts, { type: 'task.blocked', data, at: T0 } as const];
    specify(runDecider).given(blocked).when(command).thenRejected('TASK_NOT_READY');
  });

  it('[K-200] refuses a fence that is not above every earlier one of the Run', () => {
    const story = dispatched([{ key: 'a' }, { key: 'b' }]);
    story.claim('a', 'alice', { fence: 7 });
    story.schedule();
    expect(refusalOf(() => story.claim('b', 'bob', { fence: 7 }))).toBe('FENCE_NOT_HIGHER');
    story.claim('b', 'bob', { fence: 8 });
    expect(story.state.lastFence).toBe(8);
  });

  it('[K-213] refuses when the member routes have changed since the dispatch', () => {
    const story = dispatched();
    expect(refusalOf(() => story.claim('a', 'alice', { routeDigest: digestOf('edited routes') }))).toBe('ROUTE_CHANGED');
    expect(ROUTE_DIGEST).not.toBe(digestOf('edited routes'));
  });

  it('[K-227] refuses without an authority resolver, with an expired grant, and for another Assignment id', () => {
    const story = dispatched();
    expect(refusalOf(() => story.claim('a', 'alice', { authorityGrant: null }))).toBe('AUTHORITY_PORT_MISSING');
    const expired = { grantRef: 'grant:1', expiresAt: story.now };
    expect(refusalOf(() => story.claim('a', 'alice', { authorityGrant: expired }))).toBe('ACTOR_NOT_AUTHORIZED');
    expect(refusalOf(() => story.claim('a', 'alice', { assignmentId: 'assignment:mine' }))).toBe('VALUE_INVALID');
    expect(refusalOf(() => story.claim('a', 'alice', { role: 'integration' }))).toBe('ACTOR_NOT_AUTHORIZED');
    expect(assignmentIdOf('scheduler:abc')).toBe('assignment:abc');
  });

  it('[D-55] skips an agent that held the task from which this one is distinct', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b', dependsOn: ['a'], distinctFrom: 'a' }])
      .pinAll()
      .run('a', 'alice');
    story.complete('a');
    story.evaluate('a');
    story.schedule();
    expect(refusalOf(() => story.claim('b', 'alice'))).toBe('ACTOR_NOT_AUTHORIZED');
    story.claim('b', 'bob');
    expect(story.assignment('b').owner).toBe('agent:bob');
  });

  it('[K-181] refuses a claim beyond the attempts of the Run', () => {
    const story = RunStory.admitted(
      [
        { key: 'a', maxAttempts: 1 },
        { key: 'b', maxAttempts: 1 },
      ],
      { budget: { maxTotalAttempts: 2 } },
    ).pinAll();
    story.schedule();
    story.schedule();
    const claim = story.claimCommand('b', 'bob');
    const used = story.facts.map((fact) =>
      fact.type === 'plan.admitted'
        ? {
            ...fact,
            data: { ...fact.data, plan: { ...fact.data.plan, budget: { ...fact.data.plan.budget, maxTotalAttempts: 1 } } },
          }
        : fact,
    );
    story.claim('a');
    const claimed = story.facts.slice(used.length);
    specify(runDecider)
      .given([...used, ...claimed] as never)
      .when({ ...claim, data: { ...claim.data, fence: 2 } } as never)
      .thenRejected('ATTEMPTS_EXHAUSTED');
  });

  it('[K-181] fails whoever could still be dispatched when the last attempt is claimed', () => {
    const story = RunStory.admitted(
      [
        { key: 'a', maxAttempts: 1 },
        { key: 'b', maxAttempts: 1 },
      ],
      {
        budget: { maxTotalAttempts: 2 },
        change: {},
      },
    ).pinAll();
    story.run('a');
    story.now += 30_000;
    story.tick(1);
    expect(story.task('a').failure?.reasonCode).toBe('attempts_exhausted');
    story.do('revise_task', agent('olga', 'orchestrator'), {
      taskKey: 'a',
      taskRevision: 1,
      expectedSequence: story.state.sequence,
      title: null,
      reason: null,
      maxAttempts: 1,
    });
    story.pin('a');
    story.schedule();
    const facts = story.claim(story.state.dispatches[0]?.decision.taskKey ?? '', 'bob');
    expect(typesOf(facts)).toStrictEqual(['assignment.claimed', 'local_execution.requested', 'workspace.leased', 'task.failed']);
    expect(facts.at(-1)).toMatchObject({ data: { reasonCode: 'attempts_exhausted' } });
  });
});
