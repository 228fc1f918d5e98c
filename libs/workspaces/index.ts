// Isolated places to change files.
export type { ChangedPath, ChangeSet } from './change-set.js';
export type { CommandRequest, CommandResult, CommandRunner } from './command-runner.js';
export type { FileEntry, FileTree, ReadRange } from './file-tree.js';
export { WorkspaceProvider } from './workspace-provider.js';
export type {
  LeaseRequest,
  RepositorySource,
  Workspace,
  WorkspaceCheckpoint,
  WorkspaceClaim,
  WorkspaceLease,
} from './workspace-provider.js';
