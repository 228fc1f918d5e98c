// Signs the ends of streams soon after they changed, and every few minutes an index of them all. Runs where the Journal's writer runs.
import type { StreamEnd } from '../journal.js';
import type { Journal } from '../journal.js';
import type { HeadStore } from './head-store.js';
import { EndsDigest, signHeads, signIndex } from './signed-head.js';
import type { HeadKeys } from './signed-head.js';

const HEADS_MS = 5000;
const INDEX_MS = 300_000;
const AT_ONCE = 5000;

export interface HeadSignerOptions {
  readonly journal: Journal;
  readonly store: HeadStore;
  readonly keys: HeadKeys;
  /** How late a head may be signed, milliseconds. */
  readonly headsMs?: number;
  readonly indexMs?: number;
  /** Hears of a signing that failed; it is tried again at the next turn. */
  readonly onError: (error: unknown) => void;
}

export class HeadSigner {
  readonly #options: Required<HeadSignerOptions>;
  #stopListening: (() => void) | undefined;
  #heads: NodeJS.Timeout | undefined;
  #index: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: HeadSignerOptions) {
    this.#options = { headsMs: HEADS_MS, indexMs: INDEX_MS, ...options };
  }

  /** Signs what changed since the last run, then goes on with each append. */
  start(): void {
    const { journal, indexMs } = this.#options;
    this.#stopListening = journal.onAppend(() => this.#soon());
    this.#index = setInterval(() => this.#later(() => this.signIndex()), indexMs).unref();
    this.#soon();
  }

  /** Signs what is left. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    this.#stopListening = undefined;
    clearTimeout(this.#heads);
    clearInterval(this.#index);
    await this.#turn;
    await this.signHeads();
  }

  /** Signs the end of every stream that has changed since it was signed last. */
  async signHeads(): Promise<void> {
    const { journal, store } = this.#options;
    let cursor = await store.cursor();
    let ends = new Map<string, StreamEnd>();
    for await (const page of journal.readAll({ after: cursor })) {
      for (const { streamId, revision, hash } of page) ends.set(streamId, { streamId, revision, hash });
      cursor = page.at(-1)!.globalPosition;
      if (ends.size < AT_ONCE) continue;
      await this.#save(ends, cursor);
      ends = new Map();
    }
    if (ends.size > 0) await this.#save(ends, cursor);
  }

  /** Signs the heads that are due, and then the index of them all, if anything has changed since the last one. */
  async signIndex(): Promise<void> {
    const { journal, store, keys } = this.#options;
    await this.signHeads();
    const position = await store.cursor();
    if (position === 0 || (await store.lastIndex())?.position === position) return;
    const digest = new EndsDigest();
    for await (const page of store.heads()) for (const head of page) digest.add(head);
    await store.saveIndex(await signIndex({ position, ...digest.result() }, keys, journal.now()));
  }

  async #save(ends: ReadonlyMap<string, StreamEnd>, cursor: number): Promise<void> {
    const { journal, store, keys } = this.#options;
    await store.save(await signHeads([...ends.values()], keys, journal.now()), cursor);
  }

  #soon(): void {
    if (!this.#stopListening) return;
    this.#heads ??= setTimeout(() => {
      this.#heads = undefined;
      this.#later(() => this.signHeads());
    }, this.#options.headsMs).unref();
  }

  /** One after another; a failure is told and leaves the rest to the next turn. */
  #later(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work).catch((error: unknown) => {
      this.#options.onError(error);
      this.#soon();
    });
  }
}
