// Hot streams stay folded: safe, because an append compares the expected end of stream, so a stale entry can only conflict.
import type { Folded } from './fold.js';
import type { Journal } from './journal.js';

const STREAMS = 256;
const OPERATIONS = 4096;

export interface CachedFold<State> {
  readonly folded: Folded<State>;
  /** Every operation that the stream remembers; null where only the store knows. */
  readonly operations: Set<string> | null;
}

/** Least recently used out first; commands of one stream run one after another. */
export class FoldCache {
  readonly #entries = new Map<string, CachedFold<unknown>>();
  readonly #turns = new Map<string, Promise<unknown>>();

  get<State>(key: string): CachedFold<State> | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry as CachedFold<State>;
  }

  set<State>(key: string, entry: CachedFold<State>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry.operations && entry.operations.size > OPERATIONS ? { ...entry, operations: null } : entry);
    if (this.#entries.size <= STREAMS) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  drop(key: string): void {
    this.#entries.delete(key);
  }

  /** Runs `work` after every earlier work of this key has ended, well or badly. */
  async inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(key);
    const turn = (async () => {
      if (before) await before.catch(() => undefined);
      return work();
    })();
    this.#turns.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    }
  }
}

const caches = new WeakMap<Journal, FoldCache>();

export function foldCacheOf(journal: Journal): FoldCache {
  let cache = caches.get(journal);
  if (!cache) caches.set(journal, (cache = new FoldCache()));
  return cache;
}
