import { eventIdOf, Rejection } from '#domain/kernel';
import type { Decider } from '#domain/kernel';
import { createCodec, plainCodec } from '#contracts/codec';
import type { StoredEvent } from '#contracts/codec';
import { foldStream, handle } from './index.js';
import type { AppendBatch } from './index.js';
import { MemoryJournal, MemoryStore } from './memory/index.js';
import { command, counter, nextBatch, uuid } from './suite/index.js';
import type { Count, Counted, Counter } from './suite/index.js';

const T0 = 1_700_000_000_000;
const STREAM = 'run-r1';

async function eventsOf(journal: MemoryJournal): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const page of journal.readStream(STREAM)) events.push(...page);
  return events;
}

const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('handle', () => {
  let now: number;
  let store: MemoryStore;
  let journal: MemoryJournal;
  const send = (sent: Count) => handle(journal, counter, STREAM, sent);

  beforeEach(() => {
    now = T0;
    store = new MemoryStore();
    journal = new MemoryJournal({ store, clock: () => now });
  });

  it('[K-047] answers with a receipt that names stream, revision, eventIds and position', async () => {
    expect(await send(command('add', { by: 2, operationId: 'op-1' }, 1))).toEqual({
      outcome: 'committed',
      streamId: STREAM,
      revision: 1,
      eventIds: [eventIdOf(uuid(1), 0), eventIdOf(uuid(1), 1)],
      position: 2,
    });
  });

  it('[K-019] stamps the store clock and all seven metadata keys on every event of the batch', async () => {
    await send(command('add', { by: 2, operationId: 'op-1' }, 1, { causationId: 'event-7', traceparent: null }));
    const [first, second] = await eventsOf(journal);
    expect(first!.metadata).toEqual({
      recordedAt: T0,
      actor: { principalId: 'system:scheduler', kind: 'system', role: 'scheduler' },
      commandId: uuid(1),
      correlationId: uuid(1),
      causationId: 'event-7',
      projectId: 'demo',
      traceparent: null,
    });
    expect(second!.metadata).toEqual(first!.metadata);
  });

  it('[K-S19] the same operation sent twice gives one set of events and the same receipt, also after the stream closed', async () => {
    const first = await send(command('add', { by: 2, operationId: 'op-1' }, 1));
    await send(command('close', { operationId: 'op-2' }, 2));
    expect(await send(command('add', { by: 2, operationId: 'op-1' }, 3))).toEqual({ ...first, outcome: 'duplicate' });
    expect(await eventsOf(journal)).toHaveLength(3);
    await expect(send(command('add', { by: 3, operationId: 'op-1' }, 4))).rejects.toThrow(refused('OPERATION_PAYLOAD_CONFLICT'));
  });

  it('[K-S19] a restart keeps the memory of operations', async () => {
    const first = await send(command('add', { by: 2, operationId: 'op-1' }, 1));
    journal = new MemoryJournal({ store });
    expect(await send(command('add', { by: 2, operationId: 'op-1' }, 3))).toEqual({ ...first, outcome: 'duplicate' });
  });

  it('[K-037] a known key of another principal is refused', async () => {
    await send(command('add', { by: 2, operationId: 'op-1' }, 1));
    const actor = { principalId: 'telegram:7', kind: 'human', role: 'sponsor' } as const;
    await expect(send(command('add', { by: 2, operationId: 'op-1' }, 2, { actor }))).rejects.toThrow(
      refused('OPERATION_PAYLOAD_CONFLICT'),
    );
  });

  it('[K-208] other content under a known key of the same principal gets the refusal that the caller chose', async () => {
    await send(command('add', { by: 2, operationId: 'op-1' }, 1));
    const drift = () => new Rejection('PLAN_REPLAY_DRIFT', 'The plan differs.');
    await expect(handle(journal, counter, STREAM, command('add', { by: 3, operationId: 'op-1' }, 2), { drift })).rejects.toThrow(
      refused('PLAN_REPLAY_DRIFT'),
    );
  });

  it('[K-044] scope comes before idempotency, idempotency before state', async () => {
    await send(command('add', { by: 2, operationId: 'op-1' }, 1));
    const foreign = command('add', { by: 2, operationId: 'op-1' }, 1, { projectId: 'other' });
    await expect(send(foreign)).rejects.toThrow(refused('RUN_PROJECT_MISMATCH'));
  });

  it('[D-28] a refusal is not remembered and writes nothing', async () => {
    await expect(send(command('add', { by: 0, operationId: 'op-1' }, 1))).rejects.toThrow(refused('VALUE_INVALID'));
    expect(await eventsOf(journal)).toEqual([]);
    expect((await send(command('add', { by: 1, operationId: 'op-1' }, 2))).outcome).toBe('committed');
  });

  it('[K-047] a command that needs no fact gets the present revision', async () => {
    expect((await send(command('touch', { operationId: 'op-0' }, 1))).revision).toBe(-1);
    await send(command('add', { by: 1, operationId: 'op-1' }, 2));
    expect(await send(command('touch', { operationId: 'op-2' }, 3))).toEqual({
      outcome: 'committed',
      streamId: STREAM,
      revision: 1,
      eventIds: [],
      position: null,
    });
  });

  it('[K-012] refuses a commandId that is no UUID version 7', async () => {
    await expect(send(command('touch', { operationId: 'op-0' }, 1, { commandId: 'abc' }))).rejects.toThrow(
      refused('VALUE_INVALID'),
    );
  });

  describe('time', () => {
    it('[K-019] never goes back within a stream: now is the later of the store clock and the last fact', async () => {
      await send(command('add', { by: 1, operationId: 'op-1' }, 1));
      now = T0 - 4000;
      await send(command('add', { by: 1, operationId: 'op-2' }, 2));
      expect((await eventsOf(journal)).map(({ metadata }) => metadata.recordedAt)).toEqual([T0, T0, T0, T0]);
    });

    it('[D-20] a store clock more than 5 s before the last fact refuses CLOCK_BACKWARDS', async () => {
      await send(command('add', { by: 1, operationId: 'op-1' }, 1));
      now = T0 - 5001;
      await expect(send(command('add', { by: 1, operationId: 'op-2' }, 2))).rejects.toThrow(refused('CLOCK_BACKWARDS'));
      expect(await eventsOf(journal)).toHaveLength(2);
    });
  });

  describe('concurrency', () => {
    it('[K-035] commands of one stream sent at once all take effect, one after another', async () => {
      const receipts = await Promise.all(
        Array.from({ length: 50 }, (_, n) => send(command('add', { by: 1, operationId: `op-${n}` }, n + 1))),
      );
      expect(receipts.map(({ revision }) => revision)).toEqual(Array.from({ length: 50 }, (_, n) => 2 * n + 1));
      expect((await foldStream(journal, counter, STREAM, plainCodec)).state.total).toBe(100);
    });

    /** A writer elsewhere gets in first, as often as told. */
    class RacedJournal extends MemoryJournal {
      intrusions = 0;
      override async append(batch: AppendBatch) {
        if (this.intrusions > 0) {
          this.intrusions -= 1;
          await super.append(await nextBatch(this, STREAM, { n: 900 + this.intrusions, data: { by: 10 } }));
        }
        return super.append(batch);
      }
    }

    const raced = () => (journal = new RacedJournal({ store, clock: () => now })) as RacedJournal;
    const total = async () => (await foldStream(journal, counter, STREAM, plainCodec)).state.total;

    it('[K-048] a lost compare-and-swap is decided again on the new state', async () => {
      raced().intrusions = 3;
      expect(await send(command('add', { by: 1, operationId: 'op-1' }, 1))).toMatchObject({ outcome: 'committed', revision: 4 });
      expect(await total()).toBe(32);
    });

    it('[K-048] after the last retry the conflict is the answer', async () => {
      raced().intrusions = 4;
      await expect(send(command('add', { by: 1, operationId: 'op-1' }, 1))).rejects.toThrow(refused('SEQUENCE_CONFLICT'));
    });

    it('[K-048] retries are bounded by the caller', async () => {
      raced().intrusions = 1;
      const once = handle(journal, counter, STREAM, command('add', { by: 1, operationId: 'op-1' }, 1), { retries: 0 });
      await expect(once).rejects.toThrow(refused('SEQUENCE_CONFLICT'));
    });

    it('[K-056] a refusal is never given on an old fold: what a writer elsewhere wrote counts', async () => {
      await send(command('close', { operationId: 'op-1' }, 1));
      await expect(send(command('add', { by: 1, operationId: 'op-2' }, 2))).rejects.toThrow(refused('RUN_TERMINAL'));
      await journal.append(await nextBatch(journal, STREAM, { n: 901, type: 'counter.reopened' }));
      await expect(send(command('add', { by: 1, operationId: 'op-3' }, 3))).rejects.toThrow(refused('EVENT_UNKNOWN'));
    });

    it('[D-29] a repeat of a command whose answer was lost gives the first receipt', async () => {
      const first = await send(command('add', { by: 1, operationId: 'op-1' }, 1));
      const forgetful: typeof counter = { ...counter, operation: (sent) => ({ ...counter.operation(sent), key: 'another' }) };
      expect(await handle(journal, forgetful, STREAM, command('add', { by: 1, operationId: 'op-1' }, 1))).toEqual({
        ...first,
        outcome: 'duplicate',
      });
    });
  });

  describe('a hot stream', () => {
    it('[K-056] decides a refused command once while nothing new was written, and anew when something was', async () => {
      const decided: string[] = [];
      const watched: Decider<Counter, Count, Counted> = {
        ...counter,
        decide(state, sent, context) {
          decided.push(sent.meta.commandId);
          return counter.decide(state, sent, context);
        },
      };
      const ask = (sent: Count) => handle(journal, watched, STREAM, sent);
      await ask(command('add', { by: 1, operationId: 'op-1' }, 1));
      await expect(ask(command('add', { by: 0, operationId: 'op-2' }, 2))).rejects.toThrow(refused('VALUE_INVALID'));
      expect((await ask(command('touch', { operationId: 'op-3' }, 3))).revision).toBe(1);
      expect(decided).toEqual([uuid(1), uuid(2), uuid(3)]);
      await journal.append(await nextBatch(journal, STREAM, { n: 902, data: { by: 10 } }));
      await expect(ask(command('add', { by: 0, operationId: 'op-4' }, 4))).rejects.toThrow(refused('VALUE_INVALID'));
      expect(decided.slice(3)).toEqual([uuid(4), uuid(4)]);
    });

    it('[K-056] is folded once, then only its tail is read', async () => {
      const folded: string[] = [];
      const watched: Decider<Counter, Count, Counted> = {
        ...counter,
        evolve(state, event) {
          folded.push(event.type);
          return counter.evolve(state, event);
        },
      };
      for (let n = 1; n <= 5; n += 1)
        await handle(journal, watched, STREAM, command('add', { by: 1, operationId: `op-${n}` }, n));
      expect(folded).toHaveLength(10);
    });

    it('[K-056] reads no other stream', async () => {
      await handle(journal, counter, 'run-other', command('add', { by: 5, operationId: 'op-1' }, 1));
      const receipt = await send(command('add', { by: 1, operationId: 'op-1' }, 2));
      expect(receipt).toMatchObject({ outcome: 'committed', revision: 1 });
    });
  });

  describe('integrity', () => {
    const alter = (index: number, change: (json: string) => string) => {
      const stream = store.streams.get(STREAM)!;
      stream[index] = { ...stream[index]!, dataJson: change(stream[index]!.dataJson) };
      journal = new MemoryJournal({ store, clock: () => now });
    };

    it('[K-059] a changed last event is found on load; writes to that stream stop, reads and other streams go on', async () => {
      await send(command('add', { by: 1, operationId: 'op-1' }, 1));
      alter(1, (json) => json.replace('"by":1', '"by":9'));
      await expect(send(command('add', { by: 1, operationId: 'op-2' }, 2))).rejects.toThrow(refused('JOURNAL_TAMPERED'));
      expect(await eventsOf(journal)).toHaveLength(2);
      await expect(journal.append(await nextBatch(journal, STREAM, { n: 5 }))).rejects.toThrow(refused('JOURNAL_TAMPERED'));
      expect((await handle(journal, counter, 'run-r2', command('add', { by: 1, operationId: 'op-1' }, 3))).outcome).toBe(
        'committed',
      );
    });

    it('[K-059] a missing event is found on load', async () => {
      await send(command('add', { by: 1, operationId: 'op-1' }, 1));
      store.streams.get(STREAM)!.splice(0, 1);
      journal = new MemoryJournal({ store, clock: () => now });
      await expect(send(command('add', { by: 1, operationId: 'op-2' }, 2))).rejects.toThrow(refused('JOURNAL_TAMPERED'));
    });

    it('[K-018] text in an event writes nothing', async () => {
      const chatty: typeof counter = {
        ...counter,
        decide: () => [{ type: 'counter.added', data: { by: 1, operationId: 'please add one' } }],
      };
      await expect(handle(journal, chatty, STREAM, command('add', { by: 1, operationId: 'op-1' }, 1))).rejects.toThrow(
        refused('VALUE_INVALID'),
      );
      expect(await journal.position()).toBe(0);
    });

    it('[K-121] an event outside the catalogue stops the fold', async () => {
      await send(command('add', { by: 1, operationId: 'op-1' }, 1));
      const codec = createCodec([{ 'counter.closed': { schemaVersion: 1 } }]);
      const restarted = new MemoryJournal({ store, clock: () => now });
      await expect(handle(restarted, counter, STREAM, command('touch', { operationId: 'op-2' }, 2), { codec })).rejects.toThrow(
        refused('EVENT_UNKNOWN'),
      );
    });
  });
});
