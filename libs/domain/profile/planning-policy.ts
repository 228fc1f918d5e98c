// The planning policy of a Project: budgets, lanes, gates, scheduling and acceptance; every time in milliseconds.
import { digest } from '#domain/kernel';
import { membersOf, type WorkroomDefinition } from '#domain/catalog';
import { CLAIMS_CRITERION } from '#domain/run';
import type { Lane, MinimumRoute, SchedulerPolicy } from '#domain/run';

export interface AcceptanceCriterion {
  readonly criterionId: string;
  readonly kind: 'deterministic' | 'judgment';
  /** A passed check without an evidence ref counts as missing. */
  readonly evidenceRequired: boolean;
}

export interface AcceptancePolicy {
  readonly policyId: string;
  readonly criteria: readonly AcceptanceCriterion[];
  readonly minimumRoute: MinimumRoute;
  readonly reviewerTimeoutMs: number;
  readonly sponsorTimeoutMs: number;
  readonly digest: string;
}

export interface PlanningPolicy {
  readonly version: 1;
  readonly policyRevisionId: string;
  readonly maxTasks: number;
  readonly maxTotalAttempts: number;
  readonly maxAttemptsPerTask: number;
  readonly maxRevisions: number;
  readonly maxCostMicros: number | null;
  readonly allowOptionalTasks: boolean;
  readonly approvalRequiredAuthorities: readonly string[];
  readonly sponsorGate: { readonly owner: string; readonly decisionTimeoutMs: number };
  readonly lane: Lane;
  readonly taskDeadlineMs: number;
  readonly preemptibility: 'checkpointable' | 'atomic';
  readonly schedulerPolicy: SchedulerPolicy;
  readonly acceptance: AcceptancePolicy;
  readonly digest: string;
}

/** What configuration may set; it is read when the policy is published and pinned at admission. */
export interface PolicyOptions {
  readonly leaseMs?: number;
  readonly dispatchClaimMs?: number;
}

export const REVIEWER_VERDICT = 'reviewer-verdict';
const MINUTE = 60_000;
const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));
const seal = <T extends object>(body: T): T & { readonly digest: string } => ({ ...body, digest: digest(body) });

/** Members that can hold an Assignment; a Workroom without any lets its orchestrator work. */
export const workerCount = (definition: WorkroomDefinition): number =>
  Math.max(1, membersOf(definition, 'executor', 'integration').length);

function defaultScheduler(projectId: string, workers: number, options: PolicyOptions, revision: number): SchedulerPolicy {
  return seal({
    version: 1,
    comparatorVersion: 1,
    policyRef: `scheduler:${projectId}:bootstrap`,
    revision,
    pinnedAtSequence: 1,
    capacity: clamp(workers, 1, 4),
    agingStepMs: 30_000,
    starvationBoundMs: { urgent: 30_000, high: 60_000, normal: 120_000, low: 300_000 },
    preemptionDeadlineMs: 30_000,
    leaseMs: options.leaseMs ?? 30_000,
    dispatchClaimMs: options.dispatchClaimMs ?? 30_000,
    replanTimeoutMs: 15 * MINUTE,
    reconcileGraceMs: 30_000,
  });
}

/** With a reviewer, a review by one who did not produce; without one, a Sponsor gate. */
function defaultAcceptance(definition: WorkroomDefinition, generation: number): AcceptancePolicy {
  const reviewed = membersOf(definition, 'reviewer').length > 0;
  const claims: AcceptanceCriterion = { criterionId: CLAIMS_CRITERION, kind: 'deterministic', evidenceRequired: true };
  return seal<Omit<AcceptancePolicy, 'digest'>>({
    policyId: `acceptance:${definition.projectId}:${generation}`,
    criteria: reviewed ? [claims, { criterionId: REVIEWER_VERDICT, kind: 'judgment', evidenceRequired: false }] : [claims],
    minimumRoute: reviewed ? 'reviewer_required' : 'sponsor_required',
    reviewerTimeoutMs: 15 * MINUTE,
    sponsorTimeoutMs: 15 * MINUTE,
  });
}

/** The policy that initialize publishes; `owner` is the initializing principal. */
export function defaultPlanningPolicy(
  definition: WorkroomDefinition,
  owner: string,
  options: PolicyOptions = {},
  generation = 1,
): PlanningPolicy {
  const { projectId } = definition;
  const workers = workerCount(definition);
  const policyRevisionId = `planning:${projectId}:${generation}`;
  return seal({
    version: 1,
    policyRevisionId,
    maxTasks: Math.max(8, Math.min(16, 4 * workers)),
    maxTotalAttempts: Math.max(24, 8 * workers),
    maxAttemptsPerTask: 3,
    maxRevisions: 3,
    maxCostMicros: null,
    allowOptionalTasks: true,
    approvalRequiredAuthorities: [],
    sponsorGate: { owner, decisionTimeoutMs: 15 * MINUTE },
    lane: 'normal' as const,
    taskDeadlineMs: 60 * MINUTE,
    preemptibility: 'atomic' as const,
    schedulerPolicy: defaultScheduler(projectId, workers, options, generation),
    acceptance: defaultAcceptance(definition, generation),
  });
}
