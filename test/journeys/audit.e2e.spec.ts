// `/work audit this repository`, from message to accepted result: strategy agents on a real git repository, everything else in memory.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeReport } from '#agent-runtime';
import { memoryCheckpoints } from '#agent-runtime/checkpoints';
import { BOOTSTRAP_SPONSOR } from '#domain/catalog';
import { runStatus } from '#domain/run';
import { GitWorkspaceProvider } from '#workspaces/git';
import { Sandbox } from '#workspaces/sandbox';
import { Executor } from '../../apps/executor/executor.module.js';
import { Reviewer } from '../../apps/reviewer/reviewer.module.js';
import { Network } from '../network/network.js';
import { testRepository } from '../processes/repository.js';

describe('an audit by strategy agents', () => {
  const repository = testRepository();
  const dataDir = mkdtempSync(join(tmpdir(), 'workroom-audit-'));
  afterAll(() => {
    repository.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('[WK-01] ends with every task accepted through a reviewer, a report of true file names, and the repository untouched', async () => {
    const before = repository.fingerprint();
    const sandbox = await Sandbox.detect(join(dataDir, 'sandbox'));
    const workspaces = await GitWorkspaceProvider.open({ dataDir, sandbox });
    const network = await Network.start({
      settings: { demoWorkspace: repository.path, sandbox: sandbox.status.works },
      ports: { resolveBaseRevision: (source) => workspaces.resolveBaseRevision(source) },
    });
    const { client } = network;
    const log = (): void => undefined;
    const modelOf = (): Promise<null> => Promise.resolve(null);
    const host = { client, workspaces, log, modelOf, drainMs: 5_000, slots: 2 };
    const executor = new Executor({
      ...{ ...host, hostId: 'host-1', agents: ['agent:executor'], rulesOf: () => [{ effect: 'allow', tool: 'shell:bash' }] },
      ...{ checkpoints: memoryCheckpoints(), now: () => network.disk.now },
    });
    const reviewer = new Reviewer({ ...host, hostId: 'host-2', agents: ['agent:reviewer'] });
    executor.onApplicationBootstrap();
    reviewer.onApplicationBootstrap();
    await network.say('/work audit this repository');
    const state = await network.ended();
    await Promise.all([executor.beforeApplicationShutdown(), reviewer.beforeApplicationShutdown()]);
    expect(runStatus(state)).toBe('completed');
    expect(state.tasks.map(({ record }) => record?.verdict?.method)).toEqual(state.tasks.map(() => 'recomputed'));
    const report = await reportOf(network, state.tasks.find(({ key }) => key === 'report')?.candidate?.reportRef ?? '');
    for (const file of ['README.md', 'LICENSE', 'package.json']) expect(report).toContain(file);
    expect(repository.fingerprint()).toBe(before);
    await network.stop();
  }, 60_000);
});

async function reportOf({ client, disk }: Network, reportRef: string): Promise<string> {
  const objectId = reportRef.replace('payload:', '');
  const { contentHash = '' } = (await disk.vault.find(objectId)) ?? {};
  const { text } = await client.payloads.open(
    { ...Network.as(BOOTSTRAP_SPONSOR), capability: { sub: 'system:control-plane', role: 'control_plane' } },
    { projectId: 'demo', runId: null, objectId, contentHash, purpose: 'workroom_awareness', channel: 'console' },
  );
  return decodeReport(text ?? '').markdown;
}
