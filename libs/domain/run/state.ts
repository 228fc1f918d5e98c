// A Run as folded from its stream: plain JSON, shared structure between versions, nothing that a projection could not keep as a row.
import type { TextRef } from '../kernel/index.js';
import type { RunEventData } from './events/run-event.js';
import type { AcceptanceRecord, AcceptanceRoute, Contract, Evaluation, RiskTier, Verdict } from './records/acceptance.js';
import type { AssignmentEnvelope, DispatchDecision, PreemptionDecision } from './records/execution.js';
import type { ApprovalGate, ExecutionRole, Lane, Plan, PlanTask, SchedulerPolicy } from './records/plan.js';

export type RunStatus = 'active' | 'paused' | 'blocked' | 'needs_replan' | 'cancelling' | 'completed' | 'cancelled';
export type TaskStatus = RunEventData<'task.deadline_missed'>['status'];
export type AssignmentStatus =
  'leased' | 'running' | 'cancel_requested' | 'execution_completed' | 'failed' | 'lost' | 'cancelled';
export type ReviewStatus = 'open' | 'claimed' | 'passed' | 'rework' | 'expired' | 'cancelled' | 'satisfied' | 'stale';
export type SponsorGateStatus =
  'open' | 'approved' | 'rejected' | 'changes_requested' | 'expired' | 'cancelled' | 'satisfied' | 'stale';
export type PlanGateStatus = 'open' | 'approved' | 'rejected' | 'changes_requested' | 'expired' | 'cancelled' | 'superseded';
export type PreemptionStatus = 'prepared' | 'checkpoint_requested' | 'checkpoint_acknowledged' | 'takeover_ready';

export interface BlockerState {
  readonly blockerId: string;
  readonly kind: RunEventData<'task.blocked'>['kind'];
  readonly owner: string;
  readonly reason: TextRef;
  readonly deadline: number;
  readonly allowedActions: readonly string[];
  readonly openedAt: number;
  readonly status: 'open' | 'expired';
}

export interface PlanGateState extends Omit<ApprovalGate, 'id'> {
  readonly gateId: string;
  readonly status: PlanGateStatus;
}

export interface ReviewState {
  /** `review:<candidateRef>:<sequence>`. */
  readonly assignmentId: string;
  readonly status: ReviewStatus;
  readonly producerPrincipalId: string;
  readonly owner: string;
  readonly openedAt: number;
  readonly deadline: number;
  readonly allowedActions: readonly string[];
  readonly evaluationId: string;
  readonly candidateHash: string;
  readonly reviewerPrincipalId: string | null;
  readonly verdict: Verdict | null;
}

export interface SponsorGateState {
  /** `sponsor:<candidateRef>:<sequence>`. */
  readonly gateId: string;
  readonly status: SponsorGateStatus;
  readonly owner: string;
  readonly openedAt: number;
  readonly deadline: number;
  readonly allowedActions: readonly string[];
  readonly candidateHash: string;
  readonly evaluationId: string;
  readonly verdictRef: string | null;
}

export interface CandidateState {
  readonly assignmentId: string;
  readonly producerPrincipalId: string;
  readonly reportRef: string;
  readonly reportDigest: string;
  readonly candidateRef: string;
  readonly candidateHash: string;
  readonly completionReceiptDigest: string | null;
  readonly baseRevision: string | null;
  readonly completedAt: number;
}

