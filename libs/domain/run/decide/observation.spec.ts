// Observations: five kinds, only under one's own Envelope, only while the lease holds by the store's clock.
import { agent, digestOf, specify, system, textOf } from '#testing';
import { refusalOf, RunStory, T0, typesOf } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import { operationOf, requestDigest } from './operation.js';
import { runDecider } from '../index.js';

const running = (task: Partial<TaskSketch> = {}): RunStory =>
  RunStory.admitted([{ key: 'a', ...task }])
    .pinAll()
    .run('a');

const seenBy = (story: RunStory, command: Parameters<typeof requestDigest>[0]) => ({
  assignmentId: story.assignment('a').assignmentId,
  observationId: (command.data as { observationId: string }).observationId,
  observationDigest: requestDigest(command),
  envelopeDigest: story.assignment('a').envelopeDigest,
});

describe('a leased Assignment', () => {
  const leased = (): RunStory => {
    const story = RunStory.admitted([{ key: 'a' }]).pinAll();
    story.schedule();
    story.claim('a');
    return story;
  };

  it('[K-215] starts once', () => {
    const story = leased();
    const { assignmentId } = story.assignment('a');
    const command = story.command('start_assignment', story.executorOf('a'), story.spoken('a'));
    specify(runDecider)
      .given(story.facts)
      .when(command)
      .then([{ type: 'assignment.started', data: { assignmentId } }]);
    story.start('a');
    expect(story.assignment('a')).toMatchObject({ status: 'running', startedAt: T0 });
    expect(refusalOf(() => story.start('a'))).toBe('ASSIGNMENT_NOT_RUNNING');
  });

  it('[K-187] may beat and may fail, but neither report nor complete', () => {
    const story = leased();
    expect(refusalOf(() => story.complete('a'))).toBe('ASSIGNMENT_NOT_RUNNING');
    expect(refusalOf(() => story.observe('a', { kind: 'progress', progress: { summary: null } }))).toBe('ASSIGNMENT_NOT_RUNNING');
    expect(refusalOf(() => story.observe('a', { kind: 'checkpoint', checkpointRef: 'c', checkpointDigest: digestOf('c') }))).toBe(
      'ASSIGNMENT_NOT_RUNNING',
    );
    story.now += 1;
    expect(typesOf(story.heartbeat('a'))).toStrictEqual(['assignment.heartbeat']);
    expect(typesOf(story.fail('a'))).toStrictEqual(['assignment.execution_failed']);
  });

  it('[K-215] does not start once its lease is over, recorded or not', () => {
    const story = leased();
    story.now += 30_000;
    expect(refusalOf(() => story.start('a'))).toBe('LEASE_EXPIRED');
    story.tick(1);
    expect(refusalOf(() => story.start('a'))).toBe('LEASE_EXPIRED');
  });
});

