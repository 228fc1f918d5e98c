// What the configuration and the environment say of models: who works with which, and one line about it for people.
import { ModelProviders } from '#agent-runtime';
import type { ChatModel, Provider } from '#agent-runtime';
import { providerConfigs } from '#platform/config';
import type { Settings } from '#platform/config';

export interface OpenModel {
  readonly alias: string;
  readonly model: ChatModel;
}

export interface ModelSettings {
  readonly providers: ModelProviders;
  /** The Orchestrator's provider; null: no model configured. */
  readonly planner: Provider | null;
  /** Which model is in force, or how to set or accept one. */
  readonly line: string;
  /** The model of an agent principal; null where none is configured. Opened once. */
  modelOf(principalId: string): Promise<OpenModel | null>;
}

const HOW =
  'Set ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENROUTER_API_KEY, OLLAMA_BASE_URL or OPENAI_BASE_URL, or ai.providers.main in workroom.yml, and restart.';
const ACCEPT = 'Restart with WORKROOM_MODEL_CONTRACT=accept to accept its shipped declaration.';

export function modelSettings({ config, modelContractAccepted }: Settings, env: NodeJS.ProcessEnv): ModelSettings {
  const providers = new ModelProviders(env, providerConfigs(config, env));
  const aliasOf = (agent: string): string | null => config.ai.agents[agent]?.provider ?? providers.main()?.alias ?? null;
  const planner = providers.list().find(({ alias }) => alias === aliasOf('orchestrator')) ?? null;
  const isDeclared = planner !== null && planner.alias in config.ai.workroom.disclosure.modelProviders;
  const open = new Map<string, Promise<ChatModel>>();
  return {
    providers,
    planner,
    line: lineOf(planner, planner?.loopback === true || isDeclared || modelContractAccepted),
    modelOf: async (principalId) => {
      const alias = aliasOf(principalId.replace(/^agent:/, ''));
      if (alias === null) return null;
      const opening = open.get(alias) ?? providers.open(alias);
      open.set(alias, opening);
      try {
        return { alias, model: await opening };
      } catch (error) {
        open.delete(alias);
        throw error;
      }
    },
  };
}

function lineOf(planner: Provider | null, isCovered: boolean): string {
  if (planner === null) return `no model configured; planning uses strategies. ${HOW}`;
  const named = `${planner.model ?? 'the first model'} of ${planner.baseUrl} (${planner.from})`;
  return isCovered ? named : `${named}, its contract not accepted; planning uses strategies. ${ACCEPT}`;
}
