// Who may write: a row that also counts positions, and beside it an advisory lock that shows at once when its holder is gone.
import type { ClientBase } from 'pg';
import { Rejection } from '#domain/kernel';
import { fenced } from '../admission.js';

export const LEASE_MS = 10_000;
export const RENEW_MS = 3000;
const POLL_MS = 500;

/** The server's clock, epoch milliseconds. */
export const STORE_NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const LOCK = `(1464812395, hashtext(current_schema()))`;

/** What the counter row holds; appends compare all of it. */
export interface Counter {
  readonly fence: number;
  readonly position: number;
  /** How many breaks were ever recorded: a change means that the set of broken streams has changed. */
  readonly breaks: number;
}

const COUNTER = 'fence::float8 AS fence, position::float8 AS position, breaks::float8 AS breaks';

/** Gets the lock if nobody holds it. The row alone decides; the lock tells that it may be taken at once. */
async function lock(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(`SELECT pg_try_advisory_lock${LOCK} AS got`);
  return rows[0]!.got;
}

async function take(client: ClientBase, holder: string, atOnce: boolean): Promise<Counter | undefined> {
  const { rows } = await client.query<Counter>(
    `UPDATE workroom_journal_writer SET fence = fence + 1, holder = $1, expires_at = ${STORE_NOW} + ${LEASE_MS}
     WHERE $2 OR expires_at <= ${STORE_NOW} RETURNING ${COUNTER}`,
    [holder, atOnce],
  );
  return rows[0];
}

async function locked(client: ClientBase): Promise<Rejection> {
  const { rows } = await client.query<{ holder: string; left: number }>(
    `SELECT holder, (expires_at - ${STORE_NOW})::float8 AS left FROM workroom_journal_writer`,
  );
  const { holder, left } = rows[0]!;
  const why = `${holder || 'Another process'} writes this Journal; stop it, or wait: its lease ends ${left} ms from now unless renewed.`;
  return new Rejection('STORE_LOCKED', why, { holder });
}

export interface TakeLeaseOptions {
  /** Names the process to people: host and pid. */
  readonly holder: string;
  /** Wait for the lease as a standby, or refuse STORE_LOCKED. */
  readonly whenLocked: 'wait' | 'refuse';
  readonly signal?: AbortSignal | undefined;
}

/** Takes the lease: at once when its holder's session is gone, else when it expires. Throws Rejection STORE_LOCKED. */
export async function takeLease(client: ClientBase, { holder, whenLocked, signal }: TakeLeaseOptions): Promise<Counter> {
  for (;;) {
    const counter = await take(client, holder, await lock(client));
    if (counter) return counter;
    if (whenLocked === 'refuse' || signal?.aborted) throw await locked(client);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
}

/** On a new session after the old one was lost: goes on while nobody took the row meanwhile. Throws Rejection WRITER_FENCED. */
export async function resumeLease(client: ClientBase, fence: number): Promise<Counter> {
  await lock(client);
  return renewLease(client, fence);
}

/** Also reads the counter. Throws Rejection WRITER_FENCED. */
export async function renewLease(client: ClientBase, fence: number): Promise<Counter> {
  const { rows } = await client.query<Counter>({
    name: 'workroom_renew',
    text: `UPDATE workroom_journal_writer SET expires_at = ${STORE_NOW} + ${LEASE_MS} WHERE fence = $1 RETURNING ${COUNTER}`,
    values: [fence],
  });
  if (!rows[0]) throw fenced();
  return rows[0];
}

export async function releaseLease(client: ClientBase, fence: number): Promise<void> {
  await client.query('UPDATE workroom_journal_writer SET expires_at = 0 WHERE fence = $1', [fence]);
}
