import type { Observation, Observed } from '#contracts/commands';
import { isTerminal, runStatus } from '#domain/run';
import { Disk, Network } from './network.js';
import { Attempt, executorDesk, resumed, reviewerDesk, verdictOn, worker } from './scripted-hosts.js';

const EXPIRED_MS = 30_001;

describe('work under leases', () => {
  let network: Network;
  beforeEach(async () => {
    network = await Network.start();
    await network.say('/work audit this repository');
    await network.settled();
  });
  afterEach(() => network.stop());

  const running = (state: { readonly assignments: readonly { readonly status: string }[] }): boolean =>
    state.assignments.some(({ status }) => status === 'running');

  it('[F-LS-01] [K-S05] refuses every word of an attempt whose lease was lost; the new attempt of the same worker is unaffected', async () => {
    const attempts: Attempt[] = [];
    const desk = executorDesk(network.client, async (attempt) => {
      attempts.push(attempt);
      await attempt.start();
    });
    await network.until(running);
    await network.pass(EXPIRED_MS);
    await network.until((state) => attempts.length === 2 && running(state));
    const [old, fresh] = attempts as [Attempt, Attempt];
    expect(fresh.offer.envelope.fence).toBeGreaterThan(old.offer.envelope.fence);
    const before = await network.journal.position();
    await expect(old.heartbeat()).rejects.toMatchObject({ code: 'ENVELOPE_STALE' });
    await expect(old.complete()).rejects.toMatchObject({ code: 'ENVELOPE_STALE' });
    await expect(old.fail(true)).rejects.toMatchObject({ code: 'ENVELOPE_STALE' });
    expect(await network.journal.position()).toBe(before);
    expect((await fresh.complete()).receipt.outcome).toBe('committed');
    await desk.close();
  });

  it('[F-LS-08] one dispatch is claimed once, however many hosts pull', async () => {
    const first = executorDesk(network.client, worker, { hostId: 'host-1', freeSlots: 4 });
    const second = executorDesk(network.client, worker, { hostId: 'host-2', freeSlots: 4 });
    const reviewer = reviewerDesk(network.client);
    await network.ended();
    await Promise.all([first.close(), second.close(), reviewer.close()]);
    const claims = (await network.facts()).filter(({ type }) => type === 'assignment.claimed').map(({ data }) => data['taskKey']);
    expect(claims.toSorted()).toEqual([
      'inventory',
      'licences-and-dependencies',
      'report',
      'test-command',
      'todo-and-large-files',
    ]);
  });

  it('[K-S14] withdraws a dispatch that nobody claims in 30 s; after the third the task waits for supply, and goes on when it appears', async () => {
    for (let withdrawn = 1; withdrawn <= 3; withdrawn += 1) await network.pass(EXPIRED_MS);
    const facts = await network.facts();
    const withdrawals = facts.filter(({ type }) => type === 'scheduler.dispatch_withdrawn').map(({ data }) => data['reason']);
    expect(withdrawals).toEqual(['unclaimed', 'unclaimed', 'unclaimed']);
    expect((await network.run()).tasks.find(({ key }) => key === 'inventory')?.blockers[0]).toMatchObject({
      kind: 'capability',
      owner: 'workroom-scheduler-assignment-supply',
    });
    const executor = executorDesk(network.client, worker);
    const reviewer = reviewerDesk(network.client);
    expect(runStatus(await network.ended())).toBe('completed');
    await Promise.all([executor.close(), reviewer.close()]);
  });

  it('[K-S04] dispatches nothing that depends on a task before that is accepted', async () => {
    const desk = executorDesk(network.client, worker);
    await network.until(({ tasks }) => tasks.some(({ status }) => status === 'awaiting_acceptance'));
    await network.settled();
    expect(desk.taken.map(({ envelope }) => envelope.taskKey)).toEqual(['inventory']);
    await desk.close();
  });

  it('a host takes back what it had only leased, with the same Envelope; what was running is not replayed', async () => {
    const desk = executorDesk(network.client);
    await network.until(({ assignments }) => assignments.length === 1);
    await desk.close();
    const [offer] = await resumed(network.client);
    expect(offer).toEqual({
      ...desk.taken[0],
      resumed: true,
      capability: { ...desk.taken[0]?.capability, jti: offer?.capability.jti },
    });
    await new Attempt(network.client, offer!).start();
    expect(await resumed(network.client)).toEqual([]);
    expect(await resumed(network.client, 'host-9')).toEqual([]);
  });

  it('[K-S19] an observation sent twice is recorded once and answered alike, also after the Run closed; with other content it is refused', async () => {
    const said: { attempt: Attempt; id: string; completion: Observation; observed: Observed }[] = [];
    const desk = executorDesk(network.client, async (attempt) => {
      await attempt.start();
      const completion = await attempt.completion();
      const id = attempt.nextId();
      said.push({ attempt, id, completion, observed: await attempt.observe(id, completion) });
    });
    const reviewer = reviewerDesk(network.client);
    await network.ended();
    await Promise.all([desk.close(), reviewer.close()]);
    const position = await network.journal.position();
    const { attempt, id, completion, observed } = said[0]!;
    expect((await attempt.observe(id, completion)).receipt).toEqual({ ...observed.receipt, outcome: 'duplicate' });
    const other = attempt.observe(id, { ...completion, claimIds: ['c2'] } as Observation);
    await expect(other).rejects.toMatchObject({ code: 'OPERATION_PAYLOAD_CONFLICT' });
    expect(await network.journal.position()).toBe(position);
  });

  it('[K-S10] three reworks of one task use up its revisions: it fails, and the Run needs a new plan', async () => {
    const desk = executorDesk(network.client, worker);
    const reviewer = reviewerDesk(network.client, (offer) => verdictOn(network.client, offer, false));
    const state = await network.until((run) => runStatus(run) === 'needs_replan');
    await Promise.all([desk.close(), reviewer.close()]);
    expect(state.tasks.find(({ key }) => key === 'inventory')?.failure?.reasonCode).toBe('rework_exhausted');
    expect(reviewer.taken.map(({ taskRevision }) => taskRevision)).toEqual([1, 2, 3]);
  });
});

