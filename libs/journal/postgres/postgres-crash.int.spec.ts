import { Unavailable } from '#domain/kernel';
import type { StreamHead } from '#domain/kernel';
import { EmbeddedServer } from '#testing/postgres';
import { allOf, batchOn, EMPTY_HEAD } from '../suite/index.js';
import { verify } from '../verify.js';
import { PostgresJournal } from './index.js';

const CRASHES = 5;
const STREAMS = 8;

describe('postgres under kill -9', () => {
  let server: EmbeddedServer;
  beforeAll(async () => {
    server = await EmbeddedServer.start();
  });
  afterAll(() => server.stop());

  it('[K-S20] the server is killed under load: every acknowledged append is there once, in order, and the chains are sound', async () => {
    const journal = await PostgresJournal.open({ url: server.url() });
    const acknowledged = new Set<string>();
    const load = { on: true, refusals: 0, heard: () => {} };

    /** Sends each batch until it is answered, as a caller does that keeps its command's id. */
    const writer = async (stream: number) => {
      const streamId = `run-r${stream}`;
      let head: StreamHead = EMPTY_HEAD;
      for (let round = 0; load.on; round += 1) {
        const batch = batchOn(streamId, head, { n: stream * 1_000_000 + round, count: 2 });
        for (let answered = false; !answered;) {
          try {
            await journal.append(batch);
            answered = true;
          } catch (error) {
            if (!(error instanceof Unavailable)) throw error;
            load.refusals += 1;
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        }
        for (const { eventId } of batch.events) acknowledged.add(eventId);
        const last = batch.events.at(-1)!;
        head = { revision: last.revision, hash: last.hash };
        load.heard();
      }
    };
    const more = (count: number) =>
      new Promise<void>((resolve) => {
        const goal = acknowledged.size + count;
        load.heard = () => (acknowledged.size >= goal ? resolve() : undefined);
      });

    const writers = Promise.all(Array.from({ length: STREAMS }, (_, stream) => writer(stream)));
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await Promise.race([more(100), writers]);
      await server.crash();
      await server.restart();
    }
    await Promise.race([more(100), writers]);
    load.on = false;
    await writers;

    const stored = (await allOf(journal)).map(({ eventId }) => eventId);
    expect(load.refusals).toBeGreaterThan(0);
    expect(new Set(stored)).toEqual(acknowledged);
    expect(stored).toHaveLength(acknowledged.size);
    expect(await verify(journal)).toMatchObject({ sound: true, events: acknowledged.size, streams: STREAMS, breaks: [] });
    await journal.close();
  }, 120_000);
});
