// The store port's promises as tests: every driver joins with a function that opens an empty store.
import { Unavailable } from '#domain/kernel';
import type { Entry } from '../projection.js';
import type { ReadModelStore } from '../read-model-store.js';

export interface OpenedStore {
  readonly store: ReadModelStore;
  close(): Promise<void>;
}

const entry = (key: string, at: number, more: Partial<Entry> = {}): Entry => ({
  list: 'things',
  key,
  projectId: 'demo',
  status: 'open',
  at,
  body: { key, at },
  ...more,
});

const row = (key: string, at: number, more: Partial<Entry> = {}) => ({ key, row: { key, at }, entries: [entry(key, at, more)] });

export function describeReadModelStore(driver: string, open: () => Promise<OpenedStore>): void {
  describe(`read model store: ${driver}`, () => {
    let opened: OpenedStore;
    let store: ReadModelStore;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    const live = async (view = 'v', generation = 'v1'): Promise<void> => {
      await store.create(view, generation);
      await store.swap(view, generation);
    };
    const keys = async (query: Parameters<ReadModelStore['list']>[2]): Promise<readonly string[]> =>
      (await store.list('v', 'things', query)).entries.map(({ key }) => key);

    describe('generations', () => {
      it('a new generation is at 0 and not live; creating it again does nothing', async () => {
        await store.create('v', 'v1');
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 4, changes: [row('a', 1)] });
        await store.create('v', 'v1');
        expect(await store.position('v', 'v1')).toBe(4);
        expect(await store.position('v', 'v2')).toBeUndefined();
        expect(await store.live('v')).toBeUndefined();
      });

      it('readers are told Unavailable RUNTIME_NOT_READY while no generation is live', async () => {
        await store.create('v', 'v1');
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 1, changes: [row('a', 1)] });
        for (const read of [store.get('v', 'a'), store.entry('v', 'things', 'a'), store.list('v', 'things', { limit: 1 })]) {
          const error: unknown = await read.catch((caught: unknown) => caught);
          expect(error).toBeInstanceOf(Unavailable);
          expect((error as Unavailable).code).toBe('RUNTIME_NOT_READY');
        }
      });

      it('[F-ES-08] a swap makes one generation the live one and drops the others', async () => {
        await live();
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 3, changes: [row('old', 1)] });
        await store.create('v', 'v2');
        await store.apply({ view: 'v', generation: 'v2', after: 0, position: 3, changes: [row('new', 1)] });
        expect(await keys({ limit: 9 })).toEqual(['old']);
        expect(await store.swap('v', 'v2')).toBe(true);
        expect(await keys({ limit: 9 })).toEqual(['new']);
        expect(await store.live('v')).toEqual({ generation: 'v2', position: 3 });
        expect(await store.position('v', 'v1')).toBeUndefined();
        expect(await store.info()).toEqual([{ view: 'v', generation: 'v2', live: true, position: 3, rows: 1, failure: null }]);
      });

      it('[F-ES-08] a swap to a generation that is gone or behind the live one does nothing', async () => {
        await live();
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 3, changes: [row('old', 1)] });
        await store.create('v', 'v2');
        await store.apply({ view: 'v', generation: 'v2', after: 0, position: 2, changes: [] });
        expect(await store.swap('v', 'v2')).toBe(false);
        expect(await store.swap('v', 'v3')).toBe(false);
        expect(await store.live('v')).toEqual({ generation: 'v1', position: 3 });
        expect(await keys({ limit: 9 })).toEqual(['old']);
      });

      it('a dropped view has no generation, and its name can be used anew from position 0', async () => {
        await live();
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 3, changes: [row('a', 1)] });
        await store.drop('v');
        expect(await store.info()).toEqual([]);
        await live();
        expect(await store.get('v', 'a')).toEqual({ asOf: 0, row: undefined });
        expect(await keys({ limit: 9 })).toEqual([]);
      });

      it('a failure is told until the generation moves again', async () => {
        await live();
        await store.fail('v', 'v1', 'the projection threw at position 7');
        expect((await store.info())[0]?.failure).toBe('the projection threw at position 7');
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 7, changes: [] });
        expect((await store.info())[0]?.failure).toBeNull();
      });
    });

    describe('apply', () => {
      it('stores rows, entries and position together', async () => {
        await live();
        expect(
          await store.apply({ view: 'v', generation: 'v1', after: 0, position: 5, changes: [row('a', 1), row('b', 2)] }),
        ).toBe('applied');
        expect(await store.get('v', 'a')).toEqual({ asOf: 5, row: { key: 'a', at: 1 } });
        expect(await store.entry('v', 'things', 'b')).toEqual({ asOf: 5, entry: entry('b', 2) });
        expect(await store.entry('v', 'things', 'c')).toEqual({ asOf: 5, entry: undefined });
        expect(await store.rows('v', 'v1', ['a', 'c'])).toEqual(new Map([['a', { key: 'a', at: 1 }]]));
      });

      it('stores nothing of a batch that cannot be stored whole', async () => {
        await live();
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 5, changes: [row('a', 1)] });
        const thief = { key: 'b', row: { stolen: true }, entries: [entry('c', 1), entry('a', 2)] };
        await expect(
          store.apply({ view: 'v', generation: 'v1', after: 5, position: 6, changes: [row('d', 4), thief] }),
        ).rejects.toThrow();
        expect(await store.position('v', 'v1')).toBe(5);
        expect(await store.get('v', 'b')).toEqual({ asOf: 5, row: undefined });
        expect(await keys({ limit: 9 })).toEqual(['a']);
        expect(await store.apply({ view: 'v', generation: 'v1', after: 5, position: 6, changes: [row('d', 4)] })).toBe('applied');
      });

      it('no reader sees a part of a batch', async () => {
        await live();
        const reads: Array<Promise<unknown>> = [];
        for (let position = 1; position <= 20; position += 1) {
          const applied = store.apply({
            view: 'v',
            generation: 'v1',
            after: position - 1,
            position,
            changes: [row('a', position), row('b', position)],
          });
          for (let step = 0; step < 12; step += 1) {
            reads.push(
              store.list('v', 'things', { limit: 9 }).then(({ asOf, entries }) => {
                if (asOf > 0) expect(entries.map(({ at }) => at)).toEqual([entries[0]?.at, entries[0]?.at]);
              }),
            );
            await Promise.resolve();
          }
          await applied;
        }
        await Promise.all(reads);
      });

      it('an apply sent again, or made from rows read elsewhere in time, answers moved and changes nothing', async () => {
        await live();
        const first = { view: 'v', generation: 'v1', after: 0, position: 5, changes: [row('a', 1)] };
        await store.apply(first);
        expect(await store.apply({ ...first, changes: [row('a', 9)] })).toBe('moved');
        expect(await store.apply({ ...first, after: 4, position: 8, changes: [row('a', 9)] })).toBe('moved');
        expect(await store.apply({ ...first, after: 5, position: 5, changes: [row('a', 9)] })).toBe('moved');
        expect(await store.get('v', 'a')).toEqual({ asOf: 5, row: { key: 'a', at: 1 } });
      });

      it('of two applies at once from one position one is applied', async () => {
        await live();
        const batch = { view: 'v', generation: 'v1', after: 0, position: 5 };
        const outcomes = await Promise.all([
          store.apply({ ...batch, changes: [row('a', 1)] }),
          store.apply({ ...batch, changes: [row('a', 1)] }),
        ]);
        expect([...outcomes].sort()).toEqual(['applied', 'moved']);
      });

      it('to a generation that is not there answers gone', async () => {
        expect(await store.apply({ view: 'v', generation: 'v1', after: 0, position: 1, changes: [] })).toBe('gone');
      });

      it('a null row deletes the row with its entries', async () => {
        await live();
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 1, changes: [row('a', 1), row('b', 1)] });
        await store.apply({
          view: 'v',
          generation: 'v1',
          after: 1,
          position: 2,
          changes: [{ key: 'a', row: null, entries: [] }],
        });
        expect(await store.get('v', 'a')).toEqual({ asOf: 2, row: undefined });
        expect(await keys({ limit: 9 })).toEqual(['b']);
        expect((await store.info())[0]?.rows).toBe(1);
      });

      it('entries of a row are replaced as a whole; an entry may pass from one row to another in a batch', async () => {
        await live();
        const batch = { view: 'v', generation: 'v1' };
        await store.apply({
          ...batch,
          after: 0,
          position: 1,
          changes: [{ key: 'r', row: 1, entries: [entry('x', 1), entry('y', 2)] }],
        });
        await store.apply({
          ...batch,
          after: 1,
          position: 2,
          changes: [
            { key: 's', row: 1, entries: [entry('x', 4)] },
            { key: 'r', row: 2, entries: [entry('y', 3)] },
          ],
        });
        expect(await keys({ limit: 9 })).toEqual(['x', 'y']);
        expect((await store.entry('v', 'things', 'y')).entry?.at).toBe(3);
      });

      it('values come back as equal copies', async () => {
        await live();
        const body = { text: "quote ' and \u0000 and 你好", list: [1, null, true], nested: { zero: 0 } };
        await store.apply({
          view: 'v',
          generation: 'v1',
          after: 0,
          position: 1,
          changes: [{ key: 'a', row: body, entries: [entry('a', 0, { body })] }],
        });
        const { row: first } = await store.get('v', 'a');
        expect(first).toEqual(body);
        (first as { list: unknown[] }).list.push('changed by a reader');
        expect((await store.get('v', 'a')).row).toEqual(body);
        expect((await store.entry('v', 'things', 'a')).entry).toEqual(entry('a', 0, { body }));
      });

      it('the revision differs once readers see something else, and only then', async () => {
        await live();
        const before = store.revision();
        await store.get('v', 'a');
        expect(store.revision()).toBe(before);
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 1, changes: [row('a', 1)] });
        const after = store.revision();
        expect(after === null || after !== before).toBe(true);
        await store.create('v', 'v2');
        await store.apply({ view: 'v', generation: 'v2', after: 0, position: 1, changes: [] });
        const beside = store.revision();
        await store.swap('v', 'v2');
        expect(beside === null || store.revision() !== beside).toBe(true);
      });

      it('a listener is called after an apply and after a swap, until it leaves', async () => {
        let calls = 0;
        const leave = store.onApply(() => {
          calls += 1;
        });
        await live();
        expect(calls).toBe(1);
        await store.apply({ view: 'v', generation: 'v1', after: 0, position: 1, changes: [] });
        expect(calls).toBe(2);
        leave();
        await store.apply({ view: 'v', generation: 'v1', after: 1, position: 2, changes: [] });
        expect(calls).toBe(2);
      });
    });

    describe('lists', () => {
      beforeEach(async () => {
        await live();
        await store.apply({
          view: 'v',
          generation: 'v1',
          after: 0,
          position: 9,
          changes: [
            row('b', 20),
            row('a', 20),
            row('B', 20, { status: 'closed' }),
            row('c', 30, { projectId: 'other' }),
            row('d', 10),
            { key: 'e', row: 1, entries: [entry('e', 40, { list: 'others' })] },
          ],
        });
      });

      it('are newest first, ties by key rising in code units', async () => {
        expect(await keys({ limit: 9 })).toEqual(['c', 'B', 'a', 'b', 'd']);
      });

      it('are narrowed by Project and status, and know only their own entries', async () => {
        expect(await keys({ limit: 9, projectId: 'demo' })).toEqual(['B', 'a', 'b', 'd']);
        expect(await keys({ limit: 9, projectId: 'demo', status: 'open' })).toEqual(['a', 'b', 'd']);
        expect(await keys({ limit: 9, projectId: 'nobody' })).toEqual([]);
        expect((await store.list('v', 'others', { limit: 9 })).entries.map(({ key }) => key)).toEqual(['e']);
      });

      it('go on strictly after a place in the order, also one whose entry is gone', async () => {
        expect(await keys({ limit: 2, after: { at: 20, key: 'B' } })).toEqual(['a', 'b']);
        expect(await keys({ limit: 9, after: { at: 20, key: 'aa' } })).toEqual(['b', 'd']);
        expect(await keys({ limit: 9, after: { at: 10, key: 'd' } })).toEqual([]);
      });

      it('answer the position that everything read is at least at, also when empty', async () => {
        expect((await store.list('v', 'things', { limit: 1 })).asOf).toBe(9);
        expect(await store.list('v', 'nothing', { limit: 1 })).toEqual({ asOf: 9, entries: [] });
      });

      it('[A-S08] page through 1,000 entries with each exactly once', async () => {
        const many = Array.from({ length: 1000 }, (_, index) => row(`k${String(index).padStart(4, '0')}`, Math.floor(index / 7)));
        await store.create('w', 'v1');
        await store.swap('w', 'v1');
        await store.apply({ view: 'w', generation: 'v1', after: 0, position: 1, changes: many });
        const seen: string[] = [];
        let after: { at: number; key: string } | undefined;
        for (;;) {
          const { entries } = await store.list('w', 'things', { limit: 97, ...(after ? { after } : {}) });
          const last = entries.at(-1);
          if (!last) break;
          seen.push(...entries.map(({ key }) => key));
          after = { at: last.at, key: last.key };
        }
        expect(seen).toHaveLength(1000);
        expect(new Set(seen).size).toBe(1000);
      });
    });
  });
}
