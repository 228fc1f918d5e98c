// Which agents of a Workroom could do a task, by role and by what they may hold.
import { compareIds } from '#domain/kernel';
import { membersOf, type WorkroomDefinition } from '#domain/catalog';
import { isAllowed, type AgentDefinition, type SkillDeclaration, type ToolDeclaration, type ToolRule } from './capabilities.js';
import type { ExecutionRole, Requirements } from '#domain/run';

export interface Capabilities {
  readonly tools: readonly ToolDeclaration[];
  readonly skills: readonly SkillDeclaration[];
  readonly integrations: readonly string[];
  readonly authorities: readonly string[];
  readonly toolRules: readonly ToolRule[];
}

/** What the Profile does not have or its rules deny, as `tool:<id>`, `skill:<id>`, `integration:<id>`, `authority:<id>`. */
export function beyondCeiling(requires: Requirements, profile: Capabilities): readonly string[] {
  const skills = new Map(profile.skills.map((skill) => [skill.id, skill]));
  const tools = new Map(profile.tools.map((tool) => [tool.id, tool]));
  const needed = [...requires.tools, ...requires.skills.flatMap((id) => skills.get(id)?.requiresTools ?? [])];
  const usable = (id: string): boolean => {
    const tool = tools.get(id);
    return tool !== undefined && isAllowed(tool.policyIdentity, profile.toolRules);
  };
  return [
    ...new Set(needed.filter((id) => !usable(id)).map((id) => `tool:${id}`)),
    ...requires.skills.filter((id) => !skills.has(id)).map((id) => `skill:${id}`),
    ...requires.integrations.filter((id) => !profile.integrations.includes(id)).map((id) => `integration:${id}`),
    ...requires.authorities.filter((id) => !profile.authorities.includes(id)).map((id) => `authority:${id}`),
  ];
}

/** Whether an agent with this ceiling could do what `requires` asks for under this Profile. */
export function canWork(ceiling: Requirements, requires: Requirements, profile: Capabilities): boolean {
  const skills = profile.skills.filter(({ id }) => requires.skills.includes(id));
  const tools = [...requires.tools, ...skills.flatMap(({ requiresTools }) => requiresTools)];
  return (
    beyondCeiling(requires, profile).length === 0 &&
    tools.every((id) => ceiling.tools.includes(id)) &&
    requires.skills.every((id) => ceiling.skills.includes(id)) &&
    requires.integrations.every((id) => ceiling.integrations.includes(id)) &&
    requires.authorities.every((id) => ceiling.authorities.includes(id))
  );
}

export interface PlanAgent {
  readonly agent: string;
  readonly roles: readonly ExecutionRole[];
  readonly ceiling: Requirements;
}

/** The members that can hold an Assignment, in code-unit order; a Workroom without any lets its orchestrators work. */
export function planAgents(definition: WorkroomDefinition, agents: readonly AgentDefinition[]): readonly PlanAgent[] {
  const ceilings = new Map(agents.map(({ agent, ceiling }) => [agent, ceiling]));
  const workers = membersOf(definition, 'executor', 'integration');
  const holders = workers.length > 0 ? workers : membersOf(definition, 'orchestrator');
  return holders
    .flatMap(({ agent, role }): PlanAgent[] => {
      const ceiling = ceilings.get(agent);
      if (!ceiling) return [];
      return [
        {
          agent,
          ceiling,
          roles: role === 'orchestrator' ? ['executor', 'integration'] : role === 'integration' ? ['integration'] : ['executor'],
        },
      ];
    })
    .toSorted((one, other) => compareIds(one.agent, other.agent));
}
