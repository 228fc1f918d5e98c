// Files as readers see them, whether they lie in a worktree or in a revision.

export interface FileEntry {
  /** Relative to the root, `/` between parts; bytes that are no UTF-8 appear as U+FFFD. */
  readonly path: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
  readonly executable: boolean;
  /** Bytes of the content; for a symlink of its target's name; 0 for a submodule. */
  readonly size: number;
}

export interface ReadRange {
  /** First byte, 0 when absent. */
  readonly offset?: number;
  /** At most this many bytes; to the end when absent. */
  readonly length?: number;
}

/**
 * A read-only view of a tree of files. `list` gives versioned files, and in a worktree also new ones that are not ignored, in
 * UTF-16 code-unit order of their paths. Thrown: Rejection WORKSPACE_ESCAPE (the path or a link on it leaves the tree, or it
 * names what the runtime keeps for itself), FILE_NOT_FOUND, NOT_A_FILE (folder, submodule, device).
 */
export interface FileTree {
  /** The commit that the tree shows, or started from. */
  readonly revision: string;
  list(signal?: AbortSignal): Promise<readonly FileEntry[]>;
  read(path: string, range?: ReadRange): Promise<Uint8Array>;
}
