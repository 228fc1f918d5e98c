// The Catalog in force as the orchestrator tells it: asked once, again after each change and after a while without one.
import type { CommandClient } from '#contracts/commands';
import type { CatalogSnapshot } from '#contracts/commands';
import { CONTROL_PLANE } from './person.js';

/** A change that was not heard of is seen after this many milliseconds. */
const KEPT_MS = 10_000;

export class CatalogCopy {
  readonly #client: CommandClient;
  readonly #now: () => number;
  #asked: { readonly at: number; readonly snapshot: Promise<CatalogSnapshot> } | null = null;

  constructor(client: CommandClient, now: () => number) {
    this.#client = client;
    this.#now = now;
  }

  /** One question serves all who ask meanwhile; a failed one is asked again by the next. */
  current(): Promise<CatalogSnapshot> {
    const at = this.#now();
    if (this.#asked && at - this.#asked.at < KEPT_MS) return this.#asked.snapshot;
    const snapshot = this.#client.queries.catalog(CONTROL_PLANE);
    this.#asked = { at, snapshot };
    snapshot.catch(() => this.changed());
    return snapshot;
  }

  /** A newer one is in force. */
  changed(): void {
    this.#asked = null;
  }
}
