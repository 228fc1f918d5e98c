import { decodeReport } from '#agent-runtime';
import { BOOTSTRAP_SPONSOR } from '#domain/catalog';
import { isTerminal, runStatus } from '#domain/run';
import { Lifetime } from './lifetime.js';
import { Disk, Network } from './network.js';
import { Attempt, executorDesk, resumed, reviewerDesk, verdictOn, worker } from './scripted-hosts.js';

const REQUEST = { text: '/work audit this repository', sourceKey: 'the-request' };
const LEASE_MS = 31_000;

/** Whatever a dying process says is of no matter. */
async function untilDeath(lifetime: Lifetime, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!lifetime.dead) throw error;
  }
}

/** A whole Run, by a process that may die in it. */
async function firstLife(disk: Disk, lifetime: Lifetime): Promise<void> {
  const mortal = (work: () => Promise<unknown>): Promise<void> => untilDeath(lifetime, work);
  await mortal(async () => {
    const network = await Network.start({ disk, lifetime });
    const executor = executorDesk(network.client, (attempt) => mortal(() => worker(attempt)));
    const reviewer = reviewerDesk(network.client, (offer) => mortal(() => verdictOn(network.client, offer, true)));
    const finished = mortal(async () => {
      await network.say(REQUEST.text, REQUEST);
      await network.ended();
    });
    await Promise.race([lifetime.death, finished]);
    await Promise.allSettled([executor.close(), reviewer.close(), network.stop()]);
  });
}

/** Another process on what the first one left; the person sends once more what was never acknowledged. */
async function secondLife(disk: Disk): Promise<Network> {
  const network = await Network.start({ disk });
  for (const offer of await resumed(network.client)) await worker(new Attempt(network.client, offer));
  const executor = executorDesk(network.client, worker);
  const reviewer = reviewerDesk(network.client);
  await network.say(REQUEST.text, REQUEST);
  await network.settled();
  for (let passed = 0; passed < 40 && !isTerminal(await network.run()); passed += 1) await network.pass(LEASE_MS);
  await Promise.all([executor.close(), reviewer.close()]);
  return network;
}

/** The whole plan or nothing. */
const plannedTasks = (disk: Disk): number => disk.journal.rows.filter(({ type }) => type === 'task.planned').length;

async function reportText(network: Network, reportRef: string): Promise<string | null> {
  const objectId = reportRef.replace('payload:', '');
  const { contentHash = '' } = (await network.disk.vault.find(objectId)) ?? {};
  const { text } = await network.client.payloads.open(
    { ...Network.as(BOOTSTRAP_SPONSOR), capability: { sub: 'system:control-plane', role: 'control_plane' } },
    { projectId: 'demo', runId: null, objectId, contentHash, purpose: 'workroom_awareness', channel: 'console' },
  );
  return text === null ? null : decodeReport(text).markdown;
}

describe('a process that is killed', () => {
  it('[K-S20] [PL-05] at any store write of a Run leaves what a restart finishes: one Run, nothing accepted twice, no report lost', async () => {
    const whole = new Lifetime();
    await firstLife(new Disk(), whole);
    const points = whole.writes * 2;
    const step = Math.max(1, Math.floor(points / 60));
    for (let point = 0; point < points; point += step) {
      const disk = new Disk();
      const lifetime = new Lifetime(point);
      await firstLife(disk, lifetime);
      expect([0, 5]).toContain(plannedTasks(disk));
      const network = await secondLife(disk);
      const state = await network.run();
      const accepted = (await network.facts()).filter(({ type }) => type === 'task.accepted').map(({ data }) => data['taskKey']);
      const keys = state.tasks.map(({ key }) => key).toSorted();
      const reports = await Promise.all(state.tasks.map(({ candidate }) => reportText(network, candidate?.reportRef ?? '')));
      const outcome = { point, status: runStatus(state), accepted: accepted.toSorted(), reports, defects: network.defects };
      expect(outcome).toEqual({ point, status: 'completed', accepted: keys, reports: keys.map(() => 'Done.'), defects: [] });
      await network.stop();
    }
  }, 120_000);
});