export interface AssignmentState {
  readonly assignmentId: string;
  readonly taskKey: string;
  readonly taskRevision: number;
  readonly status: AssignmentStatus;
  /** The principal that owns the lease. */
  readonly owner: string;
  readonly role: ExecutionRole;
  readonly attempt: number;
  readonly fence: number;
  readonly envelopeDigest: string;
  readonly leaseExpiresAt: number;
  readonly claimedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly outcome: 'interrupted' | 'committed' | 'outcome_unknown' | null;
  readonly failureReason: string | null;
  readonly checkpoint: { readonly ref: string; readonly digest: string } | null;
  readonly progress: {
    readonly summary: TextRef;
    readonly completedUnits: number | null;
    readonly totalUnits: number | null;
  } | null;
  readonly controlDeadline: number | null;
  /** Set by a preemption or a capacity reclaim; cleared by the checkpoint that answers it. */
  readonly checkpointRequest: {
    readonly decisionId: string;
    readonly deadline: number;
    readonly reservedTaskKey: string | null;
    readonly takeoverFence: number;
  } | null;
  /** How it runs; null between assignment.claimed and the request in the same batch. */
  readonly execution:
    | { readonly kind: 'local'; readonly agentDefinitionId: string; readonly hostId: string }
    | { readonly kind: 'remote'; readonly endpointId: string; readonly reconcileDeadline: number }
    | null;
  /** Kept while the Assignment is active or its candidate is current; null in the history of a task. */
  readonly envelope: AssignmentEnvelope | null;
  readonly changeSets: ReadonlyArray<RunEventData<'change_set.sealed'>>;
}

/** An Assignment that is leased, running or cancel_requested. */
export type ActiveAssignment = AssignmentState;

export interface WorkspaceState {
  readonly leaseRef: string;
  readonly assignmentId: string;
  readonly attempt: number;
  readonly status: 'leased' | 'sealed' | 'quarantined';
  readonly backend: string;
  readonly mountRef: string;
  readonly baseRevision: string | null;
  readonly scopeDigest: string;
  readonly fence: number;
  readonly expiresAt: number;
  readonly checkpoint: { readonly ref: string; readonly digest: string } | null;
  readonly manifestDigest: string | null;
  readonly blockerId: string | null;
}

export interface TaskState {
  readonly key: string;
  /** False once a plan revision removed it. */
  readonly inPlan: boolean;
  /** The plan fields as the plan in force has them; title and maxAttempts follow task.revised. */
  readonly plan: PlanTask;
  readonly status: TaskStatus;
  readonly revision: number;
  /** Never reused within a revision. */
  readonly attempt: number;
  /** Attempts of this revision that a preemption gave back: used = attempt - preemptions. */
  readonly preemptions: number;
  /** Revisions made by rework or revise_task since the plan put it there, the first included. */
  readonly revisionsMade: number;
  readonly lane: Lane;
  readonly localRank: number;
  readonly enqueuedAt: number;
  /** Sequence of the event that last set enqueuedAt. */
  readonly enqueueSequence: number;
  readonly plannedAt: number;
  /** Sequence of the last counting event that concerns it. */
  readonly sequence: number;
  readonly failure: { readonly reasonCode: RunEventData<'task.failed'>['reasonCode']; readonly at: number } | null;
  readonly closedAt: number | null;
  readonly deadlineMissed: boolean;
  readonly blockers: readonly BlockerState[];
  readonly planGate: PlanGateState | null;
  readonly contract: Contract | null;
  readonly candidate: CandidateState | null;
  readonly evaluation: Evaluation | null;
  /** When task.acceptance_blocked was recorded; null when a later evaluation went on. */
  readonly acceptanceBlockedAt: number | null;
  /** What a fresh evaluation after an expiry may not fall below. */
  readonly floor: { readonly tier: RiskTier; readonly route: AcceptanceRoute } | null;
  readonly review: ReviewState | null;
  /** Reviewer waits opened for the current candidate. */
  readonly reviewsOpened: number;
  readonly gate: SponsorGateState | null;
  readonly record: AcceptanceRecord | null;
  readonly activeAssignmentId: string | null;
  /** Assignments that ended, oldest first. */
  readonly pastAssignments: readonly AssignmentState[];
  /** Decision ids of withdrawn dispatches, newest last, at most 32. */
  readonly withdrawnDispatches: readonly string[];
  /** Withdrawals for want of a claim since the last claim or supply blocker. */
  readonly unclaimedWithdrawals: number;
}

