// A Profile compiled from exact packs and an overlay: the ceiling of everything that its Project's tasks may use.
import { Rejection, compareIds, digest } from '#domain/kernel';
import { SPAWN_TASK, type AgentDefinition, type SkillDeclaration, type ToolDeclaration, type ToolRule } from './capabilities.js';
import { canWork } from './able-agents.js';
import type { MinimumRoute, Requirements } from '#domain/run';

export type PackKind = 'domain' | 'competency' | 'integration' | 'policy';

export interface WorkflowDefinition {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
  /** A required workflow that cannot be met stops activation. */
  readonly required: boolean;
  readonly requires: Requirements;
}

/** Immutable and content-addressed; lies in the vault, facts hold its digest. */
export interface PackManifest {
  readonly packId: string;
  readonly version: string;
  readonly kind: PackKind;
  readonly tools: readonly ToolDeclaration[];
  readonly skills: readonly SkillDeclaration[];
  readonly agents: readonly AgentDefinition[];
  readonly workflows: readonly WorkflowDefinition[];
  readonly integrations: readonly string[];
  readonly authorities: readonly string[];
}

export interface ProfileOverlay {
  readonly version: 1;
  /** Ids to enable; null enables all that the packs bring. */
  readonly tools: readonly string[] | null;
  readonly skills: readonly string[] | null;
  readonly toolRules: readonly ToolRule[];
  /** May only tighten the acceptance policy. */
  readonly minimumRoute: MinimumRoute;
}

export interface PackRef {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
}

export interface CompiledProfile {
  readonly version: 1;
  readonly projectId: string;
  readonly profileRevisionId: string;
  readonly charterRevision: string;
  readonly packs: readonly PackRef[];
  readonly tools: readonly ToolDeclaration[];
  readonly skills: readonly SkillDeclaration[];
  readonly agents: readonly AgentDefinition[];
  readonly workflows: readonly WorkflowDefinition[];
  /** Optional workflows that cannot be met, each with its reason. */
  readonly unavailableWorkflows: readonly { readonly id: string; readonly reason: string }[];
  readonly integrations: readonly string[];
  readonly authorities: readonly string[];
  readonly toolRules: readonly ToolRule[];
  readonly minimumRoute: MinimumRoute;
  readonly digest: string;
}

export interface ProfileSource {
  readonly projectId: string;
  readonly profileRevisionId: string;
  readonly charterRevision: string;
  readonly packs: readonly PackManifest[];
  readonly overlay: ProfileOverlay;
}

export const OPEN_OVERLAY: ProfileOverlay = { version: 1, tools: null, skills: null, toolRules: [], minimumRoute: 'baseline' };

export const packRef = (manifest: PackManifest): PackRef => ({
  id: manifest.packId,
  version: manifest.version,
  digest: digest(manifest),
});

/** The same id from two packs is one only if digests are equal; order never decides. */
function merged<T extends { readonly digest: string }>(
  kind: string,
  items: readonly T[],
  idOf: (item: T) => string,
): readonly T[] {
  const known = new Map<string, T>();
  for (const item of items) {
    const id = idOf(item);
    const present = known.get(id);
    if (present && present.digest !== item.digest) {
      throw new Rejection(
        'PROFILE_CONFLICT',
        `Two packs bring the ${kind} ${id} with different digests: publish one of them anew.`,
        {
          kind,
          id,
        },
      );
    }
    known.set(id, item);
  }
  return [...known.values()].toSorted((one, other) => compareIds(idOf(one), idOf(other)));
}

const union = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].toSorted(compareIds);

/** Throws Rejection PROFILE_CONFLICT for two digests of one id, and for a required workflow that cannot be met. */
export function compileProfile({ packs, overlay, ...identity }: ProfileSource): CompiledProfile {
  const enabled = (ids: readonly string[] | null, id: string): boolean => id !== SPAWN_TASK && (ids === null || ids.includes(id));
  const tools = merged(
    'tool',
    packs.flatMap((pack) => pack.tools),
    ({ id }) => id,
  ).filter(({ id }) => enabled(overlay.tools, id));
  const skills = merged(
    'skill',
    packs.flatMap((pack) => pack.skills),
    ({ id }) => id,
  ).filter(({ id }) => enabled(overlay.skills, id));
  const agents = merged(
    'agent',
    packs.flatMap((pack) => pack.agents),
    ({ agent }) => agent,
  );
  const all = merged(
    'workflow',
    packs.flatMap((pack) => pack.workflows),
    ({ id }) => id,
  );
  const integrations = union(packs.map((pack) => pack.integrations));
  const authorities = union(packs.map((pack) => pack.authorities));
  const capabilities = { tools, skills, integrations, authorities, toolRules: overlay.toolRules };
  const unmet = all.filter(({ requires }) => !agents.some((agent) => canWork(agent.ceiling, requires, capabilities)));
  const required = unmet.find((workflow) => workflow.required);
  if (required) {
    throw new Rejection('PROFILE_CONFLICT', `No agent can meet the required workflow ${required.id}: enable what it requires.`, {
      workflowId: required.id,
    });
  }
  const body = {
    version: 1,
    ...identity,
    packs: packs.map(packRef).toSorted((one, other) => compareIds(one.id, other.id)),
    agents,
    workflows: all.filter((workflow) => !unmet.includes(workflow)),
    unavailableWorkflows: unmet.map(({ id }) => ({ id, reason: 'no_able_agent' })),
    ...capabilities,
    minimumRoute: overlay.minimumRoute,
  } as const;
  return { ...body, digest: digest(body) };
}
