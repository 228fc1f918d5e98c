// The opaque control ids under which a Run's parts are shown.
import { controlId } from '#domain/kernel';
import type { ControlIdKind } from '#domain/kernel';
import type { RunState } from '#domain/run';

export interface RunRefs {
  task(key: string): string;
  assignment(assignmentId: string): string;
  blocker(blockerId: string): string;
  reviewer(assignmentId: string): string;
  gate(gateId: string): string;
}

/** A ref is a digest and is asked for again with each fact of its Run: the newest are kept. */
const MOST_KEPT = 20_000;
const kept = new Map<string, string>();

function refOf(kind: ControlIdKind, projectId: string, runId: string, id: string): string {
  const key = `${kind} ${projectId} ${runId} ${id}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const ref = controlId(kind, projectId, runId, id);
  kept.set(key, ref);
  return ref;
}

export const refsOf = ({ projectId, runId }: RunState): RunRefs => ({
  task: (key) => refOf('task', projectId, runId, key),
  assignment: (id) => refOf('assignment', projectId, runId, id),
  blocker: (id) => refOf('blocker', projectId, runId, id),
  reviewer: (id) => refOf('reviewer', projectId, runId, id),
  gate: (id) => refOf('sponsor-gate', projectId, runId, id),
});
