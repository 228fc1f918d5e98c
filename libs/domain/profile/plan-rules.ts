// The rules that a candidate keeps before it may become a plan; each finding is one violation.
import { beyondCeiling, canWork, type PlanAgent } from './able-agents.js';
import { EXECUTION_ROLES, type Candidate, type CandidateTask } from './candidate.js';
import type { CompiledProfile } from './compiled-profile.js';
import type { Plan } from '#domain/run';
import type { PlanningPolicy } from './planning-policy.js';
import { findRings, upstreamOf, type WaitGraph } from './task-graph.js';
import type { PlanRule, Violation } from './violation.js';

export interface RuleInputs {
  readonly strategy: Plan['strategy'];
  /** A model's keys are renamed, a strategy's are kept and must be task keys. */
  readonly origin: 'model' | 'strategy';
  readonly profile: CompiledProfile;
  readonly policy: PlanningPolicy;
  readonly agents: readonly PlanAgent[];
}

const TASK_KEY = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const found = (rule: PlanRule, taskKey: string | null, message: string): Violation => ({ rule, taskKey, message });

export const waitGraph = (tasks: readonly CandidateTask[]): WaitGraph => new Map(tasks.map((task) => [task.key, task.dependsOn]));

/** Every violation, in the order of the rules; empty for a plan that may be built. */
export function violationsOf(candidate: Candidate, inputs: RuleInputs): readonly Violation[] {
  return [
    ...wholePlan(candidate, inputs),
    ...keys(candidate, inputs),
    ...dependencies(candidate.tasks),
    ...candidate.tasks.flatMap((task) => capabilities(task, inputs)),
    ...distinctAgents(candidate.tasks, inputs),
    ...optionalTasks(candidate.tasks, inputs.policy),
  ];
}

function wholePlan({ strategy, tasks }: Candidate, { strategy: offered, policy }: RuleInputs): readonly Violation[] {
  const list: Violation[] = [];
  const attempts = tasks.reduce((sum, task) => sum + task.maxAttempts, 0);
  if (strategy !== offered.id && strategy !== `${offered.id}@${offered.version}`)
    list.push(found('strategy_unknown', null, `The strategy must be ${offered.id}.`));
  if (tasks.length === 0) list.push(found('no_task', null, 'The plan needs at least one task.'));
  else if (!tasks.some(({ required }) => required))
    list.push(found('no_required_task', null, 'At least one task must be required.'));
  if (tasks.length > policy.maxTasks) {
    list.push(found('too_many_tasks', null, `The plan has ${tasks.length} tasks, at most ${policy.maxTasks} are allowed.`));
  }
  if (attempts > policy.maxTotalAttempts) {
    list.push(
      found(
        'too_many_attempts',
        null,
        `All maxAttempts together are ${attempts}, at most ${policy.maxTotalAttempts} are allowed.`,
      ),
    );
  }
  for (const { key, maxAttempts } of tasks) {
    if (maxAttempts <= policy.maxAttemptsPerTask) continue;
    const most = `at most ${policy.maxAttemptsPerTask} are allowed`;
    list.push(found('too_many_attempts_per_task', key, `Task ${key} asks for ${maxAttempts} attempts, ${most}.`));
  }
  return list;
}

function keys({ tasks }: Candidate, { origin }: RuleInputs): readonly Violation[] {
  const seen = new Set<string>();
  return tasks.flatMap(({ key }) => {
    const repeated = seen.has(key);
    seen.add(key);
    if (repeated) return found('task_key_repeated', key, `Two tasks have the key ${key}.`);
    if (origin === 'strategy' && !TASK_KEY.test(key))
      return found('task_key_invalid', key, `The key ${key} must match ${TASK_KEY.source}.`);
    return [];
  });
}

