// Builders of plans: a short description of tasks becomes the closed records that admission wants.
import { digest } from '#domain/kernel';
import { planDigest } from '#domain/run';
import type { ApprovalGate, Plan, PlanLimits, PlanTask, Requirements, SchedulerPolicy } from '#domain/run';
import { digestOf, textOf } from '../identity.js';

export const PROJECT = 'demo';
export const T0 = 1_800_000_000_000;
export const MINUTE = 60_000;

export const noRequirements: Requirements = { tools: [], skills: [], integrations: [], authorities: [] };

export type TaskSketch = Partial<Omit<PlanTask, 'key' | 'scheduler'>> & {
  readonly key: string;
  readonly scheduler?: Partial<PlanTask['scheduler']>;
  /** A Sponsor gate with the defaults. */
  readonly gated?: boolean;
};

export const aGate = (key: string, change: Partial<ApprovalGate> = {}): ApprovalGate => ({
  id: `approval:${key}`,
  kind: 'sponsor',
  owner: `sponsors:${PROJECT}`,
  decisionTimeoutMs: 15 * MINUTE,
  deadline: T0 + 15 * MINUTE,
  policyRevisionId: `planning:${PROJECT}:1`,
  policyDigest: digestOf('planning policy'),
  allowedActions: ['approve', 'reject', 'request_changes', 'reopen', 'replan', 'cancel'],
  ...change,
});

export function aTask({ key, scheduler, gated, ...change }: TaskSketch): PlanTask {
  return {
    key,
    title: textOf('title', `title of ${key}`),
    role: 'executor',
    required: true,
    maxAttempts: 3,
    maxRevisions: 3,
    dependsOn: [],
    distinctFrom: null,
    requires: noRequirements,
    ...(gated ? { approvalGate: aGate(key) } : {}),
    ...change,
    scheduler: {
      sponsorLane: 'normal',
      localRank: 0,
      enqueuedAt: T0,
      deadline: T0 + 60 * MINUTE,
      preemptibility: 'atomic',
      ...scheduler,
    },
  };
}

export function aPolicy(change: Partial<SchedulerPolicy> = {}): SchedulerPolicy {
  const body = {
    version: 1 as const,
    comparatorVersion: 1 as const,
    policyRef: `scheduler:${PROJECT}:bootstrap`,
    revision: 1,
    pinnedAtSequence: 1,
    capacity: 2,
    agingStepMs: 30_000,
    starvationBoundMs: { urgent: 30_000, high: 60_000, normal: 120_000, low: 300_000 },
    preemptionDeadlineMs: 30_000,
    leaseMs: 30_000,
    dispatchClaimMs: 30_000,
    replanTimeoutMs: 900_000,
    reconcileGraceMs: 30_000,
    ...change,
  };
  const { digest: _own, ...said } = { digest: '', ...body };
  return { ...said, digest: digest(said) };
}

export const sealPlan = (plan: Omit<Plan, 'digest'>): Plan => {
  const draft = { ...plan, digest: '' };
  return { ...draft, digest: planDigest(draft) };
};

export interface PlanSketch {
  readonly operationId: string;
  readonly tasks: readonly TaskSketch[];
  readonly policy?: SchedulerPolicy;
  readonly budget?: Partial<Plan['budget']>;
}

export function aPlan({ operationId, tasks, policy = aPolicy(), budget }: PlanSketch): Plan {
  const { policyRef, revision, pinnedAtSequence } = policy;
  return sealPlan({
    version: 1,
    proposalId: operationId,
    projectId: PROJECT,
    strategy: { id: 'repository-audit', version: '1.0.0', digest: digestOf('strategy') },
    parameterDigest: digestOf('conversation event'),
    authority: {
      projectRevision: 'catalog-revision-1',
      projectDigest: digestOf('project'),
      profileRevisionId: `profile:${PROJECT}:bootstrap:1`,
      profileDigest: digestOf('profile'),
      planningPolicyRevisionId: `planning:${PROJECT}:1`,
      planningPolicyDigest: digestOf('planning policy'),
      orchestratorAgentDefinitionId: 'orchestrator',
      orchestratorAuthorityDigest: digestOf('orchestrator'),
    },
    budget: { maxTasks: 600, maxTotalAttempts: 2_400, maxCostMicros: null, ...budget },
    schedulerPolicy: { policyRef, revision, pinnedAtSequence, digest: policy.digest },
    tasks: tasks.map(aTask).toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  });
}

export const wideLimits: PlanLimits = {
  maxAttemptsPerTask: 3,
  allowOptionalTasks: true,
  approvalRequiredAuthorities: ['production'],
  ceiling: { tools: ['read_file', 'bash'], skills: ['audit'], integrations: ['github'], authorities: ['production'] },
  agents: ['alice', 'bob'].map((agentDefinitionId) => ({
    agentDefinitionId,
    roles: ['executor', 'integration'],
    capabilities: { tools: ['read_file', 'bash'], skills: ['audit'], integrations: ['github'], authorities: ['production'] },
  })),
};
