// What the provider knows of each lease, on disk beside the workspaces: one small file a lease, replaced as a whole.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestHex, Rejection } from '#domain/kernel';
import type { ChangeSet } from '../change-set.js';
import type { WorkspaceClaim, WorkspaceLease } from '../workspace-provider.js';
import type { LocatedSource } from './repository-source.js';

/** A discarded lease is remembered this long, so that its fence still refuses what comes late. */
const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1_000;

export interface LeaseRecord {
  readonly lease: WorkspaceLease;
  readonly source: LocatedSource;
  /** The process that makes the files; null once they are made. */
  readonly maker: number | null;
  /** Why it was discarded or set aside. */
  readonly cause: string | null;
  readonly changeSet: ChangeSet | null;
  readonly checkpoints: number;
}

const scopeOf = (lease: Pick<WorkspaceLease, 'runId' | 'taskKey'>): string => `${lease.runId}/${lease.taskKey}`;

export const leaseRefOf = (assignmentId: string): string => `workspace:${assignmentId}`;

export class LeaseBook {
  private readonly records = new Map<string, LeaseRecord>();
  private readonly fences = new Map<string, number>();

  private constructor(private readonly folder: string) {}

  static async open(folder: string): Promise<LeaseBook> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const book = new LeaseBook(folder);
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json')) continue;
      const record = JSON.parse(await readFile(join(folder, name), 'utf8')) as LeaseRecord;
      const forgotten = record.lease.state === 'discarded' && record.lease.expiresAt + REMEMBERED_MS < Date.now();
      if (forgotten) await rm(join(folder, name), { force: true });
      else book.remember(record);
    }
    return book;
  }

  /** The folder of a lease's files. */
  placeOf(leaseRef: string): string {
    return join(this.folder, `ws-${digestHex({ leaseRef }).slice(0, 32)}`);
  }

  all(): readonly LeaseRecord[] {
    return [...this.records.values()];
  }

  find(leaseRef: string): LeaseRecord | undefined {
    return this.records.get(leaseRef);
  }

  /** Throws Rejection FENCE_NOT_HIGHER unless the fence is above all that the task's workspaces have seen. */
  checkNewFence(request: { readonly runId: string; readonly taskKey: string; readonly fence: number }): void {
    const highest = this.fences.get(scopeOf(request));
    if (highest !== undefined && request.fence <= highest) throw this.fenced(scopeOf(request), request.fence, highest);
  }

  /** The record of a held lease. Throws Rejection WORKSPACE_NOT_LEASED, FENCE_NOT_HIGHER. */
  held(claim: WorkspaceClaim): LeaseRecord {
    const record = this.records.get(claim.leaseRef);
    if (!record) throw new Rejection('WORKSPACE_NOT_LEASED', `There is no lease ${claim.leaseRef} on this host.`);
    const highest = Math.max(record.lease.fence, this.fences.get(scopeOf(record.lease)) ?? 0);
    if (claim.fence < highest) throw this.fenced(claim.leaseRef, claim.fence, highest);
    if (claim.fence > highest) {
      throw new Rejection('WORKSPACE_NOT_LEASED', `${claim.leaseRef} was leased under fence ${highest}, not ${claim.fence}.`);
    }
    return record;
  }

  async write(record: LeaseRecord): Promise<void> {
    const path = `${this.placeOf(record.lease.leaseRef)}.json`;
    await writeFile(`${path}.new`, JSON.stringify(record), { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
    this.remember(record);
  }

  async forget(leaseRef: string): Promise<void> {
    await rm(`${this.placeOf(leaseRef)}.json`, { force: true });
    this.records.delete(leaseRef);
  }

  private remember(record: LeaseRecord): void {
    this.records.set(record.lease.leaseRef, record);
    const scope = scopeOf(record.lease);
    this.fences.set(scope, Math.max(record.lease.fence, this.fences.get(scope) ?? 0));
  }

  private fenced(what: string, fence: number, highest: number): Rejection {
    return new Rejection('FENCE_NOT_HIGHER', `Fence ${fence} for ${what} is behind ${highest}: another attempt has taken over.`, {
      fence,
      highest,
    });
  }
}
