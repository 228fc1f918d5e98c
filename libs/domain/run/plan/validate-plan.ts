// The rules of a plan, checked again by whoever admits it: every violation is named.
import { compareIds } from '../../kernel/index.js';
import type { Plan, PlanLimits, PlanTask, Requirements } from '../records/plan.js';
import { deadlocks } from './deadlocks.js';

/** One broken rule: its id in the specification, the task it concerns (null: the plan), and a sentence. */
export interface PlanViolation {
  readonly rule: string;
  readonly taskKey: string | null;
  readonly why: string;
}

/** What a running Run adds to the rules of its first plan. */
export interface RunSoFar {
  /** What Sponsors added to the pinned budget. */
  readonly raisedAttempts: number;
  /** Every task key that the Run ever had: whose agents are known, even when the task has left the plan. */
  readonly taskIndex: Readonly<Record<string, number>>;
}

const NOTHING_YET: RunSoFar = { raisedAttempts: 0, taskIndex: {} };

type Report = (rule: string, taskKey: string | null, why: string) => void;

const CAPABILITIES = ['tools', 'skills', 'integrations', 'authorities'] as const;

const within = (needs: Requirements, ceiling: Requirements): boolean =>
  CAPABILITIES.every((kind) => needs[kind].every((one) => ceiling[kind].includes(one)));

/** Agent Definitions that hold the task's role and everything it requires. */
export const ableAgents = (task: PlanTask, limits: PlanLimits): readonly string[] =>
  limits.agents
    .filter((agent) => agent.roles.includes(task.role) && within(task.requires, agent.capabilities))
    .map((agent) => agent.agentDefinitionId);

function checkNumbers(plan: Plan, limits: PlanLimits, { raisedAttempts }: RunSoFar, report: Report): void {
  const { tasks, budget } = plan;
  const total = budget.maxTotalAttempts + raisedAttempts;
  if (!tasks.some((task) => task.required)) report('K-260', null, 'a plan has at least one required task');
  if (tasks.length > budget.maxTasks) report('K-260', null, `a plan has at most ${budget.maxTasks} tasks`);
  const attempts = tasks.reduce((sum, task) => sum + task.maxAttempts, 0);
  if (attempts > total) report('K-260', null, `attempts sum up to at most ${total}`);
  for (const task of tasks) {
    const allowed = limits.maxAttemptsPerTask;
    if (task.maxAttempts > allowed) report('K-260', task.key, `a task has at most ${allowed} attempts`);
  }
}

function checkOrder(plan: Plan, report: Report): void {
  const keys = plan.tasks.map((task) => task.key);
  const sorted = keys.every((key, index) => index === 0 || compareIds(keys[index - 1] as string, key) < 0);
  if (!sorted) report('K-257', null, 'tasks are sorted by key, each key once');
}

function checkDependencies(plan: Plan, { taskIndex }: RunSoFar, report: Report): void {
  const byKey = new Map(plan.tasks.map((task) => [task.key, task]));
  for (const task of plan.tasks) {
    if (new Set(task.dependsOn).size < task.dependsOn.length) report('K-261', task.key, 'a dependency is named once');
    for (const key of task.dependsOn) {
      const other = byKey.get(key);
      if (key === task.key) report('K-261', task.key, 'a task cannot depend on itself');
      else if (!other) report('K-261', task.key, `there is no task ${key} to depend on`);
      else if (task.required && !other.required) report('K-263', task.key, `a required task cannot depend on optional ${key}`);
    }
    const other = task.distinctFrom;
    if (other !== null && (other === task.key || !(byKey.has(other) || Object.hasOwn(taskIndex, other)))) {
      report('K-258', task.key, 'distinctFrom names another task of the plan');
    }
  }
  for (const ring of deadlocks(plan.tasks)) report('K-261', ring[0] ?? null, `tasks wait for each other: ${ring.join(' -> ')}`);
}

function checkCapabilities(plan: Plan, limits: PlanLimits, report: Report): void {
  for (const task of plan.tasks) {
    if (!within(task.requires, limits.ceiling)) report('K-262', task.key, 'it requires more than the Profile allows');
    const able = ableAgents(task, limits);
    if (task.required && able.length === 0) report('K-262', task.key, 'no Agent Definition has its role and capabilities');
    const other = plan.tasks.find((one) => one.key === task.distinctFrom);
    if (other && new Set([...able, ...ableAgents(other, limits)]).size < 2) {
      report('K-262', task.key, `too few able agents for another one than that of ${other.key}`);
    }
  }
}

function checkGates(plan: Plan, limits: PlanLimits, report: Report): void {
  const forcing = new Set(limits.approvalRequiredAuthorities);
  for (const task of plan.tasks) {
    const gate = task.approvalGate;
    if (!gate && task.requires.authorities.some((one) => forcing.has(one))) {
      report('K-264', task.key, 'its authorities need an approval gate');
    }
    if (gate && gate.id !== `approval:${task.key}`) report('K-259', task.key, `its gate is called approval:${task.key}`);
    if (gate && !gate.allowedActions.includes('cancel')) report('K-140', task.key, 'a gate allows cancel');
    if (!task.required && !limits.allowOptionalTasks) report('K-263', task.key, 'the policy allows no optional task');
    const { deadline, enqueuedAt } = task.scheduler;
    if (deadline <= enqueuedAt) report('K-258', task.key, 'its deadline lies after its enqueuedAt');
  }
}

/** Every violation of a plan in the order of its rules; [] when it may be admitted. Pure; the plan builder asks it too. */
export function validatePlan(plan: Plan, limits: PlanLimits, run: RunSoFar = NOTHING_YET): readonly PlanViolation[] {
  const violations: PlanViolation[] = [];
  const report: Report = (rule, taskKey, why) => void violations.push({ rule, taskKey, why });
  checkNumbers(plan, limits, run, report);
  checkOrder(plan, report);
  checkDependencies(plan, run, report);
  checkCapabilities(plan, limits, report);
  checkGates(plan, limits, report);
  return violations;
}
