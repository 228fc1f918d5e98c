import { Network } from './network.js';
import { executorDesk, reviewerDesk } from './scripted-hosts.js';

const SECRET = 'the-hummingbird-flies-at-dawn';

describe('what people and agents write', () => {
  let network: Network;
  beforeEach(async () => {
    network = await Network.start();
  });
  afterEach(() => network.stop());

  it('[G-S01] stands in no fact, no log line and no stored row in the clear', async () => {
    const executor = executorDesk(network.client, async (attempt) => {
      await attempt.start();
      await attempt.complete(SECRET);
    });
    const reviewer = reviewerDesk(network.client);
    await network.say(`hello ${SECRET}`);
    await network.say(`/work audit this repository, ${SECRET}`);
    await network.ended();
    await network.say(`/work a poem on ${SECRET}`);
    await network.say(`/control run pause ${SECRET}`);
    await network.settled();
    await Promise.all([executor.close(), reviewer.close()]);
    const { journal, vault, conversations } = network.disk;
    const events = await conversations.read('sandbox:local:group:demo');
    const kept = JSON.stringify([journal.rows, [...journal.operations], vault.audits, events, network.log]);
    expect(kept).toContain('run.created');
    expect(kept).not.toContain(SECRET);
    expect((await network.room()).join('\n')).toContain(SECRET);
  });
});
