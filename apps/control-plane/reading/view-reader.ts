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

export class ViewReader {
  readonly #store: ReadModelStore;
  readonly #signer: CursorSigner;
  readonly #waitMs: number;

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
    const { asOf, entries } = await this.#store.list(view, list, {
      projectId,
      ...(status === undefined ? {} : { status }),
      ...(after ? { after } : {}),
      limit: page.limit + 1,
    });
    const shown = entries.slice(0, page.limit);
    const last = shown.at(-1);
    const nextCursor = last && entries.length > shown.length ? this.#signer.write(scope, last) : null;
    return { items: shown.map(({ body }) => body as Body), asOf, nextCursor };
  }

  /** `row` is undefined when there is none. */
  async row<Row>(view: string, key: string, minPosition: number | undefined): Promise<{ asOf: number; row: Row | undefined }> {
    await this.#reached(view, minPosition);
    const { asOf, row } = await this.#store.get(view, key);
    return { asOf, row: row as Row | undefined };
  }

  async #reached(view: string, minPosition: number | undefined): Promise<void> {
    if (minPosition !== undefined) await reached(this.#store, view, minPosition, this.#waitMs);
  }
}
