// What a verdict must cover, read from the Run's facts: the criteria of the pinned contract and the claims of the report.
import type { RunEventDto } from '#contracts/http';

export interface ReviewTerms {
  readonly criteria: readonly string[];
  readonly claims: readonly string[];
  /** References that the checks cite; a verdict may rest on them. */
  readonly evidenceRefs: readonly string[];
  /** Who took the review; null while it is open. */
  readonly reviewerPrincipalId: string | null;
}

/** null while a fact that is needed is not among `facts`. */
export function reviewTerms(facts: readonly RunEventDto[], taskKey: string, waitId: string): ReviewTerms | null {
  const own = facts.filter(({ data }) => data['taskKey'] === taskKey);
  const pinned = own.findLast(({ type }) => type === 'task.acceptance_pinned');
  const assigned = own.find(({ type, data }) => type === 'reviewer.assigned' && at(data, 'assignment.assignmentId') === waitId);
  if (!pinned || !assigned) return null;
  const checks = records(at(assigned.data, 'assignment.evaluation.checks'));
  const claimCheck = checks.find((check) => check['criterionId'] === at(pinned.data, 'contract.claimSchema.criterionId'));
  const claimed = own.findLast(({ type, data }) => type === 'reviewer.claimed' && data['assignmentId'] === waitId);
  return {
    criteria: records(at(pinned.data, 'contract.criteria')).flatMap(({ criterionId }) =>
      typeof criterionId === 'string' ? [criterionId] : [],
    ),
    claims: texts(claimCheck?.['inputRefs']),
    evidenceRefs: [...new Set(checks.flatMap((check) => texts(check['evidenceRefs'])))],
    reviewerPrincipalId: claimed ? String(claimed.data['reviewerPrincipalId']) : null,
  };
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (here, key) => (typeof here === 'object' && here !== null ? (here as Record<string, unknown>)[key] : undefined),
      value,
    );
}

const records = (value: unknown): ReadonlyArray<Record<string, unknown>> =>
  Array.isArray(value) ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null) : [];
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
