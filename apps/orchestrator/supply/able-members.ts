// Who could take a task: members with its role and capabilities who did not work on what it must be distinct from.
import { agentPrincipal, membersOf, routeDigest } from '#domain/catalog';
import type { WorkroomDefinition } from '#domain/catalog';
import { capabilitySnapshot, planAgents } from '#domain/profile';
import type { AgentDefinition, CapabilitySnapshot } from '#domain/profile';
import { digest } from '#domain/kernel';
import type { ExecutionRole, RunState, TaskState } from '#domain/run';
import type { Available } from '../registry/initializer.js';
import type { ProjectSetup } from '../registry/registry.js';

export interface AbleMember {
  readonly agent: AgentDefinition;
  readonly principalId: string;
  readonly snapshot: CapabilitySnapshot;
}

const ownersOf = (state: RunState, taskKey: string | null): ReadonlySet<string> => {
  const task = state.tasks.find(({ key }) => key === taskKey);
  const active = state.assignments.filter((one) => one.taskKey === taskKey);
  return new Set([...(task?.pastAssignments ?? []), ...active].map(({ owner }) => owner));
};

/** In code-unit order of their agents. */
export function ableMembers(
  state: RunState,
  task: TaskState,
  definition: WorkroomDefinition,
  { profile }: ProjectSetup,
  available: Available,
): readonly AbleMember[] {
  const excluded = ownersOf(state, task.plan.distinctFrom);
  return planAgents(definition, profile.agents).flatMap((worker) => {
    const principalId = agentPrincipal(worker.agent);
    const agent = profile.agents.find((one) => one.agent === worker.agent);
    if (!agent || !worker.roles.includes(task.plan.role) || excluded.has(principalId)) return [];
    const result = capabilitySnapshot({ available, profile, agent, requires: task.plan.requires });
    return result.outcome === 'complete' ? [{ agent, principalId, snapshot: result.snapshot }] : [];
  });
}

/** The routes of all members that could get work of a role: what a dispatch is held on and a claim compares. */
export const routesDigest = (definition: WorkroomDefinition, role: ExecutionRole): string => {
  const members = membersOf(definition, 'executor', 'integration');
  const workers = members.length > 0 ? members : membersOf(definition, 'orchestrator');
  return digest({ role, routes: workers.map(({ agent }) => routeDigest(definition, agent)) });
};
