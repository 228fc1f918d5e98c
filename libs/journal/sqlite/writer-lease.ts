// Who may write: one row that also counts positions. Every append names the fence; whoever lost the row is refused.
import type { Database } from 'better-sqlite3';
import { Rejection } from '#domain/kernel';
import { identityOf, isDead } from '../process-identity.js';

export const LEASE_MS = 10_000;
export const RENEW_MS = 3000;

interface WriterRow {
  readonly fence: number;
  readonly host: string;
  readonly pid: number;
  readonly process_start: string;
  readonly expires_at: number;
}

/**
 * Takes the lease and returns its fence. Throws Rejection STORE_LOCKED while a live process holds it; a dead holder's is taken at once,
 * any other at its expiry.
 */
export function takeLease(database: Database, now: number): number {
  const own = identityOf(process.pid)!;
  const take = database.transaction(() => {
    const row = database.prepare('SELECT * FROM workroom_journal_writer').get() as WriterRow;
    const holder = { host: row.host, pid: row.pid, start: row.process_start };
    if (row.expires_at > now && !isDead(holder)) {
      throw new Rejection(
        'STORE_LOCKED',
        `Process ${row.pid} on ${row.host} has this store open to write; stop it, or use it (\`workroom --url\`). ` +
          `If it hangs, the store is free ${row.expires_at - now} ms from now.`,
        { pid: row.pid, host: row.host, expiresAt: row.expires_at },
      );
    }
    const fence = row.fence + 1;
    database
      .prepare('UPDATE workroom_journal_writer SET fence = ?, host = ?, pid = ?, process_start = ?, expires_at = ?')
      .run(fence, own.host, own.pid, own.start, now + LEASE_MS);
    return fence;
  });
  return take.immediate();
}

/** False when the lease is lost. */
export const renewLease = (database: Database, fence: number, now: number): boolean =>
  database.prepare('UPDATE workroom_journal_writer SET expires_at = ? WHERE fence = ?').run(now + LEASE_MS, fence).changes === 1;

export function releaseLease(database: Database, fence: number): void {
  database.prepare('UPDATE workroom_journal_writer SET expires_at = 0 WHERE fence = ?').run(fence);
}
