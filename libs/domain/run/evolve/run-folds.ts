// Folds of the Run itself: creation, control, budget, cancellation.
import type { RunEventType } from '../events/run-event.js';
import type { Folds } from './fold.js';

export const runFolds: Folds<Extract<RunEventType, `run.${string}`>> = {
  'run.created': ({ run, at }, data) => {
    run.projectId = data.projectId;
    run.title = data.title;
    run.createdAt = at;
  },
  'run.control_decided': ({ run }, data) => {
    run.lastControl = data.principalId;
  },
  'run.replan_requested': ({ run, at }, data) => {
    run.replan = {
      operationId: data.operationId,
      reasonCode: data.reasonCode,
      taskKey: data.taskKey ?? null,
      gateId: data.gateId ?? null,
      requestedAt: at,
      deadline: at + (run.plan?.policy.replanTimeoutMs ?? 0),
      overdue: false,
    };
  },
  'run.cancel_requested': ({ run }) => {
    run.cancelRequested = true;
  },
  'run.cancelled': ({ run }) => {
    run.cancelRequested = true;
    run.cancelled = true;
  },
  'run.paused': ({ run, at }, data) => {
    run.pause = { operationId: data.operationId, reasonCode: data.reasonCode, principalId: run.lastControl ?? '', at };
  },
  'run.resumed': ({ run }) => {
    run.pause = null;
    run.replan = null;
  },
  'run.replan_overdue': ({ run }) => {
    if (run.replan) run.replan = { ...run.replan, overdue: true };
  },
  'run.source_noted': () => undefined,
  'run.budget_raised': ({ run }, { kind, amount }) => {
    run.raised = { ...run.raised, [kind]: run.raised[kind] + amount };
  },
};
