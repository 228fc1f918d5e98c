// What hosts tell of workspaces. It changes no status, and is recorded even after the Run has ended.
import { Rejection, systemActor } from '#domain/kernel';
import type { AssignmentState, RunCommandData } from '#domain/run';
import { workspaceRefOf } from '#domain/run';
import type { Receipt } from '#contracts/codec';
import type { AssignmentTarget, Caller, WorkspaceRecord } from '#contracts/commands';
import { checkScope, edgeMeta } from '../client/scope.js';
import type { Commands } from '../facts/commands.js';
import type { RunBoard } from '../facts/run-board.js';
import { findAssignment } from './execution-port.js';

type Fact = RunCommandData<'record_workspace'>['fact'];
type Cause = Extract<Fact, { type: 'workspace.discarded' }>['cause'];

const CAUSES: readonly Cause[] = ['cancelled', 'superseded', 'retention', 'lease_lost', 'accepted', 'failed', 'cleaning_failed'];

/** Why an attempt's place is cleaned, when its host says only that the attempt is over. */
const CAUSE_OF: Readonly<Record<AssignmentState['status'], Cause>> = {
  leased: 'retention',
  running: 'retention',
  cancel_requested: 'cancelled',
  execution_completed: 'retention',
  failed: 'failed',
  lost: 'lease_lost',
  cancelled: 'cancelled',
};

export interface WorkspacePorts {
  readonly commands: Commands;
  readonly board: RunBoard;
  readonly now: () => number;
  readonly newId: () => string;
}

/** Throws Rejection TOKEN_*, ASSIGNMENT_NOT_FOUND, FENCE_NOT_HIGHER. */
export async function recordWorkspace(
  { commands, board, now, newId }: WorkspacePorts,
  caller: Caller,
  { projectId, runId, assignmentId }: AssignmentTarget,
  said: WorkspaceRecord,
): Promise<Receipt> {
  checkScope(caller, { roles: ['executor', 'integration', 'workspace'], projectId, runId, assignmentId }, now());
  const state = await board.current(runId);
  const assignment = state && findAssignment(state, assignmentId);
  if (!assignment)
    throw new Rejection('ASSIGNMENT_NOT_FOUND', `Run ${runId} has no Assignment ${assignmentId}.`, { assignmentId });
  const meta = { ...edgeMeta(caller, systemActor('workspace'), projectId, { commandId: newId() }), capability: null };
  return commands.run('record_workspace', { runId, fact: factOf(said, assignment, caller.capability.fence) }, meta);
}

function factOf(said: WorkspaceRecord, assignment: AssignmentState, ownFence: number | undefined): Fact {
  const leaseRef = workspaceRefOf(assignment.assignmentId);
  const fence = ownFence ?? assignment.fence;
  switch (said.type) {
    case 'checkpointed':
      return {
        type: 'workspace.checkpointed',
        leaseRef,
        fence,
        checkpointRef: said.checkpointRef,
        checkpointDigest: said.checkpointDigest,
      };
    case 'sealed':
      return {
        type: 'workspace.sealed',
        leaseRef,
        fence,
        ...(said.manifestDigest === null ? {} : { manifestDigest: said.manifestDigest }),
      };
    case 'discarded':
      return { type: 'workspace.discarded', leaseRef, fence, cause: causeOf(said.cause, assignment) };
    case 'quarantined':
      return {
        type: 'workspace.quarantined',
        leaseRef,
        blockerId: `quarantine:${assignment.assignmentId}`,
        cause: causeOf(said.cause, assignment),
      };
  }
}

const causeOf = (said: string, { status }: AssignmentState): Cause => CAUSES.find((cause) => cause === said) ?? CAUSE_OF[status];
