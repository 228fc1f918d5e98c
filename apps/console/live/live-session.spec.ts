import type { RunEventDto } from '#contracts/http';
import { LiveCursor } from './live-cursor.js';
import { LiveRefused, LiveSession } from './live-session.js';
import type { LiveStatus } from './live-status.js';

/** A stream under the test's control: bytes, an end, or an abort by the session. */
class Wire implements AsyncIterable<Uint8Array> {
  private queue: Array<Uint8Array | null> = [];
  private wake: (() => void) | null = null;

  constructor(
    readonly after: number | null,
    readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', () => this.wake?.());
  }

  frame(event: string, id: number, data: unknown): void {
    this.bytes(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  fact(position: number): void {
    this.frame('task.accepted', position, { globalPosition: position, type: 'task.accepted' });
  }

  bytes(text: string): void {
    this.queue.push(new TextEncoder().encode(text));
    this.wake?.();
  }

  end(): void {
    this.queue.push(null);
    this.wake?.();
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      if (this.signal.aborted) throw new DOMException('aborted', 'AbortError');
      const next = this.queue.shift();
      if (next === null) return;
      if (next) yield next;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

function stage() {
  let now = 1_000_000;
  let timers: Array<{ at: number; call: () => void }> = [];
  const wires: Wire[] = [];
  const applied: number[] = [];
  const reloads: number[] = [];
  const statuses: LiveStatus[] = [];
  const state = { poison: -1, refuse: null as Error | null, reloadFails: 0 };
  const cursor = new LiveCursor();
  const ports = {
    open: async (position: number | null, signal: AbortSignal) => {
      if (state.refuse) throw state.refuse;
      const wire = new Wire(position, signal);
      wires.push(wire);
      return wire;
    },
    apply: (facts: readonly RunEventDto[]) => {
      for (const { globalPosition } of facts) {
        if (globalPosition === state.poison) throw new Error('a reducer that throws');
        applied.push(globalPosition);
      }
    },
    reload: async (position: number) => {
      if (state.reloadFails-- > 0) throw new Error('no answer');
      reloads.push(position);
    },
    status: (status: LiveStatus) => void statuses.push(status),
    now: () => now,
    after: (ms: number, call: () => void) => {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
    random: () => 0.5,
  };
  const session = new LiveSession(ports, cursor);
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Moves the clock, running what is due in order. */
  const pass = async (ms: number) => {
    const until = now + ms;
    for (;;) {
      await settle();
      const due = timers.filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((timer) => timer !== due);
      now = Math.max(now, due.at);
      due.call();
    }
    now = until;
    await settle();
  };
  const wire = (): Wire => wires.at(-1) ?? expectWire();
  const last = () => statuses.at(-1);
  return { session, ports, cursor, state, wires, wire, applied, reloads, statuses, last, pass, settle };
}

function expectWire(): never {
  throw new Error('no connection was opened');
}

async function started(at = 10) {
  const on = stage();
  const running = on.session.run();
  await on.settle();
  on.wire().frame('sync', at, { position: at });
  await on.settle();
  return { ...on, running };
}

describe('the live session', () => {
  it('[A-083] begins at sync: loads what is shown up to there, then is live', async () => {
    const { reloads, cursor, last, wire, applied, pass, session } = await started();
    expect([reloads, cursor.applied, last()]).toEqual([[10], 10, { kind: 'live' }]);
    wire().fact(11);
    wire().fact(12);
    await pass(300);
    expect([applied, cursor.applied]).toEqual([[11, 12], 12]);
    session.stop();
  });

  it('[F-CN-01] a reconnect sends the cursor, and replayed events are dropped by position', async () => {
    const { wire, wires, applied, pass, session } = await started();
    wire().fact(11);
    wire().fact(12);
    await pass(300);
    wire().end();
    await pass(1_000);
    expect(wires.map(({ after }) => after)).toEqual([null, 12]);
    for (const position of [10, 11, 12, 13]) wire().fact(position);
    await pass(300);
    expect(applied).toEqual([11, 12, 13]);
    session.stop();
  });

  it('[F-CN-01] another session over the same cursor goes on where the first one stood', async () => {
    const first = await started();
    first.wire().fact(11);
    await first.pass(300);
    first.session.stop();
    const second = new LiveSession(first.ports, first.cursor);
    void second.run();
    await first.settle();
    expect(first.wire().after).toBe(11);
    second.stop();
  });

  it('[F-CN-01] what was taken but not yet applied when the connection broke is asked for again', async () => {
    const { wire, applied, pass, session } = await started();
    wire().fact(11);
    wire().bytes('id: 12\nevent: x\nda');
    wire().end();
    await pass(1_000);
    expect(applied).toEqual([11]);
    expect(wire().after).toBe(11);
    session.stop();
  });

  it('[F-CN-06] the cursor stays where it was while events are only taken, and moves once they are applied', async () => {
    const { wire, cursor, pass, settle, session } = await started();
    wire().fact(11);
    await settle();
    expect(cursor.applied).toBe(10);
    await pass(300);
    expect(cursor.applied).toBe(11);
    session.stop();
  });

  it('[F-CN-06] a failed apply loses nothing: everything shown is loaded anew before the cursor counts again', async () => {
    const { wire, wires, cursor, state, reloads, pass, settle, last, session } = await started();
    state.poison = 12;
    for (const position of [11, 12, 13]) wire().fact(position);
    await pass(300);
    expect(cursor.applied).toBeNull();
    await pass(1_000);
    expect(wires.map(({ after }) => after)).toEqual([null, null]);
    wire().frame('sync', 20, { position: 20 });
    await settle();
    expect([reloads, cursor.applied, last()]).toEqual([[10, 20], 20, { kind: 'live' }]);
    session.stop();
  });

  it.each([
    ['no JSON', 'id: 11\nevent: x\ndata: {\n\n'],
    ['no object', 'id: 11\nevent: x\ndata: 7\n\n'],
    ['no position', 'event: x\ndata: {}\n\n'],
  ])('[F-CN-06] a frame with %s is a failed apply as well', async (_name, text) => {
    const { wire, wires, pass, session } = await started();
    wire().bytes(text);
    await pass(1_500);
    expect(wires.map(({ after }) => after)).toEqual([null, null]);
    session.stop();
  });

  it('[F-CN-04] a connection that goes silent is stale within a minute, and is opened again from the cursor', async () => {
    const { wire, wires, statuses, last, applied, pass, session } = await started();
    await pass(44_000);
    expect(last()).toEqual({ kind: 'live' });
    await pass(6_000);
    expect(statuses.find(({ kind }) => kind === 'stale')).toEqual({ kind: 'stale', since: 1_000_000 });
    expect(wires.map(({ after }) => after)).toEqual([null, 10]);
    wire().fact(11);
    await pass(300);
    expect([applied, last()]).toEqual([[11], { kind: 'live' }]);
    session.stop();
  });

  it('[F-CN-04] comments keep it alive; a machine that wakes up looks at once', async () => {
    const { wire, wires, last, pass, session, ports } = await started();
    for (let quarter = 0; quarter < 8; quarter += 1) {
      wire().bytes(': keep-alive\n\n');
      await pass(15_000);
    }
    expect([wires.length, last()]).toEqual([1, { kind: 'live' }]);
    const asleep = ports.now() + 3_600_000;
    ports.now = () => asleep;
    session.wake();
    expect(last()).toMatchObject({ kind: 'stale' });
    session.stop();
  });

  it('[A-085] after reset everything is loaded anew and the stream goes on from there', async () => {
    const { wire, wires, reloads, applied, cursor, pass, session } = await started();
    wire().frame('reset', 900, { position: 900 });
    wire().fact(901);
    await pass(300);
    expect([reloads, applied, cursor.applied, wires.length]).toEqual([[10, 900], [901], 901, 1]);
    session.stop();
  });

  it('[A-084] closed ends it for good and says why', async () => {
    const { wire, running, last } = await started();
    wire().frame('closed', 10, { code: 'NOT_PROJECT_SPONSOR' });
    await running;
    expect(last()).toMatchObject({ kind: 'closed', code: 'NOT_PROJECT_SPONSOR' });
  });

  it('ends when the server refuses, and does not try again', async () => {
    const on = stage();
    on.state.refuse = new LiveRefused('NOT_PROJECT_SPONSOR', 'Project x is not yours.');
    await on.session.run();
    expect(on.last()).toEqual({ kind: 'closed', code: 'NOT_PROJECT_SPONSOR', detail: 'Project x is not yours.' });
  });

  it('[D-84] a position frame moves the cursor of a reader that sees no facts', async () => {
    const { wire, cursor, pass, session } = await started();
    wire().fact(11);
    wire().frame('position', 40, { position: 40 });
    await pass(0);
    expect(cursor.applied).toBe(40);
    session.stop();
  });

  it('waits longer with each failure, says so, and tries at once when told', async () => {
    const on = stage();
    on.state.refuse = new Error('connection refused');
    void on.session.run();
    await on.settle();
    expect(on.last()).toEqual({ kind: 'connecting' });
    await on.pass(600);
    expect(on.last()).toMatchObject({ kind: 'offline' });
    await on.pass(60_000);
    on.state.refuse = null;
    on.session.wake();
    await on.settle();
    expect(on.wires).toHaveLength(1);
    on.session.stop();
  });

  it('a reload that fails is no start: it is done again on the next connection', async () => {
    const on = stage();
    on.state.reloadFails = 1;
    void on.session.run();
    await on.settle();
    on.wire().frame('sync', 5, { position: 5 });
    await on.settle();
    expect(on.cursor.applied).toBeNull();
    await on.pass(1_000);
    expect(on.wires.map(({ after }) => after)).toEqual([null, null]);
    on.session.stop();
  });

  it('takes a thousand events a second in few batches', async () => {
    const { wire, cursor, pass, session, ports } = await started();
    let batches = 0;
    const { apply } = ports;
    ports.apply = (facts) => {
      batches += 1;
      apply(facts);
    };
    for (let slice = 0; slice < 100; slice += 1) {
      for (let one = 0; one < 10; one += 1) wire().fact(11 + slice * 10 + one);
      await pass(10);
    }
    await pass(300);
    expect(cursor.applied).toBe(1_010);
    expect(batches).toBeLessThanOrEqual(5);
    session.stop();
  });
});
