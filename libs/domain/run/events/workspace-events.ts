// Facts about workspaces, change sets and their integration.
import { list, nullable, optional, record, shapes, word } from '../../kernel/index.js';
import { workspaceBackend } from '../records/execution.js';

const { id, taskKey, digest, count, time } = shapes;

export const workspaceCause = word('cancelled', 'superseded', 'retention', 'lease_lost', 'accepted', 'failed', 'cleaning_failed');

export const workspaceFactKeys = {
  'workspace.leased': {
    leaseRef: id,
    assignmentId: id,
    attempt: count,
    backend: workspaceBackend,
    mountRef: id,
    baseRevision: nullable(id),
    scopeDigest: digest,
    fence: count,
    expiresAt: time,
  },
  'workspace.checkpointed': { leaseRef: id, checkpointRef: id, checkpointDigest: digest, fence: count },
  'workspace.sealed': { leaseRef: id, fence: count, manifestDigest: optional(digest) },
  'workspace.discarded': { leaseRef: id, fence: count, cause: workspaceCause },
  'workspace.quarantined': { leaseRef: id, blockerId: id, cause: workspaceCause },
} as const;

export const changeSetKeys = {
  changeSetRef: id,
  changeSetHash: digest,
  assignmentId: id,
  baseRevision: nullable(id),
  manifestDigest: digest,
} as const;

export const workspaceEventShapes = {
  'workspace.leased': record(workspaceFactKeys['workspace.leased']),
  'workspace.checkpointed': record(workspaceFactKeys['workspace.checkpointed']),
  'workspace.sealed': record(workspaceFactKeys['workspace.sealed']),
  'workspace.discarded': record(workspaceFactKeys['workspace.discarded']),
  'workspace.quarantined': record(workspaceFactKeys['workspace.quarantined']),
  'change_set.sealed': record(changeSetKeys),
  'integration.conflicted': record({ taskKey, pathsDigest: digest, candidates: list(id) }),
  'integration.target_moved': record({ taskKey, expectedRevision: id, actualRevision: id }),
} as const;
