import { EventEmitter } from 'node:events';
import { plainCodec } from '#contracts/codec';
import type { StoredEvent } from '#contracts/codec';
import { TailFeed } from '#feed/tail';
import { MemoryJournal } from '#journal/memory';
import { uuid } from '#journal/suite';
import { LiveHub } from './live-hub.js';
import { LiveReader, MOST_BEHIND } from './live-reader.js';
import type { Sink } from './live-reader.js';
import type { StreamFilter } from './stream-filter.js';

/** A connection that keeps what it was sent; `stuck` holds everything in memory, as a client that does not read. */
class Connection extends EventEmitter implements Sink {
  readonly chunks: Array<string | Buffer> = [];
  writableLength = 0;
  stuck = false;
  ended: 'no' | 'ended' | 'destroyed' = 'no';

  write(chunk: string | Buffer): boolean {
    this.chunks.push(chunk);
    if (this.stuck) this.writableLength += chunk.length;
    this.emit('written');
    return !this.stuck;
  }
  end(): void {
    this.ended = 'ended';
    this.emit('close');
  }
  destroy(): void {
    this.ended = 'destroyed';
    this.emit('close');
  }
  read(): void {
    this.stuck = false;
    this.writableLength = 0;
    this.emit('drain');
  }
  get text(): string {
    return this.chunks.map(String).join('');
  }
  get ids(): number[] {
    return [...this.text.matchAll(/^id: (\d+)\nevent: [a-z_]+\.[a-z_]+$/gm)].map(([, id]) => Number(id));
  }
  get events(): string[] {
    return [...this.text.matchAll(/^event: (.+)$/gm)].map(([, event]) => String(event));
  }
  /** Resolves when a fact with this id was sent. */
  async until(id: number): Promise<void> {
    while (!this.ids.includes(id)) await new Promise((resolve) => this.once('written', resolve));
  }
}

const ALL: StreamFilter = { projectId: 'demo', runId: null, types: null };