export interface DispatchState {
  readonly decision: DispatchDecision & { readonly catalogRevision: string; readonly routeDigest: string };
  readonly requestedAt: number;
}

export interface PreemptionState {
  readonly decision: PreemptionDecision;
  readonly status: PreemptionStatus;
}

export interface PlanState {
  /** The plan in force without its tasks: those are in RunState.tasks. */
  readonly header: Omit<Plan, 'tasks'>;
  /** plan.admitted is 1. */
  readonly revision: number;
  readonly policy: SchedulerPolicy;
  readonly orchestratorAgentDefinitionId: string;
  readonly requesterPrincipalId: string;
  readonly separation: 'strict' | 'solo';
  readonly baseRevision: string | null;
  readonly sourceEventRef: string;
  readonly sourceEventDigest: string;
  readonly authorityDigest: string;
}

/** What the first admission said, digest by digest, so that a replay can be told from drift. */
export interface AdmissionState {
  readonly operationId: string;
  readonly at: number;
  readonly parts: { readonly run: string; readonly plan: string; readonly tasks: string; readonly gates: string };
}

export interface ReplanState {
  readonly operationId: string;
  readonly reasonCode: string;
  readonly taskKey: string | null;
  readonly gateId: string | null;
  readonly requestedAt: number;
  readonly deadline: number;
  readonly overdue: boolean;
}

export interface PauseState {
  readonly operationId: string;
  readonly reasonCode: string;
  readonly principalId: string;
  readonly at: number;
}

export interface RunState {
  readonly runId: string;
  readonly projectId: string;
  readonly title: TextRef;
  readonly createdAt: number;
  /** Revision of the last folded event; -1 before the first. */
  readonly sequence: number;
  /** The largest `at` folded: the state's now. */
  readonly now: number;
  /** Sequence of the last run.* or plan.* event. */
  readonly runSequence: number;
  readonly admission: AdmissionState | null;
  readonly plan: PlanState | null;
  /** In plan order; tasks that left the plan stay, with inPlan false. */
  readonly tasks: readonly TaskState[];
  readonly taskIndex: Readonly<Record<string, number>>;
  /** Indices of tasks of the plan that are not accepted, failed or cancelled. */
  readonly open: readonly number[];
  /** Indices of required tasks of the plan that failed or were cancelled. */
  readonly broken: readonly number[];
  readonly assignments: readonly ActiveAssignment[];
  readonly dispatches: readonly DispatchState[];
  readonly preemption: PreemptionState | null;
  readonly workspaces: readonly WorkspaceState[];
  readonly cancelRequested: boolean;
  readonly cancelled: boolean;
  readonly pause: PauseState | null;
  readonly replan: ReplanState | null;
  /** Claims over all tasks and revisions, less those that a preemption gave back. */
  readonly attemptsUsed: number;
  /** Added by raise_budget to the plan's budget. */
  readonly raised: { readonly attempts: number; readonly money: number };
  readonly lastFence: number;
  readonly counts: { readonly assignments: number; readonly reviewerAssignments: number; readonly sponsorGates: number };
  /** The principal of the last run.control_decided. */
  readonly lastControl: string | null;
}

export const initialRun: RunState = {
  runId: '',
  projectId: '',
  title: null,
  createdAt: 0,
  sequence: -1,
  now: 0,
  runSequence: -1,
  admission: null,
  plan: null,
  tasks: [],
  taskIndex: {},
  open: [],
  broken: [],
  assignments: [],
  dispatches: [],
  preemption: null,
  workspaces: [],
  cancelRequested: false,
  cancelled: false,
  pause: null,
  replan: null,
  attemptsUsed: 0,
  raised: { attempts: 0, money: 0 },
  lastFence: 0,
  counts: { assignments: 0, reviewerAssignments: 0, sponsorGates: 0 },
  lastControl: null,
};
