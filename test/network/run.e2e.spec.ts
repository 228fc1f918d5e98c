import { runDecider, runStatus } from '#domain/run';
import { factCodec } from '../../apps/orchestrator/facts/fact-codec.js';
import { foldStream } from '#journal';
import { Network } from './network.js';
import { executorDesk, reviewerDesk, worker } from './scripted-hosts.js';

describe('a Run from message to accepted result', () => {
  let network: Network;
  beforeEach(async () => {
    network = await Network.start();
  });
  afterEach(() => network.stop());

  it('[WK-01] is planned, executed under leases, reviewed and accepted; folding its stream anew gives the same state [K-S01]', async () => {
    const executor = executorDesk(network.client, worker);
    const reviewer = reviewerDesk(network.client);
    await network.say('/work audit this repository');
    const state = await network.ended();
    await Promise.all([executor.close(), reviewer.close()]);
    expect(runStatus(state)).toBe('completed');
    expect(state.tasks.map(({ key, status }) => [key, status])).toEqual(
      ['inventory', 'licences-and-dependencies', 'report', 'test-command', 'todo-and-large-files'].map((key) => [
        key,
        'accepted',
      ]),
    );
    const again = await foldStream(network.journal, runDecider, `run-${state.runId}`, factCodec);
    expect(again.state).toEqual(state);
  });
});
