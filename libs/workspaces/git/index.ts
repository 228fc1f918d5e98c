// The git driver of workspaces.
export { GitWorkspaceProvider } from './git-workspace-provider.js';
