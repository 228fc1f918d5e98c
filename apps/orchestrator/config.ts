// From configuration and providers to what the orchestrator goes by.
import { BOOTSTRAP_SPONSOR, BUILT_IN_AGENTS } from '#domain/catalog';
import type { ModelDeclaration } from '#domain/governance';
import { readModelDeclarations } from '#domain/governance';
import { digest } from '#domain/kernel';
import type { ModelContract, Provider } from '#agent-runtime';
import type { Settings } from '#platform/config';
import type { AgentSettings } from './registry/available.js';
import type { OfferedDeclaration } from './registry/model-cover.js';
import type { OrchestratorSettings } from './settings.js';

export interface SettingsSource {
  readonly settings: Settings;
  readonly providers: readonly Provider[];
  /** Whether commands run in a process sandbox here. */
  readonly sandbox: boolean;
}

const HOUR_MS = 3_600_000;
const ACCEPT = 'Set WORKROOM_MODEL_CONTRACT=accept, or accept it on the Console’s Planning page.';
const SET_MODEL = 'Set ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY, OLLAMA_BASE_URL or OPENAI_BASE_URL.';

/** Throws Rejection VALUE_INVALID for a declaration that is left half-filled. */
export function orchestratorSettings({ settings, providers, sandbox }: SettingsSource): OrchestratorSettings {
  const { config, modelContractAccepted, workspace } = settings;
  const { workroom } = config.ai;
  const agents = agentSettings(settings, providers);
  const orchestrator = agents.get('orchestrator')?.provider ?? null;
  const provider = providers.find(({ alias }) => alias === orchestrator) ?? null;
  const written = readModelDeclarations(workroom.disclosure.modelProviders);
  const declarations = new Map<string, ModelDeclaration>(
    providers.flatMap((one): [string, ModelDeclaration][] =>
      one.loopback && one.contract ? [[one.alias, termsOf(one.contract)]] : [],
    ),
  );
  for (const [alias, declaration] of Object.entries(written)) declarations.set(alias, declaration);
  return {
    links: config.identity.links,
    agents,
    endpoints: new Set(['sandbox:local', ...Object.keys(config.endpoints.github).map((name) => `github:${name}`)]),
    agentPrincipals: new Set(),
    trustedPublishers: new Set([BOOTSTRAP_SPONSOR, ...workroom.trustedPackPublishers]),
    tenantId: workroom.disclosure.tenantId ?? null,
    policy: { leaseMs: workroom.assignmentHeartbeatLeaseMs, dispatchClaimMs: workroom.dispatchClaimMs },
    clarificationOpenMs: workroom.clarificationOpenHours * HOUR_MS,
    provider: provider?.alias ?? null,
    declarations,
    offered: provider && !declarations.has(provider.alias) ? offerOf(provider) : null,
    acceptOffered: modelContractAccepted,
    contractHint: provider ? ACCEPT : SET_MODEL,
    sandbox,
    demoWorkspace: workspace,
  };
}

/** Every agent runs with its own provider, else with the main one; without any, its work is done by strategies. */
function agentSettings({ config, mainProvider }: Settings, providers: readonly Provider[]): ReadonlyMap<string, AgentSettings> {
  const names = new Set([...BUILT_IN_AGENTS, ...Object.keys(config.ai.agents)]);
  return new Map(
    [...names].map((name): [string, AgentSettings] => {
      const written = config.ai.agents[name];
      const alias = written?.provider ?? mainProvider?.alias ?? null;
      const provider = providers.find((one) => one.alias === alias);
      return [name, { provider: provider ? alias : null, model: provider ? (written?.model ?? provider.model) : null }];
    }),
  );
}

function termsOf({ declaredOn: _on, source: _source, condition: _condition, ...terms }: ModelContract): ModelDeclaration {
  return terms;
}

const offerOf = ({ alias, contract }: Provider): OfferedDeclaration | null =>
  contract && { alias, declaration: termsOf(contract), contractDigest: digest(contract) };
