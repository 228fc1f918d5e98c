// Reads of views: waits for the position that the caller has seen, then a page by its signed cursor, or a row.
import { reached } from '#read-models';
import type { ReadModelStore } from '#read-models';
import type { CursorSigner } from '../http/request/cursor.js';
import type { PageQuery } from '../http/request/queries.js';

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly asOf: number;
  readonly nextCursor: string | null;
}

export interface ListRequest {
  readonly view: string;
  readonly list: string;
  readonly principalId: string;
  readonly filter: { readonly projectId: string; readonly status?: string | undefined };
  readonly page: PageQuery;
  readonly minPosition: number | undefined;
}

/** Answers kept while nothing changes. */
const MOST_KEPT = 1000;

export class ViewReader {
  readonly #store: ReadModelStore;
  readonly #signer: CursorSigner;
  readonly #waitMs: number;
  readonly #kept = new Map<string, Promise<unknown>>();
  #revision: number | null = null;

  /** `waitMs`: how long a read waits for a position before PROJECTION_BEHIND. */
  constructor(store: ReadModelStore, signer: CursorSigner, waitMs: number) {
    this.#store = store;
    this.#signer = signer;
    this.#waitMs = waitMs;
  }

  /** Thrown: Rejection CURSOR_INVALID; Unavailable PROJECTION_BEHIND, RUNTIME_NOT_READY. */
  async list<Body>({ view, list, principalId, filter, page, minPosition }: ListRequest): Promise<Listed<Body>> {
    const scope = { route: `${view}/${list}`, filter, principalId };
    const after = page.cursor === undefined ? null : this.#signer.read(scope, page.cursor);
    await this.#reached(view, minPosition);
    const { projectId, status } = filter;
    const query = { projectId, ...(status === undefined ? {} : { status }), ...(after ? { after } : {}), limit: page.limit + 1 };
    const { asOf, shown, last } = await this.#once(`${view} ${list} ${JSON.stringify(query)}`, async () => {
      const found = await this.#store.list(view, list, query);
      const entries = found.entries.slice(0, page.limit);
      const more = found.entries.length > entries.length;
      return { asOf: found.asOf, shown: entries.map(({ body }) => body), last: more ? entries.at(-1) : undefined };
    });
    return { items: shown as readonly Body[], asOf, nextCursor: last ? this.#signer.write(scope, last) : null };
  }

  /** `row` is undefined when there is none. */
  async row<Row>(view: string, key: string, minPosition: number | undefined): Promise<{ asOf: number; row: Row | undefined }> {
    await this.#reached(view, minPosition);
    const { asOf, row } = await this.#once(`${view} ${key}`, () => this.#store.get(view, key));
    return { asOf, row: row as Row | undefined };
  }

  /** One read serves all who ask the same while nothing changes; what comes back is shared and never changed. */
  #once<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
    const revision = this.#store.revision();
    if (revision === null) return read();
    if (revision !== this.#revision || this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#revision = revision;
    const known = this.#kept.get(key) as Promise<Result> | undefined;
    if (known) return known;
    const reading = read();
    this.#kept.set(key, reading);
    reading.catch(() => this.#kept.delete(key));
    return reading;
  }

  async #reached(view: string, minPosition: number | undefined): Promise<void> {
    if (minPosition !== undefined) await reached(this.#store, view, minPosition, this.#waitMs);
  }
}
