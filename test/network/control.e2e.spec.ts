import { demoDefinition } from '#domain/catalog';
import type { WorkroomDefinition } from '#domain/catalog';
import { runStatus } from '#domain/run';
import { Network } from './network.js';
import { executorDesk, reviewerDesk, worker } from './scripted-hosts.js';
import type { Attempt } from './scripted-hosts.js';

const types = async (network: Network): Promise<readonly string[]> => (await network.facts()).map(({ type }) => type);
const clarified = async (network: Network): Promise<unknown> =>
  (await network.facts('inbox-demo')).findLast(({ type }) => type === 'proposal.clarification_required')?.data['reasonCode'];

describe('control of a Run', () => {
  let network: Network;
  let runId: string;
  beforeEach(async () => {
    network = await Network.start();
    await network.say('/work audit this repository');
    await network.settled();
    ({ runId } = await network.run());
  });
  afterEach(() => network.stop());

  it('[K-S15] while paused a completion is recorded and nothing new is dispatched, until it is resumed', async () => {
    const attempts: Attempt[] = [];
    const desk = executorDesk(network.client, async (attempt) => {
      attempts.push(attempt);
      await attempt.start();
      if (attempts.length > 1) await attempt.complete();
    });
    const reviewer = reviewerDesk(network.client);
    await network.until(({ assignments }) => assignments.some(({ status }) => status === 'running'));
    await network.say(`/control run pause ${runId}`);
    await network.settled();
    expect((await attempts[0]!.complete()).receipt.outcome).toBe('committed');
    await network.until(({ tasks }) => tasks.some(({ status }) => status === 'accepted'));
    await network.settled();
    expect([attempts.length, runStatus(await network.run())]).toEqual([1, 'paused']);
    await network.say(`/control run resume ${runId}`);
    expect(runStatus(await network.ended())).toBe('completed');
    await Promise.all([desk.close(), reviewer.close()]);
  });

  it('[K-S06] an attempt that never answers a cancel ends with its deadline, outcome unknown', async () => {
    const desk = executorDesk(network.client, async (attempt) => void (await attempt.start()));
    await network.until(({ assignments }) => assignments.some(({ status }) => status === 'running'));
    await network.say(`/control run cancel ${runId}`);
    await network.settled();
    expect(runStatus(await network.run())).toBe('cancelling');
    await network.pass(30_001);
    const facts = await network.facts();
    expect(facts.find(({ type }) => type === 'assignment.cancelled')?.data).toMatchObject({ outcome: 'outcome_unknown' });
    expect(runStatus(await network.run())).toBe('cancelled');
    await desk.close();
  });

  it('brings the cancel to the host with its next heartbeat, and settles it by the host’s answer', async () => {
    const attempts: Attempt[] = [];
    const desk = executorDesk(network.client, async (attempt) => {
      await attempt.start();
      attempts.push(attempt);
    });
    await network.until(({ assignments }) => assignments.some(({ status }) => status === 'running'));
    await network.say(`/control run cancel ${runId}`);
    await network.settled();
    const [attempt] = attempts as [Attempt];
    const { cancel, receipt } = await attempt.heartbeat();
    expect([cancel, receipt.code]).toEqual([{ controlDeadline: network.disk.now + 30_000 }, 'ASSIGNMENT_NOT_RUNNING']);
    await network.client.execution.settleCancel(attempt.caller, attempt.target, 'interrupted');
    await network.settled();
    expect(runStatus(await network.run())).toBe('cancelled');
    await desk.close();
  });

  it('[F-GV-07] is refused to everyone but a Sponsor, whatever they claim, and to an agent’s identity', async () => {
    const position = (await network.run()).sequence;
    await network.say(`/control run cancel ${runId}`, { by: 'sandbox:mallory' });
    await network.settled();
    expect(await clarified(network)).toBe('unauthorized_control');
    const control = { operationId: 'o1', projectId: 'demo', runId, expectedSequence: null, action: 'cancel' } as const;
    for (const principal of ['sandbox:mallory', 'agent:orchestrator']) {
      const attempt = network.client.control.runControl(Network.as(principal), { ...control, reasonCode: 'superseded' });
      await expect(attempt).rejects.toMatchObject({ code: /NOT_PROJECT_SPONSOR|ACTOR_NOT_AUTHORIZED/ });
    }
    expect((await network.run()).sequence).toBe(position);
  });

  it('[F-GV-11] has the authority of its own sender, also in one breath with a Sponsor’s and in answer to it', async () => {
    const [{ eventId }] = await Promise.all([
      network.say('/control run'),
      network.say(`/control run pause ${runId}`),
      network.say(`/control run cancel ${runId}`, { by: 'sandbox:mallory' }),
    ]);
    await network.settled();
    await network.say(`/control run cancel ${runId}`, { by: 'sandbox:mallory', replyTo: eventId });
    await network.say(`cancel ${runId}`, { by: 'sandbox:mallory', replyTo: eventId });
    await network.settled();
    const decided = (await network.facts()).filter(({ type }) => type === 'run.control_decided');
    expect(decided.map(({ data, metadata }) => [data['action'], data['principalId'], metadata.actor.principalId])).toEqual([
      ['pause', 'workroom-admin', 'workroom-admin'],
    ]);
    expect(runStatus(await network.run())).toBe('paused');
    const inbox = await network.facts('inbox-demo');
    const asked = (principalId: string): ReadonlySet<unknown> =>
      new Set(
        inbox
          .filter(({ data }) => (data['principal'] as { principalId?: string } | undefined)?.principalId === principalId)
          .map(({ data }) => data['proposalId']),
      );
    const denied = inbox
      .filter(({ data }) => data['reasonCode'] === 'unauthorized_control')
      .map(({ data }) => data['proposalId']);
    expect(denied).toHaveLength(2);
    expect(denied.every((id) => asked('sandbox:mallory').has(id))).toBe(true);
    expect(inbox.filter(({ type }) => type === 'proposal.amended')).toEqual([]);
  });

  it('[WK-03] names exactly one Project: none, or another one, is refused', async () => {
    const control = { operationId: 'o1', runId, expectedSequence: null, action: 'pause', reasonCode: 'incident' } as const;
    const caller = Network.as('workroom-admin');
    for (const [projectId, code] of [
      ['', 'CONTROL_SCOPE_NOT_EXACT'],
      ['other', 'RUN_PROJECT_MISMATCH'],
    ] as const) {
      await expect(network.client.control.runControl(caller, { ...control, projectId })).rejects.toMatchObject({ code });
    }
  });

  it('[K-S19] one operationId is one set of events and one receipt, also after the Run closed; with another content it is refused', async () => {
    const caller = Network.as('workroom-admin');
    const cancel = { operationId: 'stop-1', projectId: 'demo', runId, expectedSequence: null, action: 'cancel' } as const;
    const first = await network.client.control.runControl(caller, { ...cancel, reasonCode: 'superseded' });
    await network.settled();
    expect(runStatus(await network.run())).toBe('cancelled');
    const again = await network.client.control.runControl(caller, { ...cancel, reasonCode: 'superseded' });
    expect(again).toEqual({ ...first, outcome: 'duplicate' });
    const other = network.client.control.runControl(caller, { ...cancel, reasonCode: 'policy_change' });
    await expect(other).rejects.toMatchObject({ code: 'OPERATION_PAYLOAD_CONFLICT' });
  });

  it('chat and HTTP write the same facts', async () => {
    await network.say(`/control run pause ${runId}`);
    await network.settled();
    const inChat = (await types(network)).filter((type) => type.startsWith('run.'));
    const caller = Network.as('workroom-admin');
    const control = { projectId: 'demo', runId, expectedSequence: null, reasonCode: 'operator_request' };
    await network.client.control.runControl(caller, { ...control, operationId: 'o1', action: 'resume' });
    await network.client.control.runControl(caller, { ...control, operationId: 'o2', action: 'pause' });
    const all = (await types(network)).filter((type) => type.startsWith('run.'));
    expect(all.slice(inChat.length)).toEqual(['run.control_decided', 'run.resumed', 'run.control_decided', 'run.paused']);
    expect(inChat.slice(1)).toEqual(['run.control_decided', 'run.paused']);
  });

  it('a lease that a Sponsor releases makes room for a new attempt', async () => {
    const attempts: Attempt[] = [];
    const desk = executorDesk(network.client, async (attempt) => {
      attempts.push(attempt);
      await attempt.start();
    });
    await network.until(({ assignments }) => assignments.some(({ status }) => status === 'running'));
    const { assignmentId } = attempts[0]!.target;
    await network.say(`/control lease release ${assignmentId} it hangs`);
    await network.until(({ assignments }) => assignments.some((one) => one.assignmentId !== assignmentId));
    expect((await network.facts()).find(({ type }) => type === 'assignment.lease_released')?.data).toMatchObject({
      assignmentId,
    });
    await desk.close();
  });

  it('another lane moves a task before the others, and a wrong id is answered with its usage', async () => {
    await network.say(`/control task priority ${runId} inventory urgent`);
    await network.settled();
    expect((await network.run()).tasks.find(({ key }) => key === 'inventory')?.lane).toBe('urgent');
    await network.say('/control run stop');
    await network.settled();
    expect(await clarified(network)).toBe('invalid_command');
    expect((await network.room()).at(-1)).toContain('Usage: /control run cancel|pause|resume|replan <runId> [reasonCode]');
  });

  it('/run tells how the Run stands, without writing anything to it', async () => {
    const { sequence } = await network.run();
    await network.say(`/run ${runId}`);
    await network.settled();
    expect((await network.room()).at(-1)).toContain(`${runId}: active\ninventory: ready, revision 1, attempt 0`);
    expect((await network.run()).sequence).toBe(sequence);
  });
});

