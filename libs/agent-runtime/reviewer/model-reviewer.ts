// The Reviewer with a model: it is shown the reviewer's view and how each cited evidence came out when it was opened again, and
// answers a structured verdict. It cannot make good what the evidence does not bear out.
import { z } from 'zod';
import { Unavailable } from '#domain/kernel';
import { dataBlock, DATA_RULE } from '../context/data-block.js';
import type { OpenedEvidence } from '../evidence/open-evidence.js';
import { questionOf } from '../evidence/open-evidence.js';
import type { ChatMessage, ChatModel } from '../models/chat-model.js';
import { readJsonAnswer } from '../models/json-answer.js';
import { addUsage, NO_USAGE } from '../models/model-usage.js';
import type { CheckedEvidence, EvidenceCheck } from './evidence-check.js';
import type { ReviewerView, ReviewVerdict } from './review.js';

const MAX_ATTEMPTS = 3;
const MAX_OUTPUT_TOKENS = 1_024;
const EXCERPT = 600;
const MAX_REPORT = 12_000;
const MAX_EVIDENCE = 24;

const VerdictSchema = z.object({
  criteria: z.array(z.object({ criterionId: z.string(), verdict: z.enum(['passed', 'failed', 'needs_evidence']) })),
  claims: z.array(z.object({ claimId: z.string(), accepted: z.boolean() })),
  reason: z.string(),
});
type Verdict = z.infer<typeof VerdictSchema>;

const closed = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const listOf = (ids: readonly string[], key: string, more: Record<string, unknown>) => ({
  type: 'array',
  minItems: ids.length,
  maxItems: ids.length,
  items: closed({ [key]: ids.length > 0 ? { type: 'string', enum: [...ids] } : { type: 'string' }, ...more }),
});

const verdictSchema = (view: ReviewerView) =>
  closed({
    reason: { type: 'string', minLength: 1, maxLength: 600 },
    claims: listOf(
      view.report.claims.map(({ claimId }) => claimId),
      'claimId',
      { accepted: { type: 'boolean' } },
    ),
    criteria: listOf(
      view.criteria.map(({ criterionId }) => criterionId),
      'criterionId',
      { verdict: { type: 'string', enum: ['passed', 'failed', 'needs_evidence'] } },
    ),
  });

const SYSTEM = [
  'You review the result of one task on a git repository. You did not do the task.',
  'Accept a claim only if its evidence bears it out. A criterion passes if the report does what the task asked and its claims hold.',
  'Answer with one JSON object: reason (one or two sentences), claims (each claimId with accepted true or false), criteria (each criterionId with verdict passed, failed or needs_evidence).',
  DATA_RULE,
].join('\n');

const excerpt = (opened: OpenedEvidence): string => {
  switch (opened.kind) {
    case 'file_lines':
      return opened.lines.join('\n');
    case 'file':
      return opened.text ?? `${opened.bytes} bytes of binary content`;
    case 'query':
      return JSON.stringify(opened.answer);
    case 'command':
      return `exit code ${opened.result.exitCode}\n${opened.result.output}`;
  }
};

function evidenceText(ref: string, question: unknown, checked: CheckedEvidence): string {
  const state = checked.confirmed ? 'opened again: equal' : `opened again: NOT confirmed, ${checked.why}`;
  const shown = checked.confirmed ? `\n${dataBlock(ref, excerpt(checked.opened).slice(0, EXCERPT))}` : '';
  return `Evidence ${ref}, ${JSON.stringify(question).slice(0, 300)}, ${state}${shown}`;
}

function viewText(view: ReviewerView, checked: ReadonlyMap<string, CheckedEvidence>): string {
  const claims = view.report.claims.map(
    ({ claimId, statement, evidenceRefs }) => `${claimId}: ${statement} [${evidenceRefs.join(', ') || 'no evidence'}]`,
  );
  const evidence = view.report.evidence
    .filter(({ ref }) => checked.has(ref))
    .slice(0, MAX_EVIDENCE)
    .map((record) => evidenceText(record.ref, questionOf(record), checked.get(record.ref) as CheckedEvidence));
  return [
    'The task:',
    dataBlock('task title', view.title),
    `Risk: side effect ${view.risk.sideEffect}, ${view.risk.reversibility}, reaches ${view.risk.blastRadius}.`,
    'Criteria:',
    ...view.criteria.map(({ criterionId, text }) => `- ${criterionId}: ${text ?? 'the result does what the task asked for'}`),
    ...view.control.map((text, index) => dataBlock(`applied control ${index + 1}`, text)),
    'The report:',
    dataBlock('candidate report', view.report.markdown.slice(0, MAX_REPORT)),
    'Its claims:',
    dataBlock('claims', claims.join('\n') || 'none'),
    ...evidence,
  ].join('\n');
}

