// What a workspace host reports. It changes no status, and is told even after the Run has ended.
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent } from '../events/run-event.js';
import type { RunState } from '../state.js';
import { findAssignment } from './lookup.js';
import { demand } from './refuse.js';

export function recordWorkspace(
  state: RunState,
  { data }: RunCommandOf<'record_workspace'>,
  _context: DecideContext,
): readonly RunEvent[] {
  const { type, ...fact } = data.fact;
  const { leaseRef } = fact;
  const prefix = 'workspace:';
  const assignment = findAssignment(state, leaseRef.startsWith(prefix) ? leaseRef.slice(prefix.length) : leaseRef);
  demand(
    !('fence' in fact) || fact.fence === assignment.fence,
    'FENCE_NOT_HIGHER',
    `Workspace ${leaseRef} belongs to fence ${assignment.fence} of Assignment ${assignment.assignmentId}.`,
    {
      fence: assignment.fence,
    },
  );
  return [{ type, data: fact } as RunEvent];
}

export function sealChangeSet(
  state: RunState,
  { data }: RunCommandOf<'seal_change_set'>,
  _context: DecideContext,
): readonly RunEvent[] {
  const { runId: _run, ...sealed } = data;
  const assignment = findAssignment(state, sealed.assignmentId);
  if (assignment.changeSets.some((one) => one.changeSetHash === sealed.changeSetHash)) return [];
  return [{ type: 'change_set.sealed', data: sealed }];
}

export function noteSource(_state: RunState, { data }: RunCommandOf<'note_source'>): readonly RunEvent[] {
  const { runId: _run, ...noted } = data;
  return [{ type: 'run.source_noted', data: { ...noted, disposition: 'noted' } }];
}
