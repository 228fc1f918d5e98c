import { Network } from './network.js';

describe('a message in the demo room', () => {
  let network: Network;
  beforeEach(async () => {
    network = await Network.start();
  });
  afterEach(() => network.stop());

  it('[I-031] [WK-07] is stored once and proposed content-free; discussion is recorded and answered by nothing', async () => {
    const submitted = await network.say('hello everybody');
    await network.settled();
    expect(submitted).toMatchObject({ sequence: 1, duplicate: false, projectId: 'demo' });
    const inbox = await network.facts('inbox-demo');
    expect(inbox.map(({ type }) => type)).toEqual(['project_inbox.proposed', 'proposal.claimed', 'proposal.applied']);
    expect(await network.room()).toEqual(['workroom-admin: hello everybody']);
  });

  it('[PL-01] [PL-05] /work becomes a Run of the strategy’s tasks, in one batch', async () => {
    await network.say('/work audit this repository');
    await network.settled();
    const [created] = (await network.facts()).filter(({ type }) => type === 'run.created');
    expect(await network.room()).toEqual([
      'workroom-admin: /work audit this repository',
      'orchestrator · orchestrator: plan submitted for demo',
    ]);
    expect(created?.streamId).toMatch(/^run-run-/);
  });
});