describe('live events', () => {
  let journal: MemoryJournal;
  let feed: TailFeed;
  let hub: LiveHub;
  let seen: StoredEvent[];
  let minute: number;

  beforeEach(async () => {
    journal = new MemoryJournal();
    feed = new TailFeed(journal, { pageSize: 3 });
    seen = [];
    minute = 1;
    await add(5);
    hub = new LiveHub({
      feed,
      position: () => journal.position(),
      pause: async () => undefined,
      seen: (events) => seen.push(...events),
      defect: (error) => {
        throw error;
      },
    });
    await hub.start();
  });
  afterEach(async () => {
    await hub.stop();
    await journal.close();
  });

  async function add(count: number, { projectId = 'demo', streamId = 'run-a', type = 'task.planned' } = {}): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      const head = await journal.head(streamId);
      const commandId = uuid((minute += 1));
      const metadata = {
        recordedAt: 1000,
        actor: { principalId: 'system:clock', kind: 'system', role: 'clock' } as const,
        commandId,
        correlationId: null,
        causationId: null,
        projectId,
        traceparent: null,
      };
      const events = plainCodec.seal([{ type, data: { n: minute } }], { streamId, head, metadata, eventId: () => commandId });
      await journal.append({ streamId, expected: head, events, operation: null });
    }
  }
  const connect = async (after: number | null, filter = ALL, connection = new Connection()): Promise<Connection> => {
    await new LiveReader(connection, hub, filter).begin(after, feed);
    return connection;
  };

  it('[A-083] without a cursor tells the present position, then goes on live', async () => {
    const connection = await connect(null);
    await add(2);
    await connection.until(7);
    expect(connection.text.startsWith('id: 5\nevent: sync\ndata: {"position":5}\n\n')).toBe(true);
    expect(connection.ids).toEqual([6, 7]);
    expect(seen.map(({ globalPosition }) => globalPosition)).toEqual([6, 7]);
  });

  it('[A-082] a fact is its position, its type and its content-free envelope', async () => {
    const connection = await connect(4);
    const [, data] = /^id: 5\nevent: task\.planned\ndata: (.+)\n$/m.exec(connection.text) ?? [];
    for await (const [stored] of journal.readStream('run-a', { from: 4 })) {
      expect({ envelopeVersion: 3, ...(JSON.parse(String(data)) as object) }).toEqual({ ...stored });
    }
  });

  it('[A-S09] [F-CN-01] a reader cut at p that resumes after p gets the first fact after p next, none twice', async () => {
    const first = await connect(null);
    await add(4);
    await first.until(9);
    first.emit('close');
    await add(20);
    const resumed = await connect(7);
    await add(5);
    await resumed.until(34);
    expect(resumed.ids).toEqual(Array.from({ length: 27 }, (_, index) => 8 + index));
  });

  it('[A-083] no gap and no repeat where catching up meets live, however fast facts come', async () => {
    const connections = Array.from({ length: 8 }, () => new Connection());
    const adding = add(60);
    await Promise.all([adding, ...connections.map((connection, index) => connect(index % 5, ALL, connection))]);
    await add(1);
    await Promise.all(connections.map((connection) => connection.until(66)));
    connections.forEach((connection, index) => {
      expect(connection.ids).toEqual(Array.from({ length: 66 - (index % 5) }, (_, step) => (index % 5) + 1 + step));
    });
  });

  it('[A-082] readers with one filter get one and the same buffer', async () => {
    const [one, other] = [await connect(null), await connect(null)];
    await add(1);
    await Promise.all([one.until(6), other.until(6)]);
    expect(one.chunks.at(-1)).toBeInstanceOf(Buffer);
    expect(one.chunks.at(-1)).toBe(other.chunks.at(-1));
  });

  it('[A-043] a reader gets its Project, Run and types only, also while catching up', async () => {
    await add(1, { projectId: 'other' });
    await add(1, { streamId: 'run-b' });
    await add(1, { type: 'task.accepted' });
    const run = await connect(0, { projectId: 'demo', runId: 'b', types: null });
    const types = await connect(0, { projectId: 'demo', runId: null, types: new Set(['task.accepted']) });
    const other = await connect(0, { projectId: 'other', runId: null, types: null });
    await add(1, { projectId: 'other' });
    await add(1, { streamId: 'run-b' });
    await add(1, { type: 'task.accepted' });
    await Promise.all([run.until(10), types.until(11), other.until(9)]);
    expect([run.ids, types.ids, other.ids]).toEqual([
      [7, 10],
      [8, 11],
      [6, 9],
    ]);
  });

  it('[F-CN-01] the cursor of a filtered reader moves with each beat', async () => {
    const watched = await connect(null);
    const silent = await connect(null, { ...ALL, types: new Set(['run.created']) });
    await add(3);
    await watched.until(8);
    for (const reader of hub.readers()) reader.beat();
    expect(silent.text.endsWith(': keepalive\n\nid: 8\nevent: position\ndata: {"position":8}\n\n')).toBe(true);
  });

  it('[A-085] a cursor more than 10,000 facts behind, or of another store, is told to reload', async () => {
    const ahead = await connect(99);
    expect(ahead.text).toBe('id: 5\nevent: reset\ndata: {"position":5}\n\n');
    const behind = new LiveHub({
      feed,
      position: async () => MOST_BEHIND + 5,
      pause: async () => undefined,
      seen: () => undefined,
      defect: () => undefined,
    });
    await behind.start();
    const connection = new Connection();
    await new LiveReader(connection, behind, ALL).begin(4, feed);
    expect(connection.events).toEqual(['reset']);
    await behind.stop();
  });

  it('[A-086] a reader that does not read is cut and holds up nobody', async () => {
    const [slow, quick] = [await connect(null), await connect(null)];
    slow.stuck = true;
    slow.writableLength = 8 * 1024 * 1024;
    await add(2);
    await quick.until(7);
    expect(slow.ended).toBe('destroyed');
    expect(slow.ids).toEqual([6]);
    expect([...hub.readers()]).toHaveLength(1);
  });

  it('[A-086] catching up waits for the reader instead of filling memory', async () => {
    await add(25);
    const connection = new Connection();
    connection.stuck = true;
    const begun = connect(0, ALL, connection);
    while (connection.ids.length === 0) await new Promise((resolve) => connection.once('written', resolve));
    await journal.position();
    expect(connection.ids).toEqual([1, 2, 3]);
    connection.read();
    await begun;
    expect(connection.ids).toHaveLength(30);
  });

  it('[A-084] a reader whose authority is lost is told why, and its stream ends', async () => {
    const connection = await connect(null);
    for (const reader of hub.readers()) reader.close('NOT_PROJECT_SPONSOR');
    expect(connection.text.endsWith('id: 5\nevent: closed\ndata: {"code":"NOT_PROJECT_SPONSOR"}\n\n')).toBe(true);
    expect(connection.ended).toBe('ended');
    expect([...hub.readers()]).toEqual([]);
  });

  it('ends all streams when the hub stops', async () => {
    const connection = await connect(null);
    await hub.stop();
    expect(connection.ended).toBe('ended');
  });
});
