// What is asked before idempotency: the token's claims, the Project, the Run, and the closed form of the command.
import { checkShape } from '../../kernel/index.js';
import type { Capability } from '../../kernel/index.js';
import { RUN_COMMANDS } from '../commands/run-command.js';
import type { RunCommand, RunCommandOf } from '../commands/run-command.js';
import { admissionParts } from '../plan/admission-parts.js';
import type { RunState } from '../state.js';
import { refuse } from './refuse.js';

/** Roles of service tokens: they speak for others, whom the transport has proven. */
const SERVICES: ReadonlySet<Capability['role']> = new Set(['gateway', 'control_plane', 'service']);

function checkScope(command: RunCommand): void {
  const { projectId, capability, actor } = command.meta;
  if (projectId === null) {
    refuse('CONTROL_SCOPE_NOT_EXACT', `${command.type} names no Project; send it with the projectId of its Run.`);
  }
  if (!capability) return;
  if (capability.project !== undefined && capability.project !== projectId) {
    refuse('CONTROL_SCOPE_NOT_EXACT', `${command.type} is addressed to Project ${projectId}; its token is for another one.`);
  }
  const data = command.data as { runId?: unknown; taskKey?: unknown; assignmentId?: unknown };
  const wrong =
    (capability.run !== undefined && capability.run !== data.runId && 'run') ||
    (capability.task !== undefined && data.taskKey !== undefined && capability.task !== data.taskKey && 'task') ||
    (capability.assignment !== undefined &&
      data.assignmentId !== undefined &&
      capability.assignment !== data.assignmentId &&
      'assignment') ||
    (SERVICES.has(capability.role)
      ? capability.role !== 'service' && actor.kind !== 'human' && 'role'
      : (capability.role !== actor.role && 'role') || (capability.sub !== actor.principalId && 'sub'));
  if (wrong) {
    refuse('TOKEN_SCOPE', `${command.type} lies outside the claim ${wrong} of its token; ask for a token of that scope.`, {
      claim: wrong,
    });
  }
}

type Admission = RunCommandOf<'admit_workflow_plan'>;

/** A known operation with other content is drift; a Run of another operation exists already. */
function checkReplay(state: RunState, { data, meta }: Admission): void {
  if (state.sequence < 0 || !state.admission) return;
  if (state.admission.operationId !== data.operationId) {
    refuse('RUN_EXISTS', `Run ${data.runId} was made by another operation; admit the plan under its own run id.`, {
      runId: data.runId,
    });
  }
  const parts = admissionParts(meta.projectId ?? '', data.title, data);
  for (const part of ['run', 'plan', 'tasks', 'gates'] as const) {
    if (parts[part] === state.admission.parts[part]) continue;
    refuse(
      'PLAN_REPLAY_DRIFT',
      `Operation ${data.operationId} admitted Run ${data.runId} with another ${part}; nothing was changed.`,
      {
        runId: data.runId,
        drift: part,
      },
    );
  }
}

/** Throws CONTROL_SCOPE_NOT_EXACT, TOKEN_SCOPE, VALUE_INVALID, RUN_NOT_FOUND, RUN_PROJECT_MISMATCH, RUN_EXISTS, PLAN_REPLAY_DRIFT. */
export function admit(state: RunState, command: RunCommand): void {
  checkScope(command);
  const { runId } = command.data;
  if (command.type !== 'admit_workflow_plan') {
    if (state.sequence < 0) refuse('RUN_NOT_FOUND', `There is no Run ${String(runId)}; list the Runs of the Project.`, { runId });
    if (state.runId !== runId) refuse('RUN_NOT_FOUND', `This is not Run ${String(runId)}; address its own stream.`, { runId });
  }
  if (state.sequence >= 0 && state.projectId !== command.meta.projectId) {
    refuse('RUN_PROJECT_MISMATCH', `Run ${String(runId)} belongs to another Project.`, { runId });
  }
  if (!Object.hasOwn(RUN_COMMANDS, command.type)) {
    refuse('VALUE_INVALID', 'There is no such command of a Run; send one of the documented types.');
  }
  checkShape(RUN_COMMANDS[command.type], command.data, command.type);
  if (command.type === 'admit_workflow_plan') checkReplay(state, command);
}