describe('gates of a Project without a reviewer', () => {
  const strict = 'sandbox:bob';
  let network: Network;

  const members = demoDefinition('/repository').members.filter(({ role }) => role !== 'reviewer');
  const withDefinition = async (change: Partial<WorkroomDefinition>): Promise<void> => {
    network = await Network.start({ definition: { members, ...change } });
    await network.say('/work audit this repository');
    const desk = executorDesk(network.client, worker);
    await network.until(({ tasks }) => tasks.some(({ gate }) => gate?.status === 'open'));
    await desk.close();
  };
  const gateOf = async (): Promise<{ taskKey: string; gateId: string; runId: string }> => {
    const { runId, tasks } = await network.run();
    const task = tasks.find(({ gate }) => gate !== null);
    return { runId, taskKey: task?.key ?? '', gateId: task?.gate?.gateId ?? '' };
  };
  afterEach(() => network.stop());

  it('[K-S16] under strict separation the requester cannot approve their own gate; another Sponsor can, and cancel is open to both', async () => {
    await withDefinition({ separation: 'strict', sponsors: ['workroom-admin', strict] });
    const { runId, taskKey, gateId } = await gateOf();
    await network.say(`/control gate approve ${runId} ${taskKey} ${gateId}`);
    await network.settled();
    expect(await clarified(network)).toBe('self_approval');
    expect((await network.room()).at(-1)).toContain('REQUESTER_CANNOT_APPROVE');
    await network.say(`/control gate approve ${runId} ${taskKey} ${gateId} looks right`, { by: strict });
    await network.settled();
    expect((await network.run()).tasks.find(({ key }) => key === taskKey)?.status).toBe('accepted');
  });

  it('[F-GV-02] [F-GV-09] one gate is open for one candidate, and it is listed and answered after a restart', async () => {
    await withDefinition({});
    await network.pass(1_000);
    const opened = (await network.facts()).filter(({ type }) => type === 'sponsor_gate.opened');
    expect(opened).toHaveLength(1);
    const { runId, taskKey, gateId } = await gateOf();
    await network.stop();
    network = await Network.start({ disk: network.disk });
    await network.say(`/run ${runId}`, { sourceKey: 'after-restart' });
    await network.settled();
    expect((await network.room()).at(-1)).toContain(`waits: sponsor_gate ${gateId} (open), owner workroom-admin`);
    await network.say(`/control gate approve ${runId} ${taskKey} ${gateId}`, { sourceKey: 'approve' });
    await network.settled();
    expect((await network.run()).tasks.find(({ key }) => key === taskKey)?.status).toBe('accepted');
  });

  it('[K-S13] an expired gate refuses a late approval and is opened anew by a fresh evaluation; only the new one counts', async () => {
    await withDefinition({});
    const { runId, taskKey, gateId } = await gateOf();
    await network.pass(15 * 60_000 + 1);
    await network.say(`/control gate approve ${runId} ${taskKey} ${gateId}`);
    await network.settled();
    expect(await clarified(network)).toBe('stale_target');
    await network.say(`/control gate reopen ${runId} ${taskKey} ${gateId}`);
    await network.settled();
    const fresh = await gateOf();
    expect(fresh.gateId).not.toBe(gateId);
    await network.say(`/control gate approve ${runId} ${taskKey} ${fresh.gateId}`);
    await network.settled();
    expect((await network.run()).tasks.find(({ key }) => key === taskKey)?.status).toBe('accepted');
  });
});
