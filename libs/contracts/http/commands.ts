// Bodies of the write routes; closed: unknown keys are refused.

export interface PostInboxDto {
  readonly operationId: string;
  readonly projectId: string;
  readonly kind: 'work_request';
  readonly text: string;
  readonly replyToProposalId?: string;
}

export interface RunControlDto {
  readonly version: 1;
  readonly operationId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly expectedSequence: number;
  readonly action: 'cancel' | 'request_replan' | 'pause' | 'resume' | 'raise_budget';
  readonly reasonCode: string;
  readonly controlDeadline?: number;
  readonly kind?: 'attempts' | 'money';
  readonly amount?: number;
}

export interface GateDecisionDto {
  readonly operationId: string;
  readonly projectId: string;
  readonly expectedSequence: number;
  readonly taskRevision: number;
  readonly decision: 'approve' | 'reject' | 'request_changes' | 'cancel' | 'reopen';
  readonly candidateHash?: string;
  readonly reason?: string;
}

export interface ResolveBlockerDto {
  readonly operationId: string;
  readonly projectId: string;
  readonly expectedSequence: number;
}

export interface ClaimReviewDto {
  readonly operationId: string;
  readonly projectId: string;
  readonly runId: string;
  readonly expectedSequence: number;
}

export interface VerdictDto extends ClaimReviewDto {
  readonly criteria: ReadonlyArray<{
    readonly criterionId: string;
    readonly verdict: 'passed' | 'failed' | 'needs_evidence';
    readonly evidenceRefs: readonly string[];
  }>;
  readonly claims: ReadonlyArray<{ readonly claimId: string; readonly accepted: boolean }>;
}

export interface ReleaseLeaseDto extends ClaimReviewDto {
  readonly reason: string;
}

export interface ChangePriorityDto {
  readonly operationId: string;
  readonly projectId: string;
  readonly expectedSequence: number;
  readonly taskRevision: number;
  readonly lane: 'urgent' | 'high' | 'normal' | 'low';
  readonly localRank?: number;
  readonly deadline: number;
}

/** What `workroom work --wait --json` prints. */
export interface WorkResult {
  readonly runId: string;
  readonly projectId: string;
  readonly status: string;
  readonly asOf: number;
  readonly reason?: string;
  readonly tasks: ReadonlyArray<{
    readonly key: string;
    readonly title: string | null;
    readonly status: string;
    readonly route: string | null;
    readonly reviewerPrincipalId?: string;
    readonly reportRef: string | null;
    readonly report: string | null;
    readonly evidenceRefs: readonly string[];
  }>;
}
