// What the configuration and the environment say of models: who plans and works with which, and under which declaration.
import { ModelProviders } from '#agent-runtime';
import type { Provider } from '#agent-runtime';
import type { ChatModel } from '#agent-runtime';
import { readModelDeclarations } from '#domain/governance';
import type { ModelDeclaration } from '#domain/governance';
import { providerConfigs } from '#platform/config';
import type { Settings } from '#platform/config';

export interface OpenModel {
  readonly alias: string;
  readonly model: ChatModel;
}

export interface ModelSettings {
  /** The Orchestrator's provider; null: no model configured. */
  readonly planner: Provider | null;
  /** In force without anybody's word: of the configuration, and of models on this machine. */
  readonly declarations: ReadonlyMap<string, ModelDeclaration>;
  /** The shipped declaration of a hosted planner; in force once a Sponsor accepts it. */
  readonly offered: { readonly alias: string; readonly declaration: ModelDeclaration } | null;
  /** One line for people: which model is in force, or how to set one. */
  readonly line: string;
  /** What to do next to plan with a model. */
  readonly hint: string;
  /** The model of an agent principal; null where none is configured. Opened once. */
  modelOf(principalId: string): Promise<OpenModel | null>;
  /** Throws Rejection PROVIDER_UNKNOWN where no model is configured. */
  openPlanner(): Promise<ChatModel>;
}

const HOW =
  'Set ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY, OLLAMA_BASE_URL or OPENAI_BASE_URL, or ai.providers.main in workroom.yml, and restart.';
const ACCEPT =
  'Restart with WORKROOM_MODEL_CONTRACT=accept to accept the shipped declaration of the provider, or declare it in ai.workroom.disclosure.modelProviders.';

export function modelSettings({ config, modelContractAccepted }: Settings, env: NodeJS.ProcessEnv): ModelSettings {
  const providers = new ModelProviders(env, providerConfigs(config, env));
  const aliasOf = (agent: string): string | null => config.ai.agents[agent]?.provider ?? providers.main()?.alias ?? null;
  const planner = providers.list().find(({ alias }) => alias === aliasOf('orchestrator')) ?? null;
  const declared = readModelDeclarations(config.ai.workroom.disclosure.modelProviders);
  const local = providers.list().filter(({ loopback, contract }) => loopback && contract !== null);
  const declarations = new Map([
    ...local.map((provider) => [provider.alias, declarationOf(provider)] as const),
    ...Object.entries(declared),
  ]);
  const offered =
    planner?.contract && !declarations.has(planner.alias) ? { alias: planner.alias, declaration: declarationOf(planner) } : null;
  const isCovered = planner !== null && (declarations.has(planner.alias) || (offered !== null && modelContractAccepted));
  const opened = new Map<string, Promise<ChatModel>>();
  const open = (alias: string): Promise<ChatModel> => {
    const opening = opened.get(alias) ?? providers.open(alias);
    opened.set(alias, opening);
    opening.catch(() => opened.delete(alias));
    return opening;
  };
  return {
    planner,
    declarations,
    offered,
    line: lineOf(planner, isCovered),
    hint: planner === null ? HOW : ACCEPT,
    openPlanner: () => open(planner?.alias ?? 'main'),
    modelOf: async (principalId) => {
      const alias = aliasOf(principalId.replace(/^agent:/, ''));
      return alias === null ? null : { alias, model: await open(alias) };
    },
  };
}

function lineOf(planner: Provider | null, isCovered: boolean): string {
  if (planner === null) return `no model configured; planning uses strategies. ${HOW}`;
  const named = `${planner.model ?? 'the first model'} of ${planner.baseUrl} (${planner.from})`;
  return isCovered ? named : `${named}, its contract not accepted; planning uses strategies. ${ACCEPT}`;
}

function declarationOf({ alias, contract }: Provider): ModelDeclaration {
  if (!contract) throw new Error(`provider ${alias} ships no declaration`);
  const { declaredOn: _on, source: _source, condition: _condition, ...declaration } = contract;
  return declaration;
}
