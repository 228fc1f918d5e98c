// The writer's session: it holds the lease, knows the ends of hot streams, and commits one flush at a time.
import { hostname } from 'node:os';
import { Client } from 'pg';
import type { ClientConfig, Pool } from 'pg';
import { Conflict, Unavailable } from '#domain/kernel';
import type { StreamHead } from '#domain/kernel';
import { repeatOf } from '../admission.js';
import type { Answer } from '../group-commit.js';
import type { AppendBatch } from '../journal.js';
import { flushRows } from './flush-statement.js';
import { answerOf, judge, NOTHING_FOUND } from './judgement.js';
import type { Found, Judgement } from './judgement.js';
import { operationKey, readBroken, readEnds, readOperations, readPlaces } from './look-up.js';
import { asStoreError, isUniqueViolation } from './postgres-errors.js';
import { releaseLease, renewLease, resumeLease, takeLease } from './writer-lease.js';
import type { Counter, TakeLeaseOptions } from './writer-lease.js';

const ENDS = 20_000;
const ATTEMPTS = 5;

async function lookUp(pool: Pool, batches: readonly AppendBatch[]): Promise<Found> {
  const wanted = batches.flatMap(({ streamId, operation }) => (operation ? [{ streamId, operation }] : []));
  const [places, operations] = await Promise.all([readPlaces(pool, batches), readOperations(pool, wanted)]);
  return { places, operations };
}

export class PostgresWriter {
  readonly #config: ClientConfig;
  /** For look-ups beside the flush. */
  readonly #pool: Pool;
  #client: Client;
  #counter: Counter;
  #lost = false;
  #broken: ReadonlyMap<string, number> = new Map();
  /** Exact while the counter row is as known: nobody else can have appended. */
  readonly #ends = new Map<string, StreamHead>();

  private constructor(config: ClientConfig, pool: Pool, client: Client, counter: Counter) {
    this.#config = config;
    this.#pool = pool;
    this.#client = client;
    this.#counter = counter;
    this.#watch();
  }

  /** Throws Rejection STORE_LOCKED; waits for the lease where told to. */
  static async open(config: ClientConfig, pool: Pool, options: Omit<TakeLeaseOptions, 'holder'>): Promise<PostgresWriter> {
    const client = new Client(config);
    await client.connect();
    try {
      const counter = await takeLease(client, { ...options, holder: `Process ${process.pid} on ${hostname()}` });
      const writer = new PostgresWriter(config, pool, client, counter);
      writer.#broken = await readBroken(client);
      return writer;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** One answer a batch, in order. Throws when nothing was written, or when the connection was lost and nobody knows. */
  async flush(batches: readonly AppendBatch[]): Promise<readonly Answer[]> {
    await this.#connected();
    let found: Found | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      await this.#learnEnds(batches);
      const judgement = judge(batches, { ...(found ?? NOTHING_FOUND), ...this.#known() });
      const doubts = found ? undefined : this.#doubts(batches, judgement.answers);
      try {
        if (await this.#commit(judgement)) {
          await doubts;
          return judgement.answers;
        }
        await this.#resync(await renewLease(this.#client, this.#counter.fence));
      } catch (error) {
        await doubts;
        if (!isUniqueViolation(error)) throw error;
        found = await lookUp(this.#pool, batches);
      }
    }
    throw new Unavailable('STORE_UNAVAILABLE', 'The Journal changed under its writer again and again; retry.');
  }

  /** Keeps the lease. Throws Rejection WRITER_FENCED. */
  async renew(): Promise<void> {
    await this.#connected();
    await renewLease(this.#client, this.#counter.fence);
  }

  async close(): Promise<void> {
    try {
      if (!this.#lost) await releaseLease(this.#client, this.#counter.fence);
    } finally {
      await this.#client.end();
    }
  }

  #known() {
    return { position: this.#counter.position, ends: this.#ends, broken: this.#broken };
  }

  #watch(): void {
    const client = this.#client;
    const lose = () => {
      if (client === this.#client) this.#lost = true;
    };
    client.on('error', lose);
    client.on('end', lose);
  }

  async #connected(): Promise<void> {
    if (!this.#lost) return;
    const client = new Client(this.#config);
    await client.connect();
    this.#client = client;
    this.#lost = false;
    this.#watch();
    await this.#resync(await resumeLease(client, this.#counter.fence));
  }

  async #holds(): Promise<boolean> {
    const { position, breaks } = await renewLease(this.#client, this.#counter.fence);
    return position === this.#counter.position && breaks === this.#counter.breaks;
  }

  /** What was known no longer holds. */
  async #resync(counter: Counter): Promise<void> {
    this.#ends.clear();
    this.#broken = await readBroken(this.#client);
    this.#counter = counter;
  }

  async #learnEnds(batches: readonly AppendBatch[]): Promise<void> {
    if (this.#ends.size > ENDS) this.#ends.clear();
    const unknown = new Set(batches.map(({ streamId }) => streamId).filter((streamId) => !this.#ends.has(streamId)));
    if (unknown.size === 0) return;
    for (const { streamId, revision, hash } of await readEnds(this.#client, [...unknown])) {
      this.#ends.set(streamId, { revision, hash });
    }
  }

  /** A stale batch may be a repeat: that is looked up while the others are written, and its answer set right. */
  #doubts(batches: readonly AppendBatch[], answers: Answer[]): Promise<void> | undefined {
    const stale = batches.map((_, index) => index).filter((index) => answers[index] instanceof Conflict);
    if (stale.length === 0) return undefined;
    const settle = (found: Found) => {
      const view = {
        place: (eventId: string) => found.places.get(eventId),
        operation: (streamId: string, kind: string, key: string) => found.operations.get(operationKey(streamId, kind, key)),
      };
      for (const index of stale) {
        const conflict = answers[index] as Conflict;
        answers[index] = answerOf(() => {
          const repeat = repeatOf(batches[index]!, view);
          if (repeat) return repeat;
          throw conflict;
        });
      }
    };
    return lookUp(
      this.#pool,
      stale.map((index) => batches[index]!),
    ).then(settle, (error: unknown) => {
      for (const index of stale) answers[index] = asStoreError(error) as Error;
    });
  }

  /** False when what was known no longer holds; a flush that only refuses asks for that as well. */
  async #commit({ answers, events, operations, ends }: Judgement): Promise<boolean> {
    if (events.length === 0) return !answers.some((answer) => answer instanceof Error) || (await this.#holds());
    if (!(await flushRows(this.#client, this.#counter, events, operations))) return false;
    this.#counter = { ...this.#counter, position: this.#counter.position + events.length };
    for (const [streamId, end] of ends) this.#ends.set(streamId, end);
    return true;
  }
}