const sameIds = (given: readonly string[], wanted: readonly string[]): boolean =>
  given.length === wanted.length && new Set(given).size === given.length && wanted.every((id) => given.includes(id));

/** The verdict, or what is wrong with the answer. */
function readVerdict(text: string, view: ReviewerView): Verdict | string {
  const parsed = VerdictSchema.safeParse(readJsonAnswer(text)?.value);
  if (!parsed.success) return 'The answer is not the JSON object that was asked for.';
  const { criteria, claims } = parsed.data;
  const complete =
    sameIds(
      criteria.map(({ criterionId }) => criterionId),
      view.criteria.map(({ criterionId }) => criterionId),
    ) &&
    sameIds(
      claims.map(({ claimId }) => claimId),
      view.report.claims.map(({ claimId }) => claimId),
    );
  return complete ? parsed.data : 'Each criterion and each claim has to be named exactly once.';
}

/** A claim stands only on evidence that came out equal; a passed criterion needs at least one such claim. */
function settle(view: ReviewerView, verdict: Verdict, checked: ReadonlyMap<string, CheckedEvidence>) {
  const borneOut = (refs: readonly string[]) => refs.length > 0 && refs.every((ref) => checked.get(ref)?.confirmed === true);
  const claims = view.report.claims.map(({ claimId, evidenceRefs }) => ({
    claimId,
    accepted: borneOut(evidenceRefs) && verdict.claims.some((each) => each.claimId === claimId && each.accepted),
  }));
  const accepted = new Set(claims.filter((claim) => claim.accepted).map(({ claimId }) => claimId));
  const refs = [...new Set(view.report.claims.flatMap((claim) => (accepted.has(claim.claimId) ? claim.evidenceRefs : [])))];
  const criteria = view.criteria.map(({ criterionId }) => {
    const judged = verdict.criteria.find((each) => each.criterionId === criterionId)?.verdict ?? 'failed';
    const settled = judged === 'passed' && refs.length === 0 ? 'needs_evidence' : judged;
    return { criterionId, verdict: settled, evidenceRefs: settled === 'passed' ? refs : [] };
  });
  return { claims, criteria };
}

/** Throws Unavailable REVIEW_UNREADABLE where the model gives no usable verdict, and what the model throws. */
export async function judgeReview(
  view: ReviewerView,
  check: EvidenceCheck,
  model: ChatModel,
  signal: AbortSignal,
): Promise<ReviewVerdict> {
  const cited = new Set(view.report.claims.flatMap(({ evidenceRefs }) => evidenceRefs));
  const checked = new Map<string, CheckedEvidence>();
  for (const record of view.report.evidence) if (cited.has(record.ref)) checked.set(record.ref, await check.check(record));
  const messages: ChatMessage[] = [
    { role: 'system', text: SYSTEM },
    { role: 'user', text: viewText(view, checked) },
  ];
  const responseSchema = { name: 'verdict', schema: verdictSchema(view) };
  let usage = NO_USAGE;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const answer = await model.complete({ messages, responseSchema, maxOutputTokens: MAX_OUTPUT_TOKENS }, signal);
    usage = addUsage(usage, answer.usage);
    const verdict = readVerdict(answer.text, view);
    if (typeof verdict !== 'string') {
      return { ...settle(view, verdict, checked), method: 'judged', model: model.name, reason: verdict.reason, usage };
    }
    messages.push({ role: 'assistant', text: answer.text, toolCalls: [] }, { role: 'user', text: verdict });
  }
  throw new Unavailable(
    'REVIEW_UNREADABLE',
    `${model.name} gave no usable verdict on ${view.taskKey}; the review can be tried again.`,
  );
}
