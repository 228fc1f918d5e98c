// What an attempt changed: immutable, addressed by its content, free of host paths.

export interface ChangedPath {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  /** Git's mode, e.g. `100644`, `100755`, `120000`; null for a deletion. */
  readonly mode: string | null;
  /** `sha256:` + 64 hex digits of the new content; null for a deletion. */
  readonly contentHash: string | null;
}

export interface ChangeSet {
  /** `change-set:` + the hex part of the hash. */
  readonly changeSetRef: string;
  /** Digest of base revision, manifest and producer. */
  readonly changeSetHash: string;
  readonly manifestDigest: string;
  readonly baseRevision: string;
  /** The commit on the attempt's branch that holds the contents; equals baseRevision when nothing changed. */
  readonly revision: string;
  /** In code-unit order of the paths. */
  readonly manifest: readonly ChangedPath[];
}