describe('a running Assignment', () => {
  it('[K-199] is extended by a heartbeat from the store clock, and its executor cannot choose for how long', () => {
    const story = running();
    story.now += 10_000;
    const beat = story.observeCommand('a', { kind: 'heartbeat' });
    const seen = seenBy(story, beat);
    const expected = [{ type: 'assignment.heartbeat', data: { ...seen, leaseExpiresAt: T0 + 40_000 } }];
    specify(runDecider).given(story.facts).when(beat, story.now).then(expected);
    story.send(beat);
    expect(story.assignment('a').leaseExpiresAt).toBe(T0 + 40_000);
  });

  it('[K-199] refuses a beat that does not extend the lease', () => {
    const story = running();
    expect(refusalOf(() => story.heartbeat('a'))).toBe('HEARTBEAT_NOT_EXTENDING');
  });

  it('[F-LS-03] is judged by the store clock alone: only its instant decides, to the millisecond', () => {
    const story = running();
    story.now = T0 + 29_999;
    story.heartbeat('a');
    story.now = T0 + 59_998;
    expect(story.heartbeat('a')).toHaveLength(1);
    story.now = T0 + 59_998 + 30_000;
    expect(refusalOf(() => story.heartbeat('a'))).toBe('LEASE_EXPIRED');
    expect(refusalOf(() => story.complete('a'))).toBe('LEASE_EXPIRED');
  });

  it('[K-188] notes progress and checkpoints and stays as it is', () => {
    const story = running();
    const summary = textOf('summary', 'half way');
    const progress = story.observeCommand('a', { kind: 'progress', progress: { summary, completedUnits: 1, totalUnits: 2 } });
    specify(runDecider)
      .given(story.facts)
      .when(progress)
      .then([
        {
          type: 'assignment.progress',
          data: { ...seenBy(story, progress), progress: { summary, completedUnits: 1, totalUnits: 2 } },
        },
      ]);
    story.send(progress);
    expect(
      typesOf(story.observe('a', { kind: 'checkpoint', checkpointRef: 'c-1', checkpointDigest: digestOf('c-1') })),
    ).toStrictEqual(['assignment.checkpointed']);
    expect(story.assignment('a')).toMatchObject({
      status: 'running',
      progress: { summary, completedUnits: 1, totalUnits: 2 },
      checkpoint: { ref: 'c-1', digest: digestOf('c-1') },
    });
  });

  it('[K-162] binds report and candidate when it completes', () => {
    const story = running();
    const completion = {
      reportRef: 'report:1',
      reportDigest: digestOf('report'),
      candidateRef: 'candidate:1',
      candidateHash: digestOf('candidate'),
    };
    const command = story.observeCommand('a', { kind: 'execution_completed', ...completion });
    const expected = [{ type: 'assignment.execution_completed', data: { ...seenBy(story, command), ...completion } }];
    specify(runDecider).given(story.facts).when(command).then(expected);
    story.send(command);
    expect(story.task('a')).toMatchObject({
      status: 'awaiting_acceptance',
      activeAssignmentId: null,
      candidate: { ...completion, producerPrincipalId: 'agent:alice', baseRevision: 'a'.repeat(40) },
    });
    expect(story.state.assignments).toStrictEqual([]);
  });

  it('[K-352] refuses a candidateRef of which no wait id could be made', () => {
    const story = running();
    const long = {
      candidateRef: `c${'x'.repeat(160)}`,
      candidateHash: digestOf('c'),
      reportRef: 'r',
      reportDigest: digestOf('r'),
    };
    expect(refusalOf(() => story.observe('a', { kind: 'execution_completed', ...long }))).toBe('VALUE_INVALID');
  });

  it('[K-166] goes back to the queue when it failed and may try again', () => {
    const story = running();
    story.now += 5_000;
    const failure = { reasonCode: 'tool_error', retryable: true, reportRef: 'report:1' } as const;
    const command = story.observeCommand('a', { kind: 'execution_failed', ...failure });
    const expected = [{ type: 'assignment.execution_failed', data: { ...seenBy(story, command), ...failure } }];
    specify(runDecider).given(story.facts).when(command, story.now).then(expected);
    story.send(command);
    expect(story.task('a')).toMatchObject({ status: 'ready', attempt: 1, enqueuedAt: T0 + 5_000 });
    expect(story.task('a').pastAssignments).toMatchObject([{ status: 'failed', failureReason: 'tool_error' }]);
  });

  it('[K-167] fails its task when trying again is no use, or no attempt is left', () => {
    const hopeless = running();
    expect(typesOf(hopeless.fail('a', { retryable: false }))).toStrictEqual(['assignment.execution_failed', 'task.failed']);
    expect(hopeless.task('a').failure?.reasonCode).toBe('execution_failed');
    const last = running({ maxAttempts: 1 });
    expect(last.fail('a').at(-1)).toStrictEqual({
      type: 'task.failed',
      data: { taskKey: 'a', reason: null, reasonCode: 'attempts_exhausted' },
    });
  });

  it.each([
    ['capability_missing', 'capability'],
    ['workspace_error', 'external'],
  ] as const)('[D-35] leaves a blocker behind when it failed with %s', (reasonCode, kind) => {
    const story = running();
    const { assignmentId } = story.assignment('a');
    const facts = story.fail('a', { reasonCode, retryable: false });
    expect(facts.at(-1)).toStrictEqual({
      type: 'task.blocked',
      data: {
        taskKey: 'a',
        blockerId: `execution:${assignmentId}`,
        kind,
        owner: 'orchestrator:demo',
        reason: null,
        deadline: T0 + 900_000,
        allowedActions: ['resolve', 'replan', 'cancel'],
      },
    });
    expect(story.task('a')).toMatchObject({ status: 'blocked', attempt: 1 });
    const last = running({ maxAttempts: 1 });
    expect(typesOf(last.fail('a', { reasonCode }))).toStrictEqual(['assignment.execution_failed', 'task.failed']);
  });

  it('[K-191] does not end by a checkpoint that nobody asked for', () => {
    const story = running({ scheduler: { preemptibility: 'checkpointable' } });
    story.observe('a', { kind: 'checkpoint', checkpointRef: 'c', checkpointDigest: digestOf('c') });
    expect(story.assignment('a').status).toBe('running');
  });
});

