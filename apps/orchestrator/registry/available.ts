// What this version really has: the agents of the configuration, the runtime's tools and strategies, each with its digest.
import { digest } from '#domain/kernel';
import { BUILT_IN_AGENTS, DEMO_PROJECT_ID } from '#domain/catalog';
import { OPEN_OVERLAY } from '#domain/profile';
import type { AgentDefinition, ToolDeclaration, WorkflowDefinition } from '#domain/profile';
import { SHIPPED_STRATEGIES, strategyPin, TOOL_IDENTITIES, TOOL_RISKS, toolsOnHost } from '#agent-runtime';
import type { WorkflowStrategy } from '#agent-runtime';
import type { Available } from './initializer.js';

/** What the configuration says of one agent; the version of its definition follows from it. */
export interface AgentSettings {
  readonly provider: string | null;
  readonly model: string | null;
}

const toolDeclarations = (sandbox: boolean): readonly ToolDeclaration[] =>
  toolsOnHost({ sandbox }).map((id) => {
    const body = { id, risk: TOOL_RISKS[id], policyIdentity: TOOL_IDENTITIES[id] };
    return { ...body, digest: digest(body) };
  });

const agentDefinitions = (agents: ReadonlyMap<string, AgentSettings>, tools: readonly string[]): readonly AgentDefinition[] =>
  [...new Set([...BUILT_IN_AGENTS, ...agents.keys()])].map((agent) => {
    const { provider = null, model = null } = agents.get(agent) ?? {};
    const ceiling = { tools, skills: [], integrations: [], authorities: [] };
    return { agent, ceiling, digest: digest({ agent, provider, model, ceiling }) };
  });

/** An optional workflow: without what it requires it is listed as unavailable, and the Profile stands all the same. */
const workflowOf = (strategy: WorkflowStrategy): WorkflowDefinition => ({
  ...strategyPin(strategy),
  required: false,
  requires: {
    tools: [...new Set(strategy.steps.flatMap(({ tools }) => tools))].toSorted(),
    skills: [],
    integrations: [],
    authorities: [],
  },
});

/** `sandbox`: whether hosts can run commands in a process sandbox; without one `bash` is not offered at all. */
export function availableHere(agents: ReadonlyMap<string, AgentSettings>, sandbox: boolean): Available {
  const tools = toolDeclarations(sandbox);
  return {
    tools,
    skills: [],
    agents: agentDefinitions(
      agents,
      tools.map(({ id }) => id),
    ),
    workflows: SHIPPED_STRATEGIES.map(workflowOf),
    overlay: (projectId) =>
      projectId === DEMO_PROJECT_ID
        ? { ...OPEN_OVERLAY, toolRules: [{ identity: TOOL_IDENTITIES.bash, effect: 'allow', scope: 'workspace' }] }
        : OPEN_OVERLAY,
  };
}
