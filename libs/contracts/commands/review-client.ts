// Reviewers pull open waits and hand in verdicts; a human Sponsor may claim a wait too.
import type { Receipt } from '#contracts/codec';
import type { Capability, TextRef } from '#domain/kernel';
import type { Contract, Evaluation } from '#domain/run';
import type { Caller } from './caller.js';
import type { DependencyReport, PullWork } from './execution-client.js';

/** All that a Reviewer sees: no tools, reasoning, transcript or workspace of the Executor. */
export interface ReviewOffer {
  readonly projectId: string;
  readonly runId: string;
  readonly taskKey: string;
  readonly taskRevision: number;
  /** The id of the reviewer wait. */
  readonly assignmentId: string;
  readonly reviewerPrincipalId: string;
  readonly producerPrincipalId: string;
  /** Model of the producer; null without one. */
  readonly producerModel: string | null;
  readonly deadline: number;
  readonly capability: Capability;
  /** expectedSequence for the verdict. */
  readonly controlSequence: number;
  readonly title: TextRef;
  readonly contract: Contract;
  readonly candidate: {
    readonly candidateRef: string;
    readonly candidateHash: string;
    readonly claimIds: readonly string[];
    readonly evidenceRefs: readonly string[];
  };
  readonly evaluation: Evaluation;
  readonly report: DependencyReport;
  /** Accepted reports of the direct dependencies: the baseline. */
  readonly baseline: readonly DependencyReport[];
  readonly baseRevision: string | null;
  readonly workspace: { readonly kind: 'git'; readonly path?: string; readonly url?: string } | null;
}

export interface Verdict {
  readonly criteria: ReadonlyArray<{
    readonly criterionId: string;
    readonly verdict: 'passed' | 'failed' | 'needs_evidence';
    readonly evidenceRefs: readonly string[];
  }>;
  readonly claims: ReadonlyArray<{ readonly claimId: string; readonly accepted: boolean }>;
  readonly method: 'judged' | 'recomputed';
  /** Model of the reviewer; null without one. */
  readonly model: string | null;
}

export interface ReviewTarget {
  readonly projectId: string;
  readonly runId: string;
  readonly assignmentId: string;
  readonly expectedSequence: number;
}

export abstract class ReviewClient {
  /** Yields at most `freeSlots` claimed waits as they turn up, waits that this principal claimed before a restart first. */
  abstract pull(caller: Caller, request: PullWork, signal: AbortSignal): AsyncIterable<ReviewOffer>;
  /** By a human Sponsor who is neither producer nor requester. */
  abstract claim(caller: Caller, target: ReviewTarget, operationId: string): Promise<Receipt>;
  abstract submitVerdict(caller: Caller, target: ReviewTarget, operationId: string, verdict: Verdict): Promise<Receipt>;
}
