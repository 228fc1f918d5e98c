// The Reviewer without a model: opens the evidence of each claim again, works the claim out once more, and accepts what comes out equal.
import { canonicalJson } from '#domain/kernel';
import { questionOf } from '../evidence/open-evidence.js';
import type { OpenedEvidence } from '../evidence/open-evidence.js';
import { NO_USAGE } from '../models/model-usage.js';
import type { Claim } from '../report.js';
import { readClaimKey } from '../strategies/findings/finding.js';
import { findingNamed } from '../strategies/findings/known-findings.js';
import type { EvidenceCheck } from './evidence-check.js';
import type { ReviewerView, ReviewVerdict } from './review.js';

type Outcome =
  | { readonly accepted: true }
  /** `blames` is false where only a repeat of a command came out differently, or was not possible. */
  | { readonly accepted: false; readonly why: string; readonly blames: boolean };

const refuse = (why: string, blames = true): Outcome => ({ accepted: false, why, blames });
const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** Whether strategies know how to work the claim out. */
export const isRecomputable = (claim: Claim): boolean => findingNamed(readClaimKey(claim.key).name) !== undefined;

async function recompute(claim: Claim, view: ReviewerView, check: EvidenceCheck): Promise<Outcome> {
  const { name, subject } = readClaimKey(claim.key);
  const finding = findingNamed(name);
  if (!finding) return refuse('it is none that can be recomputed');
  const cited = claim.evidenceRefs.map((ref) => view.report.evidence.find((record) => record.ref === ref));
  const asked = finding.ask(subject);
  const opened: OpenedEvidence[] = [];
  for (const [index, record] of cited.entries()) {
    if (!record) return refuse('it cites evidence that the report does not hold');
    if (!same(questionOf(record), asked[index] ?? null)) return refuse('its evidence answers another question');
    const checked = await check.check(record);
    if (!checked.confirmed) return refuse(checked.why, record.kind !== 'command');
    opened.push(checked.opened);
  }
  if (opened.length !== asked.length) return refuse('it does not cite all the evidence that it needs');
  const value = finding.derive(opened, subject);
  const equal = same([value, finding.kindOf(value), finding.phrase(value, subject)], [claim.value, claim.kind, claim.statement]);
  return equal ? { accepted: true } : refuse('the evidence says something else');
}

/**
 * A criterion passes when at least one claim was confirmed and none was found wrong. A command that does not come out the same
 * again takes its claim with it, not the report.
 */
export async function recomputeReview(view: ReviewerView, check: EvidenceCheck): Promise<ReviewVerdict> {
  const outcomes: { claim: Claim; outcome: Outcome }[] = [];
  for (const claim of view.report.claims) outcomes.push({ claim, outcome: await recompute(claim, view, check) });
  const confirmed = outcomes.filter(({ outcome }) => outcome.accepted);
  const wrong = outcomes.some(({ outcome }) => !outcome.accepted && outcome.blames);
  const evidenceRefs = [...new Set(confirmed.flatMap(({ claim }) => claim.evidenceRefs))];
  const verdict = wrong ? 'failed' : evidenceRefs.length > 0 ? 'passed' : 'needs_evidence';
  const refused = outcomes.flatMap(({ claim, outcome }) =>
    outcome.accepted ? [] : [`${claim.claimId} (${claim.key}): ${outcome.why}.`],
  );
  const summary = `${confirmed.length} of ${outcomes.length} claims were recomputed at ${view.baseRevision} and came out equal.`;
  return {
    criteria: view.criteria.map(({ criterionId }) => ({
      criterionId,
      verdict,
      evidenceRefs: verdict === 'passed' ? evidenceRefs : [],
    })),
    claims: outcomes.map(({ claim, outcome }) => ({ claimId: claim.claimId, accepted: outcome.accepted })),
    method: 'recomputed',
    model: null,
    reason: [summary, ...refused].join('\n'),
    usage: NO_USAGE,
  };
}
