// Admission of a plan: one batch makes the Run, pins the plan and plans every task with its gate, or nothing happens.
import { digest, runIdOf } from '../../kernel/index.js';
import type { DecideContext } from '../../kernel/index.js';
import type { RunCommandOf } from '../commands/run-command.js';
import type { RunEvent, RunEventOf } from '../events/run-event.js';
import { planDigest } from '../plan/admission-parts.js';
import { plannedFields } from '../plan/plan-fields.js';
import { validatePlan } from '../plan/validate-plan.js';
import type { PlanViolation } from '../plan/validate-plan.js';
import type { PlanTask } from '../records/plan.js';
import type { RunState } from '../state.js';
import { demand, refuse } from './refuse.js';

type Admission = RunCommandOf<'admit_workflow_plan'>;

/** The Sponsor gate of a task as the blocker that it is stored as. */
export function gateBlocker(task: PlanTask): RunEventOf<'task.blocked'>['data'] | null {
  const gate = task.approvalGate;
  return gate
    ? {
        taskKey: task.key,
        blockerId: gate.id,
        kind: 'approval',
        owner: gate.owner,
        reason: null,
        deadline: gate.deadline,
        allowedActions: gate.allowedActions,
      }
    : null;
}

export function refusePlan(violations: readonly PlanViolation[]): void {
  if (violations.length === 0) return;
  const [first] = violations;
  refuse('PLAN_INVALID', `The plan breaks ${violations.length} rules, first ${first?.rule}: ${first?.why}; correct every one.`, {
    violations,
  });
}

function checkAnchors({ data, meta }: Admission): void {
  const { plan, schedulerPolicy } = data;
  demand(plan.projectId === meta.projectId, 'RUN_PROJECT_MISMATCH', 'The plan is for another Project than the command.');
  demand(
    data.runId === runIdOf(data.operationId),
    'VALUE_INVALID',
    `Operation ${data.operationId} makes Run ${runIdOf(data.operationId)}, no other.`,
    { field: 'runId' },
  );
  const violations: PlanViolation[] = [];
  const mustHold = (holds: boolean, rule: string, why: string): void => {
    if (!holds) violations.push({ rule, taskKey: null, why });
  };
  const { policyRef, revision, pinnedAtSequence } = schedulerPolicy;
  mustHold(plan.proposalId === data.operationId, 'K-250', 'proposalId is the operationId');
  mustHold(plan.digest === planDigest(plan), 'K-257', 'the digest is that of the plan');
  mustHold(pinnedAtSequence === 1, 'K-256', 'the scheduler policy is pinned at sequence 1');
  mustHold(
    digest(plan.schedulerPolicy) === digest({ policyRef, revision, pinnedAtSequence, digest: schedulerPolicy.digest }),
    'K-256',
    'the plan names the scheduler policy that is pinned',
  );
  mustHold(
    plan.authority.orchestratorAgentDefinitionId === data.orchestratorAgentDefinitionId,
    'K-254',
    'the plan names the Orchestrator that proposes it',
  );
  refusePlan([...violations, ...validatePlan(plan, data.limits)]);
}

export function admitWorkflowPlan(state: RunState, command: Admission, _context: DecideContext): readonly RunEvent[] {
  const { data, meta } = command;
  if (state.sequence >= 0) return [];
  checkAnchors(command);
  const { runId: _run, title, limits: _limits, ...pinned } = data;
  const created: RunEvent = { type: 'run.created', data: { projectId: meta.projectId as string, title } };
  const tasks = data.plan.tasks.flatMap((task): readonly RunEvent[] => {
    const blocker = gateBlocker(task);
    const planned: RunEvent = { type: 'task.planned', data: plannedFields(task) };
    return blocker ? [planned, { type: 'task.blocked', data: blocker }] : [planned];
  });
  return [created, { type: 'plan.admitted', data: pinned }, ...tasks];
}
