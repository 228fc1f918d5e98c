// Read models in memory: the double of tests and the driver of file mode. Keeps rows as JSON text, so that copies are equal and apart.
import { compareIds, Unavailable } from '#domain/kernel';
import type { Entry } from '../../projection.js';
import { ReadModelStore } from '../../read-model-store.js';
import type { ApplyBatch, ApplyOutcome, ListQuery, ViewInfo } from '../../read-model-store.js';

interface Generation {
  position: number;
  live: boolean;
  failure: string | null;
  readonly rows: Map<string, string>;
  /** list → entry key → entry as JSON, with its place in the order beside it. */
  readonly lists: Map<string, Map<string, { readonly rowKey: string; readonly entry: Entry; readonly json: string }>>;
  /** row key → the [list, key] of its entries. */
  readonly entriesOf: Map<string, ReadonlyArray<readonly [string, string]>>;
}

const byOrder = (a: { at: number; key: string }, b: { at: number; key: string }): number =>
  b.at - a.at || compareIds(a.key, b.key);

export class MemoryReadModelStore extends ReadModelStore {
  readonly #views = new Map<string, Map<string, Generation>>();
  readonly #listeners = new Set<() => void>();
  #revision = 0;

  override async create(view: string, generation: string): Promise<void> {
    const generations = this.#views.get(view) ?? new Map<string, Generation>();
    this.#views.set(view, generations);
    if (generations.has(generation)) return;
    generations.set(generation, {
      position: 0,
      live: false,
      failure: null,
      rows: new Map(),
      lists: new Map(),
      entriesOf: new Map(),
    });
  }

  override async position(view: string, generation: string): Promise<number | undefined> {
    return this.#views.get(view)?.get(generation)?.position;
  }

  override async live(view: string): Promise<{ generation: string; position: number } | undefined> {
    for (const [name, { live, position }] of this.#views.get(view) ?? []) if (live) return { generation: name, position };
    return undefined;
  }

  override async rows(view: string, generation: string, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const rows = this.#views.get(view)?.get(generation)?.rows;
    const found = new Map<string, unknown>();
    for (const key of keys) {
      const text = rows?.get(key);
      if (text !== undefined) found.set(key, JSON.parse(text));
    }
    return found;
  }

  override async apply({ view, generation: name, after, position, changes }: ApplyBatch): Promise<ApplyOutcome> {
    const generation = this.#views.get(view)?.get(name);
    if (!generation) return 'gone';
    if (generation.position !== after || position <= after) return 'moved';
    const replaced = new Set(changes.map(({ key }) => key));
    for (const { entries } of changes) {
      for (const { list, key } of entries) {
        const taken = generation.lists.get(list)?.get(key);
        if (taken && !replaced.has(taken.rowKey))
          throw new Error(`Entry ${key} of list ${list} in view ${view} belongs to row ${taken.rowKey} already.`);
      }
    }
    const texts = changes.map((change) => ({
      ...change,
      text: change.row === null ? null : JSON.stringify(change.row),
      bodies: change.entries.map((entry) => JSON.stringify(entry.body)),
    }));
    for (const { key } of texts) this.#forget(generation, key);
    for (const { key, text, entries, bodies } of texts) {
      if (text === null) {
        generation.rows.delete(key);
        continue;
      }
      generation.rows.set(key, text);
      entries.forEach((entry, index) => {
        const list = generation.lists.get(entry.list) ?? new Map();
        generation.lists.set(entry.list, list.set(entry.key, { rowKey: key, entry, json: bodies[index] ?? 'null' }));
      });
      generation.entriesOf.set(
        key,
        entries.map(({ list, key: entryKey }) => [list, entryKey]),
      );
    }
    generation.position = position;
    generation.failure = null;
    this.#wake();
    return 'applied';
  }

  override async swap(view: string, name: string): Promise<boolean> {
    const generations = this.#views.get(view);
    const next = generations?.get(name);
    if (!generations || !next) return false;
    for (const other of generations.values()) if (other.live && other.position > next.position) return false;
    next.live = true;
    for (const other of generations.keys()) if (other !== name) generations.delete(other);
    this.#wake();
    return true;
  }

  override async fail(view: string, name: string, failure: string | null): Promise<void> {
    const generation = this.#views.get(view)?.get(name);
    if (generation) generation.failure = failure;
  }

  override async get(view: string, key: string): Promise<{ asOf: number; row: unknown }> {
    const { position, rows } = this.#reading(view);
    const text = rows.get(key);
    return { asOf: position, row: text === undefined ? undefined : JSON.parse(text) };
  }

  override async entry(view: string, list: string, key: string): Promise<{ asOf: number; entry: Entry | undefined }> {
    const { position, lists } = this.#reading(view);
    const held = lists.get(list)?.get(key);
    return { asOf: position, entry: held && { ...held.entry, body: JSON.parse(held.json) } };
  }

  override async list(view: string, list: string, query: ListQuery): Promise<{ asOf: number; entries: readonly Entry[] }> {
    const { position, lists } = this.#reading(view);
    const { projectId, status, after, limit } = query;
    const found = [...(lists.get(list)?.values() ?? [])]
      .filter(({ entry }) => projectId === undefined || entry.projectId === projectId)
      .filter(({ entry }) => status === undefined || entry.status === status)
      .filter(({ entry }) => after === undefined || byOrder(after, entry) < 0)
      .sort((a, b) => byOrder(a.entry, b.entry))
      .slice(0, limit);
    return { asOf: position, entries: found.map(({ entry, json }) => ({ ...entry, body: JSON.parse(json) })) };
  }

  override revision(): number {
    return this.#revision;
  }

  override async info(): Promise<readonly ViewInfo[]> {
    return [...this.#views]
      .flatMap(([view, generations]) =>
        [...generations].map(([generation, { live, position, rows, failure }]) => ({
          view,
          generation,
          live,
          position,
          rows: rows.size,
          failure,
        })),
      )
      .sort((a, b) => compareIds(a.view, b.view) || compareIds(a.generation, b.generation));
  }

  override async drop(view: string): Promise<void> {
    this.#views.delete(view);
    this.#wake();
  }

  override onApply(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  override async close(): Promise<void> {
    this.#listeners.clear();
  }

  #reading(view: string): Generation {
    for (const generation of this.#views.get(view)?.values() ?? []) if (generation.live) return generation;
    throw new Unavailable('RUNTIME_NOT_READY', `The view ${view} is being built; ask again in a moment.`);
  }

  #forget(generation: Generation, key: string): void {
    for (const [list, entryKey] of generation.entriesOf.get(key) ?? []) generation.lists.get(list)?.delete(entryKey);
    generation.entriesOf.delete(key);
  }

  #wake(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }
}
