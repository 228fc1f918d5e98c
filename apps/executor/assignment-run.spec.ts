import { jest } from '@jest/globals';
import type { AgentBrief, AgentPorts, AgentReport, AgentStep } from '#agent-runtime';
import { NO_USAGE } from '#agent-runtime';
import type { AssignmentOffer, CommandClient, Observation, Observed } from '#contracts/commands';
import type { Receipt } from '#contracts/codec';
import { PAYLOAD_KIND, Rejection, Unavailable } from '#domain/kernel';
import type { Workspace, WorkspaceProvider } from '#workspaces';
import { AssignmentRun } from './assignment-run.js';
import type { AssignmentHost } from './assignment-run.js';

const receipt: Receipt = { outcome: 'committed', streamId: 'run-r1', revision: 1, eventIds: [], position: 1 };
const observed: Observed = { receipt, leaseExpiresAt: null, capability: null, cancel: null, checkpoint: null };
const reference = (objectId: string) => ({
  version: 1 as const,
  kind: PAYLOAD_KIND as typeof PAYLOAD_KIND,
  fieldPath: 'title',
  contentHash: `hmac-sha256:${'0'.repeat(64)}`,
  receipt: { objectId, descriptorDigest: `sha256:${'0'.repeat(64)}` },
});
const offer = (part: Partial<AssignmentOffer> = {}): AssignmentOffer => ({
  envelope: {
    projectId: 'demo',
    runId: 'r1',
    taskKey: 'report',
    taskRevision: 1,
    assignmentId: 'assignment:1',
    attempt: 1,
    fence: 1,
    digest: `sha256:${'1'.repeat(64)}`,
  } as AssignmentOffer['envelope'],
  capability: { sub: 'agent:executor', role: 'executor', jti: 'first' },
  leaseExpiresAt: 30_000,
  leaseMs: 30_000,
  resumed: false,
  title: reference('title'),
  strategy: 'repository-audit@1.0.0',
  criteria: [],
  capabilities: ['read_file'],
  dependencies: [],
  reworkReason: null,
  baseRevision: 'a'.repeat(40),
  workspace: { kind: 'git', path: '/repository' },
  ...part,
});
const report: AgentReport = { version: 1, markdown: '# Report', claims: [], evidence: [] };
const done: AgentStep = { kind: 'report', report, usage: NO_USAGE, model: null };
const progress: AgentStep = { kind: 'progress', summary: 'reading', completedUnits: 1, totalUnits: 2 };

/** An Assignment whose orchestrator and agent do as they are told; `said` is what reached the orchestrator, in order. */
function scene(
  agent: (brief: AgentBrief, ports: AgentPorts, signal: AbortSignal) => AsyncIterable<AgentStep>,
  answer: (observation: Observation) => Observed | Error = () => observed,
  part: Partial<AssignmentOffer> = {},
) {
  const said: string[] = [];
  const observations: { id: string; observation: Observation; jti: string | undefined }[] = [];
  const logs: { level: string; fields: unknown; message: string }[] = [];
  const client = {
    execution: {
      start: () => (said.push('start'), Promise.resolve(receipt)),
      observe: ({ capability }: { capability: { jti?: string } }, _target: unknown, id: string, observation: Observation) => {
        said.push(observation.type);
        observations.push({ id, observation, jti: capability.jti });
        const given = answer(observation);
        return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
      },
      recordWorkspace: (_caller: unknown, _target: unknown, record: { type: string }) => (
        said.push(`workspace.${record.type}`),
        Promise.resolve(receipt)
      ),
      settleCancel: (_caller: unknown, _target: unknown, outcome: string) => (
        said.push(`settle_cancel ${outcome}`),
        Promise.resolve(receipt)
      ),
    },
    payloads: {
      register: (_caller: unknown, { kind }: { kind: string }) => (
        said.push(`register ${kind}`),
        Promise.resolve(reference(`object-${said.length}`))
      ),
      open: () => Promise.resolve({ disposition: 'full', reasons: [], text: 'the text', contentHash: '' }),
    },
  } as unknown as CommandClient;
  const workspaces = {
    lease: () =>
      Promise.resolve({ lease: { backend: 'snapshot', state: 'leased' }, files: {}, commands: null } as unknown as Workspace),
    discard: () => (said.push('discard'), Promise.resolve({ state: 'discarded' })),
  } as unknown as WorkspaceProvider;
  let now = 0;
  const host: AssignmentHost = {
    client,
    workspaces,
    setup: () =>
      Promise.resolve({
        destination: { channel: 'context_view' },
        ports: {
          model: null,
          checkpoints: {} as AgentPorts['checkpoints'],
          gate: () => Promise.resolve({ decision: 'allow' as const }),
        },
      }),
    runAgent: agent,
    now: () => now,
    log: (level, message, fields) => logs.push({ level, message, fields }),
  };
  const run = new AssignmentRun(host, offer(part));
  return { run, said, observations, logs, pass: (ms: number) => (now += ms) };
}
const steps = (...given: AgentStep[]) =>
  async function* () {
    yield* given;
  };
/** Works until it is told to stop. */
async function* untilStopped(_brief: AgentBrief, _ports: AgentPorts, signal: AbortSignal): AsyncIterable<AgentStep> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  yield { kind: 'stopped' };
}