describe('an Assignment that lost its task', () => {
  const displaced = (): { story: RunStory; old: ReturnType<RunStory['observeCommand']>[] } => {
    const story = running();
    const old = [
      story.observeCommand('a', { kind: 'heartbeat' }),
      story.observeCommand('a', {
        kind: 'execution_completed',
        reportRef: 'report:late',
        reportDigest: digestOf('late'),
        candidateRef: 'candidate:late',
        candidateHash: digestOf('late'),
      }),
      story.observeCommand('a', { kind: 'execution_failed', reasonCode: 'tool_error', retryable: true }),
    ];
    story.tick(30_000);
    story.run('a', 'alice');
    return { story, old };
  };

  it('[K-S05] cannot report once a claim with a higher fence holds the task', () => {
    const { story, old } = displaced();
    const { sequence } = story.state;
    for (const command of old) expect(refusalOf(() => story.send(command))).toBe('ENVELOPE_STALE');
    expect(story.state.sequence).toBe(sequence);
  });

  it('[F-LS-01] is told apart from the same worker who claimed again: all its writes are refused, the new attempt goes on', () => {
    const { story, old } = displaced();
    expect(story.assignment('a')).toMatchObject({ owner: 'agent:alice', fence: 2, attempt: 2, status: 'running' });
    for (const command of old) expect(refusalOf(() => story.send(command))).toBe('ENVELOPE_STALE');
    story.now += 1_000;
    expect(typesOf(story.heartbeat('a'))).toStrictEqual(['assignment.heartbeat']);
    expect(typesOf(story.complete('a'))).toStrictEqual(['assignment.execution_completed']);
  });

  it('[F-LS-10] is refused with a finished result in hand, which then is nowhere its successor reads', () => {
    const { story, old } = displaced();
    expect(refusalOf(() => story.send(old[1] as never))).toBe('ENVELOPE_STALE');
    expect(story.task('a')).toMatchObject({ status: 'executing', candidate: null });
    story.complete('a');
    expect(story.task('a').candidate?.reportRef).not.toBe('report:late');
  });

  it('[F-LS-05] leaves no lock behind: a finished attempt holds nothing, and the task can be claimed at once', () => {
    const story = running();
    story.fail('a');
    expect(story.state.assignments).toStrictEqual([]);
    expect(typesOf(story.schedule())).toStrictEqual(['scheduler.dispatch_requested']);
    expect(typesOf(story.claim('a', 'bob'))[0]).toBe('assignment.claimed');
  });

  it.each([
    ['taskRevision', { taskRevision: 2 }],
    ['attempt', { attempt: 9 }],
    ['fence', { fence: 9 }],
    ['digest', { envelopeDigest: digestOf('other') }],
  ])('[K-205] is recognised by its %s', (_what, change) => {
    const story = running();
    expect(refusalOf(() => story.observe('a', { kind: 'heartbeat' }, change))).toBe('ENVELOPE_STALE');
  });

  it('[K-205] is recognised by its owner and role', () => {
    const story = running();
    const said = { ...story.spoken('a'), observationId: 'o-1', observation: { kind: 'heartbeat' } as const };
    expect(refusalOf(() => story.do('apply_observation', agent('mallory', 'executor'), said))).toBe('ENVELOPE_STALE');
    expect(refusalOf(() => story.do('apply_observation', agent('alice', 'integration'), said))).toBe('ENVELOPE_STALE');
  });

  it('[K-045] is told from one that never was', () => {
    const story = running();
    expect(refusalOf(() => story.observe('a', { kind: 'heartbeat' }, { assignmentId: 'assignment:none' }))).toBe(
      'ASSIGNMENT_NOT_FOUND',
    );
    expect(refusalOf(() => story.observe('a', { kind: 'heartbeat' }, { taskKey: 'z' }))).toBe('TASK_NOT_FOUND');
  });
});

