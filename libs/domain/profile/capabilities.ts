// What a task may use: the intersection of what exists, what the Profile enables, what the agent may hold, what the task needs and what policy allows.
import { compareIds, digest } from '#domain/kernel';
import type { Requirements } from '#domain/run';
import { maxRisk, type ToolEffects } from './risk.js';

export interface ToolDeclaration {
  readonly id: string;
  readonly digest: string;
  readonly risk: ToolEffects;
  /** What allow and deny rules name, e.g. `shell:bash`; the tool's id where it has none of its own. */
  readonly policyIdentity: string;
}

/** Skills add instructions and require tools; they grant none. */
export interface SkillDeclaration {
  readonly id: string;
  readonly digest: string;
  readonly requiresTools: readonly string[];
}

export interface AgentDefinition {
  /** The key of `ai.agents`. */
  readonly agent: string;
  readonly digest: string;
  /** The most that this agent may ever be given. */
  readonly ceiling: Requirements;
}

export interface ToolRule {
  readonly identity: string;
  readonly effect: 'allow' | 'deny';
  /** An allow rule may be limited to the workspace of the Assignment. */
  readonly scope: 'workspace' | null;
}

export interface CapabilitySnapshot {
  readonly version: 1;
  readonly tools: readonly ToolDeclaration[];
  readonly skills: readonly SkillDeclaration[];
  readonly integrations: readonly string[];
  readonly authorities: readonly string[];
  readonly risk: ToolEffects;
  readonly digest: string;
}

/** Never part of a snapshot. */
export const SPAWN_TASK = 'spawn_task';

/** Identities that no task gets unless a rule of the Profile or the agent allows them. */
export const SHIPPED_DENIES: readonly string[] = ['shell:bash'];

/** A deny beats an allow; a shipped deny is lifted by an allow only. */
export function isAllowed(identity: string, rules: readonly ToolRule[]): boolean {
  const about = rules.filter((rule) => rule.identity === identity);
  if (about.some(({ effect }) => effect === 'deny')) return false;
  return !SHIPPED_DENIES.includes(identity) || about.length > 0;
}

export interface SnapshotInputs {
  /** What the version in force really has. */
  readonly available: { readonly tools: readonly ToolDeclaration[]; readonly skills: readonly SkillDeclaration[] };
  readonly profile: {
    readonly tools: readonly ToolDeclaration[];
    readonly skills: readonly SkillDeclaration[];
    readonly integrations: readonly string[];
    readonly authorities: readonly string[];
    readonly toolRules: readonly ToolRule[];
  };
  readonly agent: AgentDefinition;
  readonly requires: Requirements;
}

export type SnapshotResult =
  | { readonly outcome: 'complete'; readonly snapshot: CapabilitySnapshot }
  /** A capability blocker follows; no snapshot is widened instead. Entries are `tool:<id>`, `skill:<id>`, `integration:<id>`, `authority:<id>`. */
  | { readonly outcome: 'missing'; readonly missing: readonly string[] };

const byId = <T extends { readonly id: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]));

/** A pinned declaration and an available one must be the same thing, not only have the same name. */
const present = <T extends { readonly id: string; readonly digest: string }>(
  id: string,
  pinned: Map<string, T>,
  here: Map<string, T>,
) => (pinned.get(id)?.digest === here.get(id)?.digest ? pinned.get(id) : undefined);

export function capabilitySnapshot({ available, profile, agent, requires }: SnapshotInputs): SnapshotResult {
  const missing: string[] = [];
  const skillsHere = byId(available.skills);
  const skillsPinned = byId(profile.skills);
  const skills = [...new Set(requires.skills)].toSorted(compareIds).flatMap((id) => {
    const skill = agent.ceiling.skills.includes(id) ? present(id, skillsPinned, skillsHere) : undefined;
    if (!skill) missing.push(`skill:${id}`);
    return skill ?? [];
  });
  const toolsHere = byId(available.tools);
  const toolsPinned = byId(profile.tools);
  const toolIds = new Set([...requires.tools, ...skills.flatMap((skill) => skill.requiresTools)]);
  const tools = [...toolIds].toSorted(compareIds).flatMap((id) => {
    const tool = id !== SPAWN_TASK && agent.ceiling.tools.includes(id) ? present(id, toolsPinned, toolsHere) : undefined;
    if (tool && isAllowed(tool.policyIdentity, profile.toolRules)) return tool;
    missing.push(`tool:${id}`);
    return [];
  });
  const granted = (kind: 'integrations' | 'authorities', label: string): readonly string[] =>
    [...new Set(requires[kind])].toSorted(compareIds).filter((id) => {
      const ok = profile[kind].includes(id) && agent.ceiling[kind].includes(id);
      if (!ok) missing.push(`${label}:${id}`);
      return ok;
    });
  const integrations = granted('integrations', 'integration');
  const authorities = granted('authorities', 'authority');
  if (missing.length > 0) return { outcome: 'missing', missing };
  const body = { version: 1, tools, skills, integrations, authorities, risk: maxRisk(tools.map(({ risk }) => risk)) } as const;
  return { outcome: 'complete', snapshot: { ...body, digest: digest(body) } };
}