describe('an Assignment', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[W-018] stores the report before it says that it is complete, then cleans up', async () => {
    const { run, said } = scene(steps(done));
    await expect(run.run()).resolves.toBe('completed');
    expect(said).toEqual(['start', 'register task_report', 'execution_completed', 'discard', 'workspace.discarded']);
  });

  it('[W-019] an agent that ends without a candidate is a failure with a reason', async () => {
    const { run, observations } = scene(
      steps({
        kind: 'failed',
        reasonCode: 'model_unavailable',
        retryable: true,
        detail: 'no answer',
        usage: NO_USAGE,
        model: null,
      }),
    );
    await expect(run.run()).resolves.toBe('failed');
    expect(observations[0]?.observation).toMatchObject({ type: 'execution_failed', reasonCode: 'model_error', retryable: true });
  });

  it('[W-021] progress is said at most once in 5 s, a heartbeat at each third of the lease', async () => {
    const all = scene(async function* (_brief, _ports, signal) {
      yield progress;
      yield progress;
      all.pass(4_999);
      yield progress;
      all.pass(1);
      yield progress;
      await jest.advanceTimersByTimeAsync(30_000);
      expect(signal.aborted).toBe(false);
      yield done;
    });
    await all.run.run();
    expect(all.said.filter((what) => what === 'progress')).toHaveLength(2);
    expect(all.said.filter((what) => what === 'heartbeat')).toHaveLength(3);
  });

  it('[W-022] a refused heartbeat stops the tools, and nothing of the attempt is said any more', async () => {
    const { run, said, logs } = scene(untilStopped, ({ type }) =>
      type === 'heartbeat' ? new Rejection('LEASE_EXPIRED', 'The lease is over.') : observed,
    );
    const ended = run.run();
    await jest.advanceTimersByTimeAsync(10_000);
    await expect(ended).resolves.toBe('lease_lost');
    expect(said).toEqual(['start', 'heartbeat', 'discard', 'workspace.discarded']);
    expect(logs).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ code: 'LEASE_EXPIRED' }) }),
    );
  });

  it('a heartbeat that finds the orchestrator away does not stop the agent', async () => {
    let away = true;
    const all = scene(
      async function* (_brief, _ports, signal) {
        await jest.advanceTimersByTimeAsync(10_000);
        await jest.advanceTimersByTimeAsync(9_000);
        away = false;
        expect(signal.aborted).toBe(false);
        yield done;
      },
      ({ type }) => (type === 'heartbeat' && away ? new Unavailable('STORE_UNAVAILABLE', 'Not now.', 1) : observed),
    );
    await expect(all.run.run()).resolves.toBe('completed');
  });

  it('a heartbeat renews the token, and a resend carries the same observationId', async () => {
    let lost = true;
    const all = scene(
      async function* () {
        await jest.advanceTimersByTimeAsync(10_000);
        yield done;
      },
      ({ type }) => {
        if (type === 'heartbeat') return { ...observed, capability: { sub: 'agent:executor', role: 'executor', jti: 'second' } };
        if (type === 'execution_completed' && lost) {
          lost = false;
          setImmediate(() => void jest.advanceTimersByTimeAsync(10));
          return new Unavailable('STORE_UNAVAILABLE', 'Not now.', 1);
        }
        return observed;
      },
    );
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    await all.run.run();
    const [beat, first, second] = all.observations;
    expect([beat?.jti, first?.jti, second?.jti]).toEqual(['first', 'second', 'second']);
    expect(first?.id).toBe(second?.id);
    expect(first?.id).not.toBe(beat?.id);
  });

  it('a cancel stops the agent, and the attempt settles it', async () => {
    const { run, said } = scene(untilStopped, ({ type }) =>
      type === 'heartbeat' ? { ...observed, cancel: { controlDeadline: 60_000 } } : observed,
    );
    const ended = run.run();
    await jest.advanceTimersByTimeAsync(10_000);
    await expect(ended).resolves.toBe('cancelled');
    expect(said).toEqual(['start', 'heartbeat', 'settle_cancel interrupted', 'discard', 'workspace.discarded']);
  });

  it('[F-LS-10] a result that comes after the lease was lost is refused, discarded and noted', async () => {
    const { run, said, logs } = scene(steps(done), ({ type }) =>
      type === 'execution_completed' ? new Rejection('ENVELOPE_STALE', 'Another attempt holds the task.') : observed,
    );
    await expect(run.run()).resolves.toBe('lease_lost');
    expect(said.slice(-2)).toEqual(['discard', 'workspace.discarded']);
    expect(said).not.toContain('execution_failed');
    expect(logs).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ code: 'ENVELOPE_STALE' }) }),
    );
  });

  it('a defect of an agent is a failure that may be tried again, and its words reach no observation', async () => {
    const { run, observations } = scene(() => {
      throw new Error('secret words');
    });
    await expect(run.run()).resolves.toBe('failed');
    expect(observations[0]?.observation).toEqual({ type: 'execution_failed', reasonCode: 'internal_error', retryable: true });
  });

  it('[WK-05] a tool outside the capability snapshot is denied, whatever the agent asks for', async () => {
    const decisions: unknown[] = [];
    const { run } = scene(async function* (_brief, { gate }) {
      decisions.push(
        await gate({ identity: 'files:read_file', arguments: {} }),
        await gate({ identity: 'shell:bash', arguments: {} }),
      );
      yield done;
    });
    await run.run();
    expect(decisions).toEqual([{ decision: 'allow' }, { decision: 'deny', reason: expect.any(String) }]);
  });

  it('a drained attempt leaves its lease to run out', async () => {
    const { run, said } = scene(untilStopped);
    const ended = run.run();
    await jest.advanceTimersByTimeAsync(1);
    run.drain();
    await expect(ended).resolves.toBe('drained');
    expect(said).toEqual(['start', 'discard', 'workspace.discarded']);
  });
});
