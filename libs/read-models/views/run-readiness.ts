// Readiness of a Run: in one word whether it goes on by itself, and what a person could do if not.
import { runStatus } from '#domain/run';
import type { RunStatus } from '#domain/run';
import type { ReadinessDto } from '#contracts/http';
import type { RunRow } from './run-row.js';
import { waitsOf } from './run-waits.js';

const STATE: Readonly<Record<RunStatus, ReadinessDto['state']>> = {
  active: 'ready',
  paused: 'paused',
  blocked: 'blocked',
  needs_replan: 'needs_replan',
  cancelling: 'cancelling',
  completed: 'terminal',
  cancelled: 'terminal',
};

export function readinessOf({ run }: RunRow): ReadinessDto {
  const waits = waitsOf(run);
  return {
    runId: run.runId,
    state: STATE[runStatus(run)],
    blockers: waits.flatMap(({ taskRef, kind, owner, deadline }) =>
      taskRef !== null && deadline !== null ? [{ taskRef, kind, owner, deadline }] : [],
    ),
    recommendedActions: [...new Set(waits.flatMap(({ allowedActions }) => allowedActions))],
  };
}
