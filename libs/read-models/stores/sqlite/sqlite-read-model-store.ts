// Read models in `views.db` over TypeORM: writes through the one queue, each in its own transaction; reads on the reading connection.
import { Unavailable } from '#domain/kernel';
import type { Entry } from '../../projection.js';
import { ReadModelStore } from '../../read-model-store.js';
import type { ApplyBatch, ApplyOutcome, ListQuery, RowChange, ViewInfo } from '../../read-model-store.js';
import * as sql from './statements.js';
import { asStoreError } from './store-error.js';
import type { ViewsDatabase } from './views-database.js';

type Query = (statement: string, parameters: readonly unknown[]) => Promise<ReadonlyArray<Record<string, unknown>>>;

/** `at` is 0 - rank and not -rank: minus zero is no JSON number. */
const entryOf = (list: string, found: Record<string, unknown>): Entry => ({
  list,
  key: String(found['key']),
  projectId: String(found['project_id']),
  status: String(found['status']),
  at: 0 - Number(found['rank']),
  body: JSON.parse(String(found['body'])),
});

async function putChanges(query: Query, generationId: number, changes: readonly RowChange[]): Promise<void> {
  for (const { key } of changes) await query(sql.DELETE_ENTRIES, [generationId, key]);
  for (const { key, row, entries } of changes) {
    if (row === null) {
      await query(sql.DELETE_ROW, [generationId, key]);
      continue;
    }
    await query(sql.PUT_ROW, [generationId, key, JSON.stringify(row)]);
    for (const { list, key: entryKey, projectId, status, at, body } of entries)
      await query(sql.PUT_ENTRY, [generationId, list, entryKey, key, projectId, status, -at, JSON.stringify(body)]);
  }
}

export class SqliteReadModelStore extends ReadModelStore {
  readonly #database: ViewsDatabase;
  readonly #listeners = new Set<() => void>();

  /** `close` closes the database as well. */
  constructor(database: ViewsDatabase) {
    super();
    this.#database = database;
  }

  override async create(view: string, generation: string): Promise<void> {
    await this.#write((query) => query(sql.CREATE_GENERATION, [view, generation]));
  }

  override async position(view: string, generation: string): Promise<number | undefined> {
    const [found] = await this.#read(sql.FIND_GENERATION, [view, generation]);
    return found && Number(found['position']);
  }

  override async live(view: string): Promise<{ generation: string; position: number } | undefined> {
    const [found] = await this.#read(sql.FIND_LIVE, [view]);
    return found && { generation: String(found['generation']), position: Number(found['position']) };
  }

  override async rows(view: string, generation: string, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const [found] = await this.#read(sql.FIND_GENERATION, [view, generation]);
    if (!found || !keys.length) return new Map();
    const rows = await this.#read(sql.ROWS, [found['id'], JSON.stringify(keys)]);
    return new Map(rows.map(({ key, body }) => [String(key), JSON.parse(String(body))]));
  }

  override async apply({ view, generation, after, position, changes }: ApplyBatch): Promise<ApplyOutcome> {
    const outcome = await this.#write(async (query) => {
      const [found] = await query(sql.FIND_GENERATION, [view, generation]);
      if (!found) return 'gone';
      if (Number(found['position']) !== after || position <= after) return 'moved';
      await putChanges(query, Number(found['id']), changes);
      await query(sql.MOVE_GENERATION, [position, found['id']]);
      return 'applied';
    });
    if (outcome === 'applied') this.#wake();
    return outcome;
  }

  override async swap(view: string, generation: string): Promise<boolean> {
    const swapped = await this.#write(async (query) => {
      const [next] = await query(sql.FIND_GENERATION, [view, generation]);
      const [live] = await query(sql.FIND_LIVE, [view]);
      if (!next || (live && Number(live['position']) > Number(next['position']))) return false;
      await query(sql.DROP_OTHER_GENERATIONS, [view, next['id']]);
      await query(sql.MAKE_LIVE, [next['id']]);
      return true;
    });
    if (swapped) {
      this.#wake();
      await this.#purge();
    }
    return swapped;
  }

  override async fail(view: string, generation: string, failure: string | null): Promise<void> {
    await this.#write((query) => query(sql.FAIL_GENERATION, [failure, view, generation]));
  }

  override async get(view: string, key: string): Promise<{ asOf: number; row: unknown }> {
    const [found] = await this.#read(sql.GET_ROW, [key, view]);
    const { position, body } = this.#ready(view, found);
    return { asOf: Number(position), row: body === null ? undefined : JSON.parse(String(body)) };
  }

  override async entry(view: string, list: string, key: string): Promise<{ asOf: number; entry: Entry | undefined }> {
    const [found] = await this.#read(sql.GET_ENTRY, [list, key, view]);
    const ready = this.#ready(view, found);
    return { asOf: Number(ready['position']), entry: ready['key'] === null ? undefined : entryOf(list, ready) };
  }

  override async list(view: string, list: string, query: ListQuery): Promise<{ asOf: number; entries: readonly Entry[] }> {
    const statement = sql.listStatement(view, list, query);
    const found = await this.#read(statement.sql, statement.parameters);
    const { position } = this.#ready(view, found[0]);
    return { asOf: Number(position), entries: found.filter(({ key }) => key !== null).map((entry) => entryOf(list, entry)) };
  }

  override revision(): number {
    return this.#database.revision();
  }

  override async info(): Promise<readonly ViewInfo[]> {
    const found = await this.#read(sql.INFO, []);
    return found.map(({ view, generation, live, position, row_count: rows, failure }) => ({
      view: String(view),
      generation: String(generation),
      live: Number(live) === 1,
      position: Number(position),
      rows: Number(rows),
      failure: failure === null ? null : String(failure),
    }));
  }

  override async drop(view: string): Promise<void> {
    await this.#write((query) => query(sql.DROP_GENERATIONS, [view]));
    this.#wake();
    await this.#purge();
  }

  override onApply(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  override async close(): Promise<void> {
    this.#listeners.clear();
    await this.#database.close();
  }

  /** Deletes, chunk by chunk, what dropped generations left behind: no write has to wait for all of it. */
  async #purge(): Promise<void> {
    for (const statement of sql.PURGE) {
      let deleted = 1;
      while (deleted > 0) {
        deleted = await this.#write(async (query) => {
          await query(statement, []);
          const [changes] = await query('SELECT changes() AS deleted', []);
          return Number(changes?.['deleted']);
        });
      }
    }
  }

  async #write<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const { writer, writes } = this.#database;
    try {
      return await writes.run(() =>
        writer.transaction((manager) => work((statement, parameters) => manager.query(statement, [...parameters]))),
      );
    } catch (error) {
      throw asStoreError(error);
    }
  }

  async #read(statement: string, parameters: readonly unknown[]): Promise<ReadonlyArray<Record<string, unknown>>> {
    try {
      return await this.#database.reader.query(statement, [...parameters]);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  #ready(view: string, found: Record<string, unknown> | undefined): Record<string, unknown> {
    if (found) return found;
    throw new Unavailable('RUNTIME_NOT_READY', `The view ${view} is being built; ask again in a moment.`);
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }
}
