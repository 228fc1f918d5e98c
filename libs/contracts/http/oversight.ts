// What needs a person, who holds what, and whether planning is ready.

export interface AttentionDto {
  readonly projectId: string;
  readonly runId: string;
  readonly kind: string;
  /** The id that the typed command takes: gate, blocker, reviewer wait. */
  readonly waitId: string;
  readonly taskKey: string | null;
  readonly taskRef: string | null;
  readonly taskRevision: number | null;
  readonly owner: string;
  readonly reasonCode: string | null;
  readonly openedAt: number;
  readonly deadline: number | null;
  readonly expired: boolean;
  readonly allowedActions: readonly string[];
  /** Sequence of the wait's subject: send it back as expectedSequence. */
  readonly expectedSequence: number;
  readonly candidateHash: string | null;
  /** Chat lines that do the same. */
  readonly commands: readonly string[];
}

export interface LeaseDto {
  readonly projectId: string;
  readonly runId: string;
  readonly assignmentId: string;
  readonly ref: string;
  readonly taskRef: string;
  readonly taskKey: string;
  readonly status: 'leased' | 'running' | 'cancel_requested';
  readonly owner: string;
  readonly attempt: number;
  readonly fence: number;
  readonly claimedAt: number;
  readonly leaseExpiresAt: number;
  readonly expectedSequence: number;
}

export interface DiagnosticDto {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

export interface PlanningDiagnosticsDto {
  readonly projectId: string;
  readonly ready: boolean;
  readonly principalId: string | null;
  readonly trustedPackPublisher: boolean;
  readonly projectSponsor: boolean;
  readonly catalogReady: boolean;
  readonly registryRevision: number;
  readonly activeProfile: { readonly revisionId: string; readonly digest: string } | null;
  readonly planningPolicyReady: boolean;
  readonly acceptancePolicyReady: boolean;
  readonly disclosureReady: boolean;
  readonly disclosureConfigReady: boolean;
  readonly modelProviderAlias: string | null;
  /** `strategies` when no model is configured or its contract is not accepted. */
  readonly planningMode: 'model' | 'strategies';
  readonly strategies: ReadonlyArray<{
    readonly id: string;
    readonly version: string;
    readonly needsModel: boolean;
    readonly phrases: readonly string[];
  }>;
  readonly availableAgents: readonly string[];
  readonly availableTools: readonly string[];
  readonly availableSkills: readonly string[];
  readonly diagnostics: readonly DiagnosticDto[];
}

/** GET /readiness */
export interface ReadinessDto {
  readonly runId: string;
  readonly state: 'ready' | 'blocked' | 'needs_replan' | 'cancelling' | 'terminal' | 'paused';
  readonly blockers: ReadonlyArray<{
    readonly taskRef: string;
    readonly kind: string;
    readonly owner: string;
    readonly deadline: number;
  }>;
  readonly recommendedActions: readonly string[];
}

/** GET /api/about: what serves, for whom; shown in the Console's frame. */
export interface AboutDto {
  readonly version: string;
  readonly principalId: string | null;
  readonly scope: 'full' | 'demo';
  readonly mode: 'embedded' | 'one-machine' | 'many-machines';
  readonly workspace: string;
  readonly model: { readonly configured: boolean; readonly alias: string | null; readonly hint: string | null };
}
