// What is asked of every command before anything else, and which code comes first.
import { agent, metaOf, person, system, textOf } from '#testing';
import { PROJECT, refusalOf, RunStory } from '#testing/run';
import type { Actor, Capability } from '../../kernel/index.js';
import { RUN_COMMANDS, ROLES } from '../index.js';
import type { RunCommand, RunCommandType } from '../index.js';

const running = (): RunStory =>
  RunStory.admitted([{ key: 'a' }])
    .pinAll()
    .run('a');

const capabilityOf = (actor: Actor, change: Partial<Capability> = {}): Capability => ({
  sub: actor.principalId,
  role: actor.role,
  project: PROJECT,
  ...change,
});

function withCapability(story: RunStory, change: Partial<Capability>): RunCommand {
  const beat = story.observeCommand('a', { kind: 'heartbeat' });
  return { ...beat, meta: { ...beat.meta, capability: capabilityOf(beat.meta.actor, change) } } as RunCommand;
}

describe('the scope of a command', () => {
  it('[WK-03] refuses a command without a Project', () => {
    const story = running();
    const beat = story.observeCommand('a', { kind: 'heartbeat' });
    const homeless = { ...beat, meta: { ...beat.meta, projectId: null } } as RunCommand;
    expect(refusalOf(() => story.send(homeless))).toBe('CONTROL_SCOPE_NOT_EXACT');
  });

  it('[K-042] refuses a command for another Project than its token', () => {
    const story = running();
    expect(refusalOf(() => story.send(withCapability(story, { project: 'other' })))).toBe('CONTROL_SCOPE_NOT_EXACT');
  });

  it.each([
    ['run', { run: 'run-other' }],
    ['task', { task: 'b' }],
    ['assignment', { assignment: 'assignment:other' }],
    ['role', { role: 'reviewer' }],
    ['sub', { sub: 'agent:mallory' }],
    ['role', { role: 'gateway' }],
  ] as const)('[K-040] refuses a command outside the claim %s of its token', (_claim, change) => {
    const story = running();
    expect(refusalOf(() => story.send(withCapability(story, change as Partial<Capability>)))).toBe('TOKEN_SCOPE');
  });

  it('[K-040] takes a command inside its token, and leaves attempt and fence to the Envelope', () => {
    const story = running();
    story.now += 1_000;
    const exact = { run: story.runId, task: 'a', assignment: story.assignment('a').assignmentId, attempt: 7, fence: 99 };
    expect(story.send(withCapability(story, exact))).toHaveLength(1);
  });

  it('[K-040] asks a command for the claims that it can meet: one of a whole Run names no task or Assignment', () => {
    const story = running();
    const pause = story.command('pause_run', story.sponsor, { ...story.control(), reasonCode: 'operator_request' });
    const capability = capabilityOf(story.sponsor, { task: 'b', assignment: 'assignment:none' });
    expect(story.send({ ...pause, meta: { ...pause.meta, capability } } as RunCommand)).toHaveLength(2);
  });

  it('[D-38] takes the token of a gateway for a person alone, that of a service for anybody', () => {
    const story = running();
    expect(refusalOf(() => story.send(withCapability(story, { sub: 'system:gateway', role: 'gateway' })))).toBe('TOKEN_SCOPE');
    story.now += 1_000;
    expect(story.send(withCapability(story, { sub: 'system:worker', role: 'service' }))).toHaveLength(1);
  });

  it('[D-38] lets a gateway speak for a person whom it has proven', () => {
    const story = running();
    const pause = story.command('pause_run', story.sponsor, { ...story.control(), reasonCode: 'operator_request' });
    const byGateway = {
      ...pause,
      meta: { ...pause.meta, capability: { sub: 'system:gateway', role: 'gateway', project: PROJECT } },
    };
    expect(story.send(byGateway as RunCommand)).toHaveLength(2);
  });

  it('[K-235] refuses an unknown Run and a Run of another Project', () => {
    const story = running();
    const clock = {
      type: 'advance_clock',
      data: { runId: 'run-unknown' },
      meta: metaOf(system('clock'), PROJECT, 1),
    } as RunCommand;
    expect(refusalOf(() => new RunStory().send(clock))).toBe('RUN_NOT_FOUND');
    expect(refusalOf(() => story.send(clock))).toBe('RUN_NOT_FOUND');
    const foreign = {
      type: 'advance_clock',
      data: { runId: story.runId },
      meta: metaOf(system('clock'), 'other', 1),
    } as RunCommand;
    expect(refusalOf(() => story.send(foreign))).toBe('RUN_PROJECT_MISMATCH');
  });

  it('[K-004] refuses a command with an unknown key, a missing key, or of no known type', () => {
    const story = running();
    const clock = story.command('advance_clock', system('clock'), {});
    const extra = { ...clock, data: { ...clock.data, status: 'accepted' } } as unknown as RunCommand;
    expect(refusalOf(() => story.send(extra))).toBe('VALUE_INVALID');
    const start = story.command('start_assignment', story.executorOf('a'), story.spoken('a'));
    const { fence: _fence, ...rest } = start.data as Record<string, unknown>;
    expect(refusalOf(() => story.send({ ...start, data: rest } as never))).toBe('VALUE_INVALID');
    expect(refusalOf(() => story.send({ ...clock, type: 'set_status' } as never))).toBe('VALUE_INVALID');
  });
});

