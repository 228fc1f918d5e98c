// From the configuration to what the orchestrator goes by.
import { BOOTSTRAP_SPONSOR } from '#domain/catalog';
import type { Settings } from '#platform/config';
import type { OrchestratorSettings } from '../../orchestrator/orchestrator.module.js';
import type { ModelSettings } from './model-settings.js';

export function orchestratorSettings(
  { config, workspace, modelContractAccepted }: Settings,
  models: ModelSettings,
  sandbox: boolean,
): OrchestratorSettings {
  const { workroom, agents } = config.ai;
  return {
    links: config.identity.links,
    agents: new Map(
      Object.entries(agents).map(([name, { provider, model }]) => [name, { provider: provider ?? null, model: model ?? null }]),
    ),
    endpoints: new Set(['sandbox:local']),
    agentPrincipals: new Set(),
    trustedPublishers: new Set([BOOTSTRAP_SPONSOR, ...workroom.trustedPackPublishers]),
    tenantId: workroom.disclosure.tenantId ?? null,
    policy: { leaseMs: workroom.assignmentHeartbeatLeaseMs, dispatchClaimMs: workroom.dispatchClaimMs },
    clarificationOpenMs: workroom.clarificationOpenHours * 3_600_000,
    provider: models.planner?.alias ?? null,
    declarations: models.declarations,
    offered: models.offered,
    acceptOffered: modelContractAccepted,
    contractHint: models.hint,
    sandbox,
    demoWorkspace: workspace,
  };
}
