// Folds of the plan and of its gates.
import { digest, runIdOf } from '../../kernel/index.js';
import { admissionParts } from '../plan/admission-parts.js';
import type { PlanGateState } from '../state.js';
import { patchTask, putTask, taskOf } from './fold.js';
import type { Folds } from './fold.js';

const DECIDED = {
  approve: 'approved',
  reject: 'rejected',
  request_changes: 'changes_requested',
  cancel: 'cancelled',
} as const;

const gateWith = (gate: PlanGateState | null, change: Partial<PlanGateState>): PlanGateState | null =>
  gate && { ...gate, ...change };

export const planFolds: Folds<
  'plan.admitted' | 'plan.revision_applied' | 'plan_gate.decided' | 'plan_gate.expired' | 'plan_gate.reopened'
> = {
  'plan.admitted': ({ run, at }, data) => {
    const { tasks: _tasks, ...header } = data.plan;
    run.runId = runIdOf(data.operationId);
    run.plan = {
      header,
      revision: 1,
      policy: data.schedulerPolicy,
      orchestratorAgentDefinitionId: data.orchestratorAgentDefinitionId,
      requesterPrincipalId: data.requesterPrincipalId,
      separation: data.separation,
      baseRevision: data.baseRevision,
      sourceEventRef: data.sourceEventRef,
      sourceEventDigest: data.sourceEventDigest,
      authorityDigest: digest(data.plan.authority),
    };
    run.admission = { operationId: data.operationId, at, parts: admissionParts(run.projectId, run.title, data) };
  },
  'plan.revision_applied': (fold, { candidate, planRevision }) => {
    const { run } = fold;
    const { tasks: _tasks, ...header } = candidate.plan;
    if (run.plan) run.plan = { ...run.plan, header, revision: planRevision };
    run.replan = null;
    for (const key of candidate.diff.removed) {
      const task = taskOf(run, key);
      putTask(run, run.taskIndex[key] as number, {
        ...task,
        inPlan: false,
        planGate: gateWith(task.planGate, { status: 'superseded' }),
      });
    }
  },
  'plan_gate.decided': (fold, { taskKey, decision }) => {
    patchTask(fold, taskKey, { planGate: gateWith(taskOf(fold.run, taskKey).planGate, { status: DECIDED[decision] }) });
  },
  'plan_gate.expired': (fold, { taskKey, gateId }) => {
    const task = taskOf(fold.run, taskKey);
    patchTask(fold, taskKey, {
      planGate: gateWith(task.planGate, { status: 'expired' }),
      blockers: task.blockers.map((one) => (one.blockerId === gateId ? { ...one, status: 'expired' } : one)),
    });
  },
  'plan_gate.reopened': (fold, { taskKey, gateId, deadline }) => {
    const { run } = fold;
    const task = taskOf(run, taskKey);
    if (run.replan?.gateId === gateId) run.replan = null;
    patchTask(fold, taskKey, {
      planGate: gateWith(task.planGate, { status: 'open', deadline }),
      blockers: task.blockers.map((one) => (one.blockerId === gateId ? { ...one, status: 'open', deadline } : one)),
    });
  },
};