const EVERY_ACTOR: readonly Actor[] = [
  person('sam'),
  person('pat', 'participant'),
  agent('olga', 'orchestrator'),
  agent('alice', 'executor'),
  agent('ivan', 'integration'),
  agent('rob', 'reviewer'),
  ...(['planning', 'scheduler', 'supply', 'clock', 'acceptance', 'ingress', 'workspace'] as const).map(system),
];

/** Gates and priorities answer the wrong actor with a code of their own. */
const CODES: Partial<Record<RunCommandType, string>> = {
  decide_plan_gate: 'GATE_UNAUTHORIZED',
  reopen_plan_gate: 'GATE_UNAUTHORIZED',
  decide_sponsor_gate: 'GATE_UNAUTHORIZED',
  reopen_sponsor_gate: 'GATE_UNAUTHORIZED',
  commit_priority_change: 'PRIORITY_UNAUTHORIZED',
};

describe('who may send what', () => {
  const types = Object.keys(RUN_COMMANDS) as RunCommandType[];

  it.each(types.filter((type) => !CODES[type]))(
    '[K-043] refuses %s from every other role, whatever the transport said',
    (type) => {
      const story = running();
      const strangers = EVERY_ACTOR.filter((actor) => !ROLES[type].includes(actor.role));
      expect(strangers.length).toBeGreaterThan(0);
      for (const actor of strangers) {
        const code = refusalOf(() => {
          const command = { type, data: { runId: story.runId }, meta: metaOf(actor, PROJECT, 1) } as never;
          return story.decide(command);
        });
        expect([actor.role, code]).toStrictEqual([actor.role, 'ACTOR_NOT_AUTHORIZED']);
      }
    },
  );

  it('[K-043] refuses the right role of the wrong kind', () => {
    const story = running();
    const machine: Actor = { principalId: 'system:sponsor', kind: 'system', role: 'sponsor' };
    expect(refusalOf(() => story.decide({ type: 'pause_run', data: {}, meta: metaOf(machine, PROJECT, 1) } as never))).toBe(
      'ACTOR_NOT_AUTHORIZED',
    );
  });

  it('[WK-06] keeps the executor port from acceptance, dispatch and the clock', () => {
    const story = running();
    const alice = story.executorOf('a');
    story.complete('a');
    const { sequence } = story.state;
    for (const type of [
      'evaluate_task_acceptance',
      'commit_scheduler_decision',
      'advance_clock',
      'pin_task_acceptance',
    ] as const) {
      const meta = { ...metaOf(alice, PROJECT, 1), capability: capabilityOf(alice) };
      expect(refusalOf(() => story.decide({ type, data: {}, meta } as never))).toBe('ACTOR_NOT_AUTHORIZED');
    }
    expect(story.state.sequence).toBe(sequence);
    expect(story.task('a').status).toBe('awaiting_acceptance');
  });

  it('[WK-05] has no generic transition: what a model says leaves the state as it is', () => {
    const story = running();
    const before = story.task('a');
    story.observe('a', {
      kind: 'progress',
      progress: { summary: textOf('summary', 'executed and accepted'), completedUnits: 9 },
    });
    expect(story.task('a')).toStrictEqual(before);
    for (const type of ['set_status', 'accept_task', 'transition_task']) {
      const command = { ...story.command('advance_clock', story.executorOf('a'), {}), type };
      expect(refusalOf(() => story.send(command as never))).toBe('VALUE_INVALID');
    }
    for (const type of types) expect(ROLES[type].length).toBeGreaterThan(0);
  });
});
