// Live events over a real socket: what a client reads, byte by byte.
import { RunStory } from '#testing/run';
import { aProject } from './suite/recording-client.suite.js';
import { catalogReplaced, Served } from './suite/served.suite.js';

const EVENTS = '/api/agent/workroom/events';
const gated = (operationId: string): RunStory => RunStory.admitted([{ key: 'ship', gated: true }], { operationId });

/** One open stream; reads no further than it is asked to. */
class Stream {
  text = '';
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #decoder = new TextDecoder();

  constructor(
    readonly response: Response,
    readonly abort: () => void,
  ) {}

  get frames(): ReadonlyArray<{ id: number; event: string; data: Record<string, unknown> }> {
    return [...this.text.matchAll(/^id: (\d+)\nevent: (.+)\ndata: (.+)\n$/gm)].map(([, id, event, data]) => ({
      id: Number(id),
      event: String(event),
      data: JSON.parse(String(data)) as Record<string, unknown>,
    }));
  }
  get ids(): readonly number[] {
    return this.frames.filter(({ event }) => event.includes('.')).map(({ id }) => id);
  }
  /** Reads until `holds`, or to the end of the stream. */
  async until(holds: () => boolean): Promise<void> {
    this.#reader ??= this.response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    while (!holds()) {
      const { done, value } = await this.#reader.read();
      if (done) return;
      this.text += this.#decoder.decode(value, { stream: true });
    }
  }
}

describe('live events over HTTP', () => {
  let served: Served;
  let url: string;
  const open: Stream[] = [];

  beforeEach(async () => {
    served = await new Served().start();
    served.client.projects = [aProject('demo', 'sandbox:sam'), aProject('other', 'sandbox:olga')];
    await served.tell(gated('operation-1'), 1);
    await served.app.listen(0, '127.0.0.1');
    const { port } = new URL(await served.app.getUrl());
    served.listening = { host: '127.0.0.1', port: Number(port) };
    url = `http://127.0.0.1:${port}${EVENTS}`;
  });
  afterEach(async () => {
    for (const stream of open.splice(0)) stream.abort();
    await served.stop();
  });

  async function connect(query: string, headers: Record<string, string> = {}): Promise<Stream> {
    const control = new AbortController();
    const response = await fetch(`${url}?${query}`, {
      headers: { authorization: 'Bearer sam', ...headers },
      signal: control.signal,
    });
    const stream = new Stream(response, () => control.abort());
    open.push(stream);
    return stream;
  }
  const refusal = async ({ response }: Stream): Promise<unknown> => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ];

  it('[A-083] without a cursor begins with sync, then is live', async () => {
    const stream = await connect('projectId=demo');
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await stream.until(() => stream.frames.length > 0);
    const head = await served.journal.position();
    expect(stream.frames).toEqual([{ id: head, event: 'sync', data: { position: head } }]);
    const last = await served.tell(gated('operation-2'), 2);
    await stream.until(() => stream.ids.at(-1) === last);
    expect(stream.ids[0]).toBe(head + 1);
    expect(stream.frames[1]).toMatchObject({
      event: 'run.created',
      data: { globalPosition: head + 1, type: 'run.created', revision: 0 },
    });
  });

  it('[A-S09] [F-CN-01] resumes after Last-Event-ID, and after ?after= for clients that cannot send it', async () => {
    const head = await served.journal.position();
    const byHeader = await connect('projectId=demo', { 'last-event-id': '2' });
    const byQuery = await connect('projectId=demo&after=3');
    await byHeader.until(() => byHeader.ids.at(-1) === head);
    await byQuery.until(() => byQuery.ids.at(-1) === head);
    expect(byHeader.ids).toEqual(Array.from({ length: head - 2 }, (_, index) => index + 3));
    expect(byQuery.ids[0]).toBe(4);
  });

  it('[F-CN-01] a client that reconnects with its last id ten times sees each fact once', async () => {
    const seen: number[] = [];
    let cursor = 0;
    for (let round = 1; round <= 10; round += 1) {
      const stream = await connect('projectId=demo', { 'last-event-id': String(cursor) });
      const last = await served.tell(gated(`operation-round-${round}`), 10 + round);
      await stream.until(() => stream.ids.includes(last - 1));
      stream.abort();
      seen.push(...stream.ids);
      cursor = stream.ids.at(-1) ?? cursor;
    }
    const rest = await connect('projectId=demo', { 'last-event-id': String(cursor) });
    const head = await served.journal.position();
    if (cursor < head) await rest.until(() => rest.ids.at(-1) === head);
    expect([...seen, ...rest.ids]).toEqual(Array.from({ length: head }, (_, index) => index + 1));
  });

  it('[A-043] one Run and chosen types; a Run of another Project answers as missing', async () => {
    const { runId } = gated('operation-2');
    const last = await served.tell(gated('operation-2'), 2);
    const stream = await connect(`projectId=demo&runId=${runId}&types=task.blocked,run.created&after=0`);
    await stream.until(() => stream.ids.at(-1) === last);
    expect(stream.frames.map(({ event }) => event)).toEqual(['run.created', 'task.blocked']);
    const foreign = await connect(`projectId=other&runId=${runId}`, { authorization: 'Bearer olga' });
    expect(await refusal(foreign)).toEqual([404, 'RUN_NOT_FOUND']);
  });

  it('[A-002] takes its token from the query as well', async () => {
    const stream = await connect('projectId=demo&token=sam', { authorization: '' });
    await stream.until(() => stream.frames.length > 0);
    expect(stream.frames[0]?.event).toBe('sync');
  });

  it('refuses before it streams: no token, another Project, a cursor that is none', async () => {
    expect(await refusal(await connect('projectId=demo', { authorization: 'Bearer nobody' }))).toEqual([401, 'TOKEN_INVALID']);
    expect(await refusal(await connect('projectId=other'))).toEqual([403, 'NOT_PROJECT_SPONSOR']);
    expect(await refusal(await connect('projectId=demo', { 'last-event-id': 'seven' }))).toEqual([400, 'VALUE_INVALID']);
    expect(await refusal(await connect('types=task.blocked'))).toEqual([400, 'VALUE_INVALID']);
  });

  it('[A-S10] a Sponsor who is removed from the Catalog is told so, and the stream ends', async () => {
    const stream = await connect('projectId=demo');
    await stream.until(() => stream.frames.length > 0);
    served.client.projects = [aProject('demo', 'sandbox:olga')];
    await served.append(catalogReplaced());
    await stream.until(() => false);
    expect(stream.frames.at(-1)).toMatchObject({ event: 'closed', data: { code: 'NOT_PROJECT_SPONSOR' } });
  });

  it('[A-086] a token has ten streams; one that ends makes room', async () => {
    const streams = [];
    for (let n = 0; n < 10; n += 1) streams.push(await connect('projectId=demo'));
    expect(streams.map(({ response }) => response.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await refusal(await connect('projectId=demo'))).toEqual([429, 'RATE_LIMITED']);
    streams[0]?.abort();
    let status = 429;
    for (let asked = 0; asked < 500 && status === 429; asked += 1) {
      const stream = await connect('projectId=demo');
      ({ status } = stream.response);
      if (status === 429) await stream.response.json();
    }
    expect(status).toBe(200);
  });

  it('ends its streams when the server stops', async () => {
    const stream = await connect('projectId=demo');
    await stream.until(() => stream.frames.length > 0);
    await served.app.close();
    await stream.until(() => false);
    expect(stream.frames.map(({ event }) => event)).toEqual(['sync']);
  });
});