describe('after a restart past every deadline', () => {
  it('[K-S13] each wait expires exactly once, and the Run still can be finished by people and hosts', async () => {
    const disk = new Disk();
    const before = await Network.start({ disk });
    await before.say('/work audit this repository');
    const desk = executorDesk(before.client, worker);
    await before.until(({ tasks }) => tasks.some(({ review }) => review?.status === 'open'));
    await desk.close();
    await before.stop();
    disk.now += 3_600_000;
    const network = await Network.start({ disk });
    await network.settled();
    const facts = await network.facts();
    const count = (type: string): number => facts.filter((fact) => fact.type === type).length;
    expect([count('reviewer.expired'), count('task.deadline_missed'), count('reviewer.assigned')]).toEqual([1, 5, 2]);
    const executor = executorDesk(network.client, worker);
    const reviewer = reviewerDesk(network.client);
    expect(isTerminal(await network.ended())).toBe(true);
    await Promise.all([executor.close(), reviewer.close()]);
    await network.stop();
  });

  it('[K-S02] two schedulers, two clocks and two of everything else on one Journal write one set of facts', async () => {
    const network = await Network.start();
    const twin = await Network.start({ disk: network.disk, journal: network.journal });
    await network.say('/work audit this repository');
    await Promise.all([network.settled(), twin.settled()]);
    network.disk.now += EXPIRED_MS;
    network.orchestrator.tick();
    twin.orchestrator.tick();
    await Promise.all([network.settled(), twin.settled()]);
    const facts = await network.facts();
    const counted = ['run.created', 'task.acceptance_pinned', 'scheduler.dispatch_withdrawn', 'scheduler.dispatch_requested'];
    expect(counted.map((type) => facts.filter((fact) => fact.type === type).length)).toEqual([1, 5, 1, 2]);
    await Promise.all([network.stop(), twin.stop()]);
  });
});