function dependencies(tasks: readonly CandidateTask[]): readonly Violation[] {
  const known = new Set(tasks.map(({ key }) => key));
  const graph = waitGraph(tasks);
  const list: Violation[] = [];
  const broken = new Set<string>();
  for (const { key, dependsOn } of tasks) {
    for (const dependency of dependsOn) {
      if (dependency === key) list.push(found('self_dependency', key, `Task ${key} depends on itself.`));
      else if (!known.has(dependency))
        list.push(found('unknown_dependency', key, `Task ${key} depends on ${dependency}, which is no task.`));
      else continue;
      broken.add(key);
    }
  }
  const withoutSelf = new Map([...graph].map(([key, targets]) => [key, targets.filter((target) => target !== key)]));
  for (const ring of findRings(withoutSelf)) {
    list.push(found('cycle', ring[0] ?? null, `These tasks wait for each other: ${[...ring, ring[0]].join(' → ')}.`));
    for (const key of ring) broken.add(key);
  }
  for (const { key, approval } of tasks) {
    const stuck =
      approval === 'sponsor_required' && [...upstreamOf(graph, key)].find((other) => other !== key && broken.has(other));
    if (stuck && !broken.has(key))
      list.push(found('gate_unreachable', key, `The gate of task ${key} lies behind ${stuck}, which can never be done.`));
  }
  return list;
}

function capabilities(task: CandidateTask, { profile, agents }: RuleInputs): readonly Violation[] {
  const { key, role, requires, required } = task;
  if (!EXECUTION_ROLES.some((known) => known === role)) {
    return [found('role_unknown', key, `Task ${key} has the role ${role}; it must be one of ${EXECUTION_ROLES.join(', ')}.`)];
  }
  const beyond = beyondCeiling(requires, profile);
  if (beyond.length > 0) {
    return [found('capability_ceiling', key, `Task ${key} requires what this Project does not offer: ${beyond.join(', ')}.`)];
  }
  if (required && ableFor(task, agents, profile).length === 0) {
    return [found('no_able_agent', key, `No member with role ${role} may hold all that task ${key} requires.`)];
  }
  return [];
}

const ableFor = (task: CandidateTask, agents: readonly PlanAgent[], profile: CompiledProfile): readonly PlanAgent[] =>
  agents.filter(({ roles, ceiling }) => roles.some((role) => role === task.role) && canWork(ceiling, task.requires, profile));

/** Another agent than the first task's can only be found once that one was worked on: it must lie upstream. */
function distinctAgents(tasks: readonly CandidateTask[], { agents, profile }: RuleInputs): readonly Violation[] {
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const graph = waitGraph(tasks);
  return tasks.flatMap((task) => {
    if (task.distinctFrom === null) return [];
    const other = byKey.get(task.distinctFrom);
    if (!other)
      return found(
        'distinct_from_unknown',
        task.key,
        `Task ${task.key} names ${task.distinctFrom} in distinctFrom, which is no task.`,
      );
    if (other === task || !upstreamOf(graph, task.key).has(other.key)) {
      return found(
        'distinct_from_not_upstream',
        task.key,
        `Task ${task.key} must depend on ${other.key} to be distinct from it.`,
      );
    }
    const able = ableFor(task, agents, profile);
    const others = ableFor(other, agents, profile);
    const reported = (task.required && able.length === 0) || (other.required && others.length === 0);
    if (reported || new Set([...able, ...others]).size > 1) return [];
    return found('too_few_agents', task.key, `Tasks ${task.key} and ${other.key} need two able agents, there is one.`);
  });
}

function optionalTasks(tasks: readonly CandidateTask[], policy: PlanningPolicy): readonly Violation[] {
  const optional = new Set(tasks.filter(({ required }) => !required).map(({ key }) => key));
  return tasks.flatMap(({ key, required, dependsOn }) => {
    if (!required && !policy.allowOptionalTasks)
      return [found('optional_not_allowed', key, `Task ${key} is optional, which the policy forbids.`)];
    const soft = required ? dependsOn.filter((dependency) => optional.has(dependency)) : [];
    return soft.map((dependency) =>
      found('required_on_optional', key, `The required task ${key} depends on the optional task ${dependency}.`),
    );
  });
}
