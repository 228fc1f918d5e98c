// Who alone makes, keeps, seals and throws away the places where attempts work. Every driver passes suite/workspaces.suite.ts.
import type { ChangeSet } from './change-set.js';
import type { CommandRunner } from './command-runner.js';
import type { FileTree } from './file-tree.js';

/** The repository that a Project works on: a path on this host, or a URL that git can fetch. */
export type RepositorySource =
  { readonly path: string; readonly baseRef?: string } | { readonly url: string; readonly baseRef?: string };

export interface LeaseRequest {
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string;
  readonly taskRevision: number;
  readonly assignmentId: string;
  readonly attempt: number;
  readonly fence: number;
  readonly source: RepositorySource;
  readonly baseRevision: string;
  /** A read-only task gets a snapshot: nothing is checked out, nothing can be written. */
  readonly mode: 'mutable' | 'read_only';
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** What is kept of a lease: it holds no host path and may stand in a fact. */
export interface WorkspaceLease {
  /** `workspace:<assignmentId>`; mountRef is the same. */
  readonly leaseRef: string;
  readonly mountRef: string;
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string;
  readonly taskRevision: number;
  readonly assignmentId: string;
  readonly attempt: number;
  readonly fence: number;
  readonly backend: 'git_worktree' | 'snapshot';
  readonly baseRevision: string;
  /** `workroom/<runId>/<taskKey>/<taskRevision>.<attempt>`; null for a snapshot. */
  readonly branch: string | null;
  readonly scopeDigest: string;
  readonly expiresAt: number;
  readonly state: 'leased' | 'sealed' | 'discarded' | 'quarantined';
}

export interface Workspace {
  readonly lease: WorkspaceLease;
  readonly files: FileTree;
  /** null: the backend is a snapshot, or no sandbox works on this host. */
  readonly commands: CommandRunner | null;
}

export interface WorkspaceClaim {
  readonly leaseRef: string;
  readonly fence: number;
}

export interface WorkspaceCheckpoint {
  readonly checkpointRef: string;
  readonly checkpointDigest: string;
  readonly baseRevision: string;
  readonly fence: number;
}

/**
 * Fences count per Run and task: whatever comes with a lower one than the highest seen is refused, FENCE_NOT_HIGHER. A repeat
 * with equal values gives the first result. Thrown: Rejection WORKSPACE_MISSING (no repository there), WORKSPACE_EMPTY (it has
 * no commit), REVISION_NOT_FOUND, WORKSPACE_NOT_LEASED, FENCE_NOT_HIGHER; Unavailable REPOSITORY_UNREACHABLE. The source
 * repository is only ever read.
 */
export abstract class WorkspaceProvider {
  /** The commit that work starts from: `baseRef`, else HEAD, fetched into the provider's own mirror. */
  abstract resolveBaseRevision(source: RepositorySource): Promise<string>;
  abstract lease(request: LeaseRequest): Promise<Workspace>;
  /** The workspace of a lease that is held, e.g. after a restart of the host. */
  abstract open(claim: WorkspaceClaim): Promise<Workspace>;
  /** Keeps the present contents under a ref of the mirror; the work goes on. */
  abstract checkpoint(claim: WorkspaceClaim): Promise<WorkspaceCheckpoint>;
  /** Ends the writing: the change set is durable in the mirror and never changes again. */
  abstract seal(claim: WorkspaceClaim): Promise<ChangeSet>;
  /** Removes the files; sealed contents stay. Idempotent. A cleaning that fails quarantines the workspace and does not throw. */
  abstract discard(claim: WorkspaceClaim, cause: string): Promise<WorkspaceLease>;
  /** Sets a workspace aside: it stays on disk for inspection, and nobody can lease, open, seal or clean it. */
  abstract quarantine(claim: WorkspaceClaim, cause: string): Promise<WorkspaceLease>;
  /** What a restart finds: every lease that was not discarded. Half-made workspaces are finished or removed first. */
  abstract recover(): Promise<readonly WorkspaceLease[]>;
  /** A revision, read-only: for reviewers and read-only tasks. */
  abstract snapshot(source: RepositorySource, revision: string): Promise<Workspace['files']>;
  /** A throw-away checkout in which a reviewer repeats a command; removed when `use` ends. null where no sandbox works. */
  abstract repeatCommands<T>(
    source: RepositorySource,
    revision: string,
    use: (commands: CommandRunner) => Promise<T>,
  ): Promise<T | null>;
}
