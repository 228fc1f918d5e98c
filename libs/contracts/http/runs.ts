// Run list, Run detail and the content of a Run. Refs are opaque control ids; titles and reports stand only in the content.

export type RunStatusDto = 'active' | 'paused' | 'blocked' | 'needs_replan' | 'cancelling' | 'completed' | 'cancelled';
export type TaskStatusDto =
  'ready' | 'blocked' | 'executing' | 'awaiting_acceptance' | 'cancelling' | 'accepted' | 'failed' | 'cancelled';
export type AssignmentStatusDto =
  'leased' | 'running' | 'cancel_requested' | 'execution_completed' | 'failed' | 'lost' | 'cancelled';
export type AcceptanceRouteDto =
  'auto_accept' | 'reviewer_required' | 'sponsor_required' | 'reviewer_then_sponsor' | 'rework' | 'policy_blocked';

export interface RunHeaderDto {
  readonly version: 1;
  readonly projectId: string;
  readonly runId: string;
  readonly status: RunStatusDto;
  /** The Run stream's revision. */
  readonly sequence: number;
  readonly cancelRequested: boolean;
  readonly paused: boolean;
  readonly replanRequested: boolean;
  readonly counts: {
    readonly tasks: Readonly<Record<TaskStatusDto, number>>;
    readonly assignments: Readonly<Record<AssignmentStatusDto, number>>;
    readonly reviewerAssignments: number;
    readonly sponsorGates: number;
  };
  readonly authorityDigest: string | null;
  readonly digest: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface TaskDto {
  readonly ref: string;
  readonly status: TaskStatusDto;
  readonly revision: number;
  readonly attempt: number;
  readonly attemptsUsed: number;
  readonly maxAttempts: number;
  readonly required: boolean;
  readonly blockerCount: number;
  readonly hasCurrentAssignment: boolean;
  /** Refs of the tasks that this one waits for. */
  readonly dependsOn: readonly string[];
  readonly role: 'executor' | 'integration';
  readonly lane: 'urgent' | 'high' | 'normal' | 'low';
  /** The route its candidate took, once evaluated. */
  readonly route: AcceptanceRouteDto | null;
  readonly riskTier: 'low' | 'medium' | 'high' | 'critical' | null;
  readonly failure: string | null;
}

export interface AssignmentDto {
  readonly ref: string;
  readonly taskRef: string;
  readonly status: AssignmentStatusDto;
  readonly owner: string;
  readonly role: 'executor' | 'integration';
  readonly revision: number;
  readonly attempt: number;
  readonly fence: number;
  readonly outcome: string | null;
  readonly claimedAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly leaseExpiresAt: number | null;
  readonly progress: { readonly completedUnits: number | null; readonly totalUnits: number | null } | null;
}

export interface BlockerDto {
  readonly taskRef: string;
  readonly blockerRef: string;
  readonly kind: 'dependency' | 'approval' | 'capability' | 'external' | 'human_input';
  readonly owner: string;
  readonly deadline: number;
  readonly expired: boolean;
  readonly allowedActions: readonly string[];
}

export interface WaitDto {
  readonly kind:
    'reviewer' | 'sponsor_gate' | 'plan_gate' | 'preemption' | 'replan' | 'blocker' | 'policy_blocked' | 'failed_task' | 'pause';
  readonly ref: string;
  readonly taskRef: string | null;
  readonly status: string;
  readonly owner: string;
  readonly deadline: number | null;
  readonly allowedActions: readonly string[];
}

export interface DispatchDto {
  readonly decisionId: string;
  readonly taskRef: string;
  readonly status: 'pending' | 'claimed' | 'withdrawn';
  readonly at: number;
}

export interface RunDetailDto extends RunHeaderDto {
  readonly planRevision: number;
  readonly requesterPrincipalId: string | null;
  readonly separation: 'strict' | 'solo' | null;
  readonly baseRevision: string | null;
  readonly tasks: readonly TaskDto[];
  readonly assignments: readonly AssignmentDto[];
  readonly blockers: readonly BlockerDto[];
  readonly waits: readonly WaitDto[];
  readonly dispatches: readonly DispatchDto[];
}

/** A text by the disclosure decision: the body, or why it is withheld. */
export interface DisclosedText {
  readonly disposition: 'full' | 'metadata_only' | 'transform_required' | 'approval_required' | 'deny' | 'unavailable';
  readonly reasons: readonly string[];
  readonly text: string | null;
  readonly contentHash: string;
}

export interface EvidenceDto {
  readonly ref: string;
  readonly kind: string;
  readonly detail: string | null;
}

export interface TaskContentDto {
  readonly ref: string;
  readonly taskKey: string;
  readonly taskRevision: number;
  readonly title: DisclosedText | null;
  readonly reason: DisclosedText | null;
  readonly reportRef: string | null;
  readonly report: DisclosedText | null;
  readonly reviewerPrincipalId: string | null;
  readonly reviewMethod: 'judged' | 'recomputed' | null;
  readonly evidence: readonly EvidenceDto[];
  /** Ids that the typed commands need. */
  readonly gateIds: readonly string[];
}

export interface RunContentDto {
  readonly runId: string;
  readonly projectId: string;
  readonly title: DisclosedText | null;
  readonly tasks: readonly TaskContentDto[];
}

/** One fact of a Run, as the timeline shows it: the stored envelope, content-free. */
export interface RunEventDto {
  readonly eventId: string;
  readonly streamId: string;
  readonly revision: number;
  readonly globalPosition: number;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata: {
    readonly recordedAt: number;
    readonly actor: { readonly principalId: string; readonly kind: string; readonly role: string };
    readonly commandId: string;
    readonly correlationId: string | null;
    readonly causationId: string | null;
    readonly projectId: string | null;
    readonly traceparent: string | null;
  };
  readonly prevHash: string;
  readonly hash: string;
}
