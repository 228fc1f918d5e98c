// Closed records of plans: what a governed planner proposes and plan.admitted pins.
import { list, nullable, optional, record, scalar, shapes, text, word } from '../../kernel/index.js';
import type { Infer } from '../../kernel/index.js';

const { id, taskKey, projectId, digest, anyDigest, count, natural, time, flag } = shapes;
export const one = scalar<1>('1', (value) => value === 1);

export const lane = word('urgent', 'high', 'normal', 'low');
export const preemptibility = word('checkpointable', 'atomic');
export const executionRole = word('executor', 'integration');

export const requirements = record({ tools: list(id), skills: list(id), integrations: list(id), authorities: list(id) });

export const gateAction = word('approve', 'reject', 'request_changes', 'reopen', 'replan', 'cancel');

/** Stored as a blocker of kind approval; its id is `approval:<taskKey>`. */
export const approvalGate = record({
  id,
  kind: word('sponsor'),
  owner: id,
  decisionTimeoutMs: count,
  deadline: time,
  policyRevisionId: id,
  policyDigest: digest,
  allowedActions: list(gateAction),
});

export const planTask = record({
  key: taskKey,
  title: text,
  role: executionRole,
  required: flag,
  maxAttempts: count,
  /** Revisions made by rework or revise_task, the first included. */
  maxRevisions: count,
  dependsOn: list(taskKey),
  /** The agent of this task is another one than that task's. */
  distinctFrom: nullable(taskKey),
  requires: requirements,
  scheduler: record({
    sponsorLane: lane,
    localRank: natural,
    enqueuedAt: time,
    deadline: time,
    preemptibility,
  }),
  approvalGate: optional(approvalGate),
});

/** Pinned at admission: a policy that is installed later never alters a running Run. Times in milliseconds. */
export const schedulerPolicy = record({
  version: one,
  comparatorVersion: one,
  policyRef: id,
  revision: natural,
  pinnedAtSequence: natural,
  capacity: count,
  agingStepMs: count,
  starvationBoundMs: record({ urgent: count, high: count, normal: count, low: count }),
  preemptionDeadlineMs: count,
  leaseMs: count,
  dispatchClaimMs: count,
  replanTimeoutMs: count,
  reconcileGraceMs: count,
  digest,
});

export const planAuthority = record({
  projectRevision: id,
  projectDigest: digest,
  profileRevisionId: id,
  profileDigest: digest,
  planningPolicyRevisionId: id,
  planningPolicyDigest: digest,
  orchestratorAgentDefinitionId: id,
  orchestratorAuthorityDigest: digest,
});

/** maxCostMicros: integer micro-units of the configured currency; null = no money budget. */
export const planBudget = record({ maxTasks: count, maxTotalAttempts: count, maxCostMicros: nullable(natural) });

/** The trusted form of a proposal; `tasks` sorted by key, `digest` over all the rest. */
export const plan = record({
  version: one,
  proposalId: id,
  projectId,
  strategy: record({ id, version: id, digest }),
  /** Digest of the source conversation event. */
  parameterDigest: anyDigest,
  authority: planAuthority,
  budget: planBudget,
  schedulerPolicy: record({ policyRef: id, revision: natural, pinnedAtSequence: natural, digest }),
  tasks: list(planTask),
  digest,
});

/** What the planning policy and the Profile allow; trusted ports inject it. */
export const planLimits = record({
  maxAttemptsPerTask: count,
  allowOptionalTasks: flag,
  approvalRequiredAuthorities: list(id),
  /** The Profile's capability ceiling. */
  ceiling: requirements,
  /** Agent Definitions that may work, each with its roles and its own ceiling. */
  agents: list(record({ agentDefinitionId: id, roles: list(executionRole), capabilities: requirements })),
});

export const planDiff = record({ added: list(taskKey), removed: list(taskKey), changed: list(taskKey) });

/** A plan revision as proposed: on which plan it stands, why, and its full difference. */
export const revisionCandidate = record({
  version: one,
  plan,
  baseRevision: count,
  baseDigest: digest,
  baseTaskRevisions: list(record({ taskKey, revision: count })),
  provenance: record({ principalId: id, sourceRef: id, sourceDigest: nullable(anyDigest) }),
  reason: text,
  diff: planDiff,
});

export type Lane = Infer<typeof lane>;
export type ExecutionRole = Infer<typeof executionRole>;
export type GateAction = Infer<typeof gateAction>;
export type Requirements = Infer<typeof requirements>;
export type ApprovalGate = Infer<typeof approvalGate>;
export type PlanTask = Infer<typeof planTask>;
export type SchedulerPolicy = Infer<typeof schedulerPolicy>;
export type PlanAuthority = Infer<typeof planAuthority>;
export type PlanBudget = Infer<typeof planBudget>;
export type Plan = Infer<typeof plan>;
export type PlanLimits = Infer<typeof planLimits>;
export type PlanDiff = Infer<typeof planDiff>;
export type RevisionCandidate = Infer<typeof revisionCandidate>;
