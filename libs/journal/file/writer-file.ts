// Who may write: the highest of the files writer.<fence>.json. Making the next one is the compare-and-swap.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Rejection } from '#domain/kernel';
import { identityOf, isDead } from '../process-identity.js';
import type { ProcessIdentity } from '../process-identity.js';
import { createFile } from './atomic-file.js';

const LEASE_MS = 10_000;
export const RENEW_MS = 3000;
const NAME = /^writer\.(\d{16})\.json$/;

const fileOf = (folder: string, fence: number): string => join(folder, `writer.${String(fence).padStart(16, '0')}.json`);

const fencesOf = (folder: string): readonly number[] =>
  readdirSync(folder)
    .flatMap((name) => Number(NAME.exec(name)?.[1] ?? []))
    .filter((fence) => fence > 0)
    .toSorted((a, b) => a - b);

/** A released lease and a half-written one name no process. */
function holderOf(path: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity | null;
  } catch {
    return null;
  }
}

/** Takes the lease and returns its fence. Throws Rejection STORE_LOCKED while a live process holds it. */
export async function takeLease(folder: string): Promise<number> {
  for (;;) {
    const fences = fencesOf(folder);
    const last = fences.at(-1) ?? 0;
    const holder = last > 0 ? holderOf(fileOf(folder, last)) : null;
    const left = last > 0 ? statSync(fileOf(folder, last)).mtimeMs + LEASE_MS - Date.now() : 0;
    if (holder && left > 0 && !isDead(holder)) {
      throw new Rejection(
        'STORE_LOCKED',
        `Process ${holder.pid} on ${holder.host} has this store open to write; stop it, or use it (\`workroom --url\`). ` +
          `If it hangs, the store is free ${Math.round(left)} ms from now.`,
        { pid: holder.pid, host: holder.host },
      );
    }
    if (!(await createFile(fileOf(folder, last + 1), JSON.stringify(identityOf(process.pid))))) continue;
    prune(folder, fences);
    return last + 1;
  }
}

/** A file goes once its holder is dead, and nobody alive needs it to see that it was deposed. */
function prune(folder: string, fences: readonly number[]): void {
  for (const fence of fences) {
    const holder = holderOf(fileOf(folder, fence));
    if (!existsSync(fileOf(folder, fence - 1)) && holder && isDead(holder)) rmSync(fileOf(folder, fence));
  }
}

/** Whoever deposed this writer made the next file. */
export const holdsLease = (folder: string, fence: number): boolean => !existsSync(fileOf(folder, fence + 1));

/** The lease lasts as long as its file is younger than 10 s. */
export function renewLease(folder: string, fence: number, now = new Date()): void {
  utimesSync(fileOf(folder, fence), now, now);
}

export const releaseLease = (folder: string, fence: number): void => renewLease(folder, fence, new Date(0));
