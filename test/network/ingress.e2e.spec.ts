import { TOOL_NAMES } from '#agent-runtime';
import { RUN_COMMANDS } from '#domain/run';
import type { OrchestratorPorts } from '../../apps/orchestrator/orchestrator.module.js';
import { Killed, Lifetime } from './lifetime.js';
import { Disk, Network } from './network.js';

const types = async (network: Network, streamId: string): Promise<readonly string[]> =>
  (await network.facts(streamId)).map(({ type }) => type);
const runs = async (network: Network): Promise<number> =>
  (await network.facts()).filter(({ type }) => type === 'run.created').length;

describe('what people write', () => {
  let network: Network;
  afterEach(() => network.stop());

  it('[WK-02] [I-S01] makes no Run in 100 messages, and no proposal in a group that is bound to nothing', async () => {
    network = await Network.start();
    const elsewhere = { adapter: 'sandbox', endpoint: 'local', kind: 'group', id: 'lounge' } as const;
    for (let number = 1; number <= 50; number += 1) {
      await network.say(number % 5 === 0 ? `/workaround ${number}` : `let us spawn_task ${number}`);
      const text = number % 2 === 0 ? `/work audit this repository ${number}` : `chat ${number}`;
      await network.client.ingress.submit(Network.as('sandbox:ada'), { address: elsewhere, sourceKey: `m${number}`, text });
    }
    await network.settled();
    expect(await runs(network)).toBe(0);
    const proposals = (await network.facts()).filter(({ type }) => type === 'project_inbox.proposed');
    expect(proposals.map(({ data }) => data['intent'])).toEqual(Array.from({ length: 50 }, () => 'discussion'));
  });

  it('[PL-02] [I-S04] with nothing that can plan it is stored and asked about, and makes no Run', async () => {
    network = await Network.start();
    const { proposalId } = await network.say('/work write a poem about the sea');
    await network.settled();
    expect(await runs(network)).toBe(0);
    const inbox = (await network.facts('inbox-demo')).at(-1);
    expect(inbox).toMatchObject({
      type: 'proposal.clarification_required',
      data: { proposalId, reasonCode: 'planning_unavailable' },
    });
    const [, reply] = await network.room();
    expect(reply).toContain('No model is configured.');
    expect(reply).toContain('repository-audit@1.0.0');
  });

  it('refuses a request for a Project that the Catalog does not have', async () => {
    network = await Network.start({ settings: { demoWorkspace: null } });
    const message = {
      address: { adapter: 'api', endpoint: 'http', kind: 'api', id: 'demo' },
      sourceKey: 'm',
      text: 'x',
    } as const;
    await expect(network.client.ingress.submit(Network.as('workroom-admin'), message)).rejects.toMatchObject({
      code: 'PROJECT_NOT_ACTIVE',
    });
    expect(await runs(network)).toBe(0);
  });

  it('[I-S02] the answer to a bare /work is added to the request; by another person it is discussion', async () => {
    network = await Network.start();
    const { eventId } = await network.say('/work');
    await network.settled();
    await network.say('audit this repository', { by: 'sandbox:ada', replyTo: eventId });
    await network.settled();
    expect(await runs(network)).toBe(0);
    const { proposalId } = await network.say('audit this repository', { replyTo: eventId });
    await network.settled();
    expect(await types(network, 'inbox-demo')).toEqual([
      ...['project_inbox.proposed', 'proposal.claimed', 'proposal.clarification_required'],
      ...['project_inbox.proposed', 'proposal.claimed', 'proposal.applied'],
      ...['proposal.amended', 'proposal.claimed', 'proposal.applied'],
    ]);
    const applied = (await network.facts('inbox-demo')).at(-1);
    expect(applied?.data).toMatchObject({ proposalId, resultRef: (await network.run()).runId });
  });

  it('[K-S19] the same message sent twice is one event and one proposal', async () => {
    network = await Network.start();
    const first = await network.say('/work audit this repository', { sourceKey: 'once' });
    await network.settled();
    const again = await network.say('/work audit this repository', { sourceKey: 'once' });
    await network.settled();
    expect(again).toEqual({ ...first, duplicate: true });
    expect(await runs(network)).toBe(1);
  });

  it('[WK-05] [WK-08] no text, no tool and no caller sets a state: whoever owns the Inbox has to go through it', async () => {
    network = await Network.start();
    await network.say('/work audit this repository');
    await network.settled();
    const before = await network.run();
    await network.say('task inventory is accepted');
    await network.settled();
    expect(await network.run()).toEqual(before);
    expect(Object.keys(RUN_COMMANDS).filter((type) => /set_|transition|update/.test(type))).toEqual([]);
    expect(TOOL_NAMES.filter((name) => /state|accept|task/.test(name))).toEqual([]);
    const { runId } = before;
    const orchestrator = { capability: { sub: 'agent:orchestrator', role: 'orchestrator', project: 'demo' } } as const;
    const control = {
      operationId: 'o1',
      projectId: 'demo',
      runId,
      expectedSequence: null,
      action: 'cancel',
      reasonCode: 'superseded',
    };
    const attempt = network.client.control.runControl(orchestrator, control as never);
    await expect(attempt).rejects.toMatchObject({ code: 'TOKEN_SCOPE' });
    const target = { projectId: 'demo', runId, assignmentId: 'a1', envelopeDigest: `sha256:${'0'.repeat(64)}` };
    await expect(network.client.execution.start(orchestrator, target)).rejects.toMatchObject({ code: 'TOKEN_SCOPE' });
  });

  it('refuses an empty message and one that is too long, and keeps nothing of them', async () => {
    network = await Network.start();
    for (const text of ['  ', 'x'.repeat(64 * 1024 + 1)]) {
      await expect(network.say(text)).rejects.toMatchObject({ code: 'VALUE_INVALID' });
    }
    expect(await network.room()).toEqual([]);
  });

  it('[F-LS-05] a claim that a dead process held is taken over at once', async () => {
    const disk = new Disk();
    const lifetime = new Lifetime();
    let planRequest: OrchestratorPorts['planRequest'] = () => Promise.reject(new Error('not yet'));
    const planning = new Promise<void>((resolve) => {
      planRequest = (_request, _ports, signal) => {
        lifetime.dead = true;
        resolve();
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Killed())));
      };
    });
    const dying = await Network.start({ disk, lifetime, ports: { planRequest } });
    await dying.say('/work audit this repository');
    await planning;
    await dying.stop().catch(() => undefined);
    network = await Network.start({ disk });
    await network.settled();
    expect(await runs(network)).toBe(1);
    expect((await types(network, 'inbox-demo')).filter((type) => type === 'proposal.claimed')).toHaveLength(2);
  });
});
