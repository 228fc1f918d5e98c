// The acceptance process: which contracts are to be pinned, which candidates to be evaluated, which unanswered reviews to be handed on.
import { compareIds } from '#domain/kernel';
import type { AcceptancePolicy, CapabilitySnapshot } from '#domain/profile';
import { CLAIMS_CRITERION, contractIdOf, pinnableTasks } from '#domain/run';
import type { Check, Contract, DataClass, EvaluationFacts, MinimumRoute, RunCommandData, RunState, TaskState } from '#domain/run';

const ROUTES: readonly MinimumRoute[] = ['baseline', 'reviewer_required', 'sponsor_required', 'reviewer_then_sponsor'];
/** How often an unanswered review of one candidate is handed on before a person is asked. */
export const MAX_REASSIGNMENTS = 2;

export interface ContractTerms {
  readonly policy: AcceptancePolicy;
  /** The Profile may only tighten. */
  readonly profileMinimumRoute: MinimumRoute;
  /** Who owns the Sponsor gates. */
  readonly sponsorOwner: string;
}

const either = (routes: readonly MinimumRoute[], route: MinimumRoute): boolean =>
  routes.includes(route) || routes.includes('reviewer_then_sponsor');

/** The weakest route that asks for everybody whom either asks for. */
function tightest(routes: readonly MinimumRoute[]): MinimumRoute {
  const reviewer = either(routes, 'reviewer_required');
  const sponsor = either(routes, 'sponsor_required');
  return ROUTES[(reviewer ? 1 : 0) + (sponsor ? 2 : 0)] ?? 'baseline';
}

/** One contract a task revision, under the policy in force when it is pinned. */
export function contractFor(run: Pick<RunState, 'projectId' | 'runId'>, task: TaskState, terms: ContractTerms): Contract {
  const { policy, profileMinimumRoute, sponsorOwner } = terms;
  const { projectId, runId } = run;
  return {
    contractId: contractIdOf(projectId, runId, task.key, task.revision, policy.digest),
    kind: task.plan.role === 'integration' ? 'integration_candidate' : 'task_result',
    criteria: policy.criteria.map((criterion) => ({ ...criterion, wording: null })),
    claimSchema: { criterionId: CLAIMS_CRITERION },
    policyId: policy.policyId,
    policyDigest: policy.digest,
    minimumRoute: tightest([policy.minimumRoute, profileMinimumRoute]),
    reviewer: { owner: `reviewers:${projectId}`, timeoutMs: policy.reviewerTimeoutMs },
    sponsor: { owner: sponsorOwner, timeoutMs: policy.sponsorTimeoutMs },
  };
}

/** The pins that are due: a task is no candidate until it has its contract. */
export const pinsDue = (run: RunState, terms: ContractTerms): readonly RunCommandData<'pin_task_acceptance'>[] =>
  pinnableTasks(run).map((task) => ({
    runId: run.runId,
    taskKey: task.key,
    taskRevision: task.revision,
    contract: contractFor(run, task, terms),
  }));

/** Reviews that ran out unanswered and may be handed on; after that an attention card asks a Sponsor. */
export const reassignmentsDue = (run: RunState): readonly RunCommandData<'reassign_reviewer'>[] =>
  run.cancelRequested
    ? []
    : run.tasks.flatMap(({ key, status, review, reviewsOpened }) => {
        const due = status === 'awaiting_acceptance' && review?.status === 'expired' && reviewsOpened <= MAX_REASSIGNMENTS;
        return due ? [{ runId: run.runId, taskKey: key, assignmentId: review.assignmentId, expectedSequence: null }] : [];
      });

export interface CandidateReport {
  readonly candidateHash: string;
  readonly reportRef: string;
  /** As the stored report lists them. */
  readonly claimIds: readonly string[];
}

/** The trusted runner of the claims criterion: every claim has an id of its own. */
export function checkReportClaims({ candidateHash, reportRef, claimIds }: CandidateReport): Check {
  const distinct = new Set(claimIds).size === claimIds.length;
  return {
    criterionId: CLAIMS_CRITERION,
    result: distinct ? 'passed' : 'failed',
    candidateHash,
    runner: 'system:acceptance',
    runnerVersion: '1',
    inputRefs: [...claimIds].toSorted(compareIds),
    evidenceRefs: [reportRef],
  };
}

/** What an evaluation is made from; a snapshot that is not known makes the risk unknown. */
export function evaluationFacts(
  report: CandidateReport,
  snapshot: CapabilitySnapshot | null,
  dataClass: DataClass,
): EvaluationFacts {
  const tools = (snapshot?.tools ?? []).map(({ id, risk }) => ({ tool: id, ...risk }));
  return {
    candidateHash: report.candidateHash,
    tools,
    undeclaredTools: snapshot ? [] : ['unknown'],
    dataClass,
    checks: [checkReportClaims(report)],
    effectOutcome: null,
  };
}
