// The server's clock, kept as an offset to this process's; measured at connect and every 10 s.
import type { Pool } from 'pg';
import { STORE_NOW } from './writer-lease.js';

const MEASURE_MS = 10_000;

export class StoreClock {
  readonly #pool: Pool;
  #offset = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async start(): Promise<void> {
    await this.#measure();
    // A measurement that fails keeps the last offset; whoever uses the store hears of the loss.
    this.#timer = setInterval(() => void this.#measure().catch(() => undefined), MEASURE_MS).unref();
  }

  now(): number {
    return Math.round(Date.now() + this.#offset);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #measure(): Promise<void> {
    const before = Date.now();
    const { rows } = await this.#pool.query<{ now: number }>(`SELECT ${STORE_NOW}::float8 AS now`);
    const after = Date.now();
    this.#offset = rows[0]!.now - (before + after) / 2;
  }
}
