// Requests a minute and token, counted in this process: a bucket refills evenly, so a burst is as large as the limit and no larger.
import { Unavailable } from '#domain/kernel';

export type RequestKind = 'writes' | 'reads';

const MINUTE_MS = 60_000;
/** Buckets kept before full ones are dropped. */
const MANY = 10_000;

interface Bucket {
  readonly left: number;
  readonly at: number;
}

export class RateLimits {
  readonly #limits: Readonly<Record<RequestKind, number>>;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** 0 is no limit; `now` in epoch milliseconds. */
  constructor(limits: Readonly<Record<RequestKind, number>>, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts one request. Throws Unavailable RATE_LIMITED with the time after which one more will pass. */
  take(tokenId: string, kind: RequestKind): void {
    const limit = this.#limits[kind];
    if (limit === 0) return;
    const now = this.#now();
    const key = `${kind} ${tokenId}`;
    const bucket = this.#buckets.get(key) ?? { left: limit, at: now };
    const left = Math.min(limit, bucket.left + (Math.max(0, now - bucket.at) * limit) / MINUTE_MS);
    if (left < 1) {
      const wait = Math.ceil(((1 - left) * MINUTE_MS) / limit);
      const message = `More than ${limit} ${kind} a minute came with this token: wait ${Math.ceil(wait / 1000)} s.`;
      throw new Unavailable('RATE_LIMITED', message, wait, { limit, kind });
    }
    if (this.#buckets.size >= MANY && !this.#buckets.has(key)) this.#drop(now);
    this.#buckets.set(key, { left: left - 1, at: now });
  }

  /** A bucket untouched for a minute is full again and says nothing. */
  #drop(now: number): void {
    for (const [key, { at }] of this.#buckets) if (now - at >= MINUTE_MS) this.#buckets.delete(key);
  }
}