describe('the identity of an observation', () => {
  it('[K-203] is its id with one digest, which other words under the same id do not share', () => {
    const story = running();
    const one = story.observeCommand(
      'a',
      { kind: 'progress', progress: { summary: textOf('summary', 'one') } },
      { observationId: 'o-1' },
    );
    const same = story.observeCommand(
      'a',
      { kind: 'progress', progress: { summary: textOf('summary', 'one') } },
      { observationId: 'o-1' },
    );
    const drift = story.observeCommand(
      'a',
      { kind: 'progress', progress: { summary: textOf('summary', 'two') } },
      { observationId: 'o-1' },
    );
    expect(operationOf(one)).toMatchObject({ kind: 'observationId', key: 'o-1' });
    expect(operationOf(same)).toStrictEqual(operationOf(one));
    expect(operationOf(drift).digest).not.toBe(operationOf(one).digest);
  });
});

describe('an integration Assignment', () => {
  const integrating = (): RunStory => {
    const story = RunStory.admitted([{ key: 'a', role: 'integration' }]).pinAll();
    story.schedule();
    story.claim('a', 'ivan');
    story.start('a');
    return story;
  };

  it('[W-042] is blocked by a conflict, which is no failure of its producers', () => {
    const story = integrating();
    const facts = story.observe('a', {
      kind: 'integration_conflicted',
      pathsDigest: digestOf('paths'),
      candidates: ['c-1', 'c-2'],
    });
    expect(typesOf(facts)).toStrictEqual(['integration.conflicted', 'assignment.execution_failed', 'task.blocked']);
    expect(story.task('a').blockers).toMatchObject([{ kind: 'external', owner: 'orchestrator:demo' }]);
  });

  it('[W-042] is blocked by a moved target', () => {
    const story = integrating();
    const facts = story.observe('a', { kind: 'integration_target_moved', expectedRevision: 'a1', actualRevision: 'b2' });
    expect(facts[0]).toStrictEqual({
      type: 'integration.target_moved',
      data: { taskKey: 'a', expectedRevision: 'a1', actualRevision: 'b2' },
    });
    expect(story.task('a').status).toBe('blocked');
  });

  it('[K-237] alone reports conflicts', () => {
    const story = running();
    const conflict = { kind: 'integration_conflicted', pathsDigest: digestOf('paths'), candidates: [] } as const;
    expect(refusalOf(() => story.observe('a', conflict))).toBe('ACTOR_NOT_AUTHORIZED');
  });
});

describe('a cancelled Assignment', () => {
  const cancelled = (): RunStory => {
    const story = running();
    story.cancel();
    return story;
  };
  const settle = (story: RunStory, change: Partial<Parameters<RunStory['do']>[2]> = {}, by = story.executorOf('a')) =>
    story.do('settle_cancel', by, {
      ...story.spoken('a'),
      outcome: 'interrupted',
      effects: [],
      receiptDigests: [],
      ...change,
    } as never);

  it('[K-196] cannot complete or beat any more', () => {
    const story = cancelled();
    story.now += 1;
    expect(refusalOf(() => story.complete('a'))).toBe('ASSIGNMENT_NOT_RUNNING');
    expect(refusalOf(() => story.heartbeat('a'))).toBe('ASSIGNMENT_NOT_RUNNING');
  });

  it('[K-214] is settled by its host, and the last settlement ends the Run', () => {
    const story = cancelled();
    expect(settle(story)).toStrictEqual([
      { type: 'assignment.cancelled', data: { assignmentId: story.assignment('a').assignmentId, outcome: 'interrupted' } },
      { type: 'task.cancelled', data: { taskKey: 'a', reason: null } },
      { type: 'run.cancelled', data: { reason: null } },
    ]);
    expect(story.state.cancelled).toBe(true);
  });

  it('[K-214] is outcome_unknown when an effect of it is, whatever its host says', () => {
    const story = cancelled();
    const effects = [{ effectIntentId: 'effect:1', outcome: 'outcome_unknown' }];
    const facts = settle(
      story,
      { effects, outcome: 'committed', receiptDigests: [digestOf('receipt')] } as never,
      system('workspace'),
    );
    expect(facts[0]).toMatchObject({ data: { outcome: 'outcome_unknown' } });
  });

  it('[K-214] is committed only with receipts', () => {
    const story = cancelled();
    expect(refusalOf(() => settle(story, { outcome: 'committed' } as never))).toBe('VALUE_INVALID');
    const facts = settle(story, { outcome: 'committed', receiptDigests: [digestOf('receipt')] } as never);
    expect(facts[0]).toMatchObject({ data: { outcome: 'committed' } });
  });

  it('[K-214] is not settled before it was cancelled', () => {
    const story = running();
    expect(refusalOf(() => settle(story))).toBe('ASSIGNMENT_NOT_RUNNING');
  });
});
