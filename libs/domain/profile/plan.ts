// A plan in its trusted form: built by `buildPlan`, sealed with the references of its titles, pinned by plan.admitted.
import type { TextRef } from '#domain/kernel';

export type Lane = 'urgent' | 'high' | 'normal' | 'low';
export type ExecutionRole = 'executor' | 'integration';

export interface Requires {
  readonly tools: readonly string[];
  readonly skills: readonly string[];
  readonly integrations: readonly string[];
  readonly authorities: readonly string[];
}

export interface ApprovalGate {
  /** `approval:<taskKey>`. */
  readonly gateId: string;
  readonly kind: 'sponsor';
  readonly owner: string;
  readonly decisionTimeoutMs: number;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly policyRevisionId: string;
  readonly policyDigest: string;
  readonly allowedActions: readonly ['approve', 'reject', 'replan', 'cancel'];
}

export interface TaskScheduling {
  readonly sponsorLane: Lane;
  readonly localRank: number;
  readonly enqueuedAt: number;
  readonly deadline: number;
  readonly preemptibility: 'checkpointable' | 'atomic';
}

export interface PlanTask {
  readonly key: string;
  readonly title: TextRef;
  readonly role: ExecutionRole;
  readonly required: boolean;
  readonly maxAttempts: number;
  readonly maxRevisions: number;
  /** In code-unit order. */
  readonly dependsOn: readonly string[];
  readonly requires: Requires;
  /** The task whose agents may not work on this one; null when any able agent may. */
  readonly distinctFrom: string | null;
  readonly scheduler: TaskScheduling;
  readonly approvalGate?: ApprovalGate;
}

export interface PlanAuthority {
  /** The Catalog revision. */
  readonly projectRevision: string;
  readonly projectDigest: string;
  readonly profileRevisionId: string;
  readonly profileDigest: string;
  readonly planningPolicyRevisionId: string;
  readonly planningPolicyDigest: string;
  readonly orchestratorAgentDefinitionId: string;
  readonly orchestratorAuthorityDigest: string;
}

export interface PlanBudget {
  readonly maxTasks: number;
  readonly maxTotalAttempts: number;
  /** Integer micro-units; null: no money budget. */
  readonly maxCostMicros: number | null;
}

/** Pinned whole beside the plan: a policy that is installed later never alters a running Run. Times in milliseconds. */
export interface SchedulerPolicy {
  readonly version: 1;
  readonly comparatorVersion: 1;
  readonly policyRef: string;
  readonly revision: number;
  /** The sequence of plan.admitted. */
  readonly pinnedAtSequence: number;
  readonly capacity: number;
  readonly agingStepMs: number;
  readonly starvationBoundMs: Readonly<Record<Lane, number>>;
  readonly preemptionDeadlineMs: number;
  readonly leaseMs: number;
  readonly dispatchClaimMs: number;
  readonly replanTimeoutMs: number;
  readonly reconcileGraceMs: number;
  readonly digest: string;
}

export interface WorkflowRef {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
}

export interface Plan {
  readonly version: 1;
  /** The operationId of its admission. */
  readonly proposalId: string;
  readonly projectId: string;
  readonly strategy: WorkflowRef;
  /** Digest of the source conversation event. */
  readonly parameterDigest: string;
  readonly authority: PlanAuthority;
  readonly budget: PlanBudget;
  readonly schedulerPolicy: Pick<SchedulerPolicy, 'policyRef' | 'revision' | 'pinnedAtSequence' | 'digest'>;
  /** In code-unit order of their keys. */
  readonly tasks: readonly PlanTask[];
  /** Over everything above. */
  readonly digest: string;
}

/** What planning policy and Profile allow, for the Kernel's own check at admission. */
export interface PlanLimits {
  readonly maxAttemptsPerTask: number;
  readonly allowOptionalTasks: boolean;
  readonly approvalRequiredAuthorities: readonly string[];
  readonly ceiling: Requires;
  readonly agents: readonly {
    readonly agentDefinitionId: string;
    readonly roles: readonly ExecutionRole[];
    readonly capabilities: Requires;
  }[];
}
