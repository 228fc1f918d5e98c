// The opaque control ids under which a Run's parts are shown.
import { controlId } from '#domain/kernel';
import type { RunState } from '#domain/run';

export interface RunRefs {
  task(key: string): string;
  assignment(assignmentId: string): string;
  blocker(blockerId: string): string;
  reviewer(assignmentId: string): string;
  gate(gateId: string): string;
}

export const refsOf = ({ projectId, runId }: RunState): RunRefs => ({
  task: (key) => controlId('task', projectId, runId, key),
  assignment: (id) => controlId('assignment', projectId, runId, id),
  blocker: (id) => controlId('blocker', projectId, runId, id),
  reviewer: (id) => controlId('reviewer', projectId, runId, id),
  gate: (id) => controlId('sponsor-gate', projectId, runId, id),
});
