// No acceptance without its route: risk, tier and route are worked out anew here, from the evaluation's own facts, in other words than the Kernel's.
import type { Contract, Evaluation, Risk } from '#domain/run';
import type { Fact } from '../message.js';
import { Books } from './invariant.js';
import type { Invariant } from './invariant.js';

interface Candidate {
  readonly hash: string;
  readonly producer: string;
  contract: Contract | null;
  /** What people said on this very candidate. */
  passed: { reviewer: string; judged: readonly string[] } | null;
  approved: { sponsor: string; solo: boolean } | null;
  /** The evaluation that last asked somebody, and what a later one may not fall below since one of those waits expired. */
  evaluation: Evaluation | null;
  tier: number;
  reviewer: boolean;
  sponsor: boolean;
}

interface Book {
  readonly contracts: Map<string, Contract>;
  readonly owners: Map<string, string>;
  readonly candidates: Map<string, Candidate>;
  requester: string;
  solo: boolean;
}

const TIERS = ['low', 'medium', 'high', 'critical'];

function tierOf(risk: Risk): number {
  const tags = new Set(risk.capabilityTags);
  const values = [risk.sideEffect, risk.reversibility, risk.dataClass, risk.blastRadius, risk.uncertainty];
  if (values.includes('unknown') || values.includes('irreversible') || values.includes('restricted') || tags.has('payment'))
    return 3;
  if (values.includes('external') || tags.has('deploy') || tags.has('send') || tags.has('publish')) return 2;
  const medium = ['local', 'compensatable', 'confidential', 'project', 'organization'];
  return tags.size > 0 || medium.some((value) => (values as string[]).includes(value)) ? 1 : 0;
}

/** Whether every deterministic criterion was checked, passed, and shown where it must be. */
function flaw(contract: Contract, { checks }: Evaluation, hash: string): string | null {
  for (const { criterionId, kind, evidenceRequired } of contract.criteria) {
    const check = checks.find((one) => one.criterionId === criterionId);
    if (!check && kind === 'judgment') continue;
    if (check?.result !== 'passed') return `criterion ${criterionId} is ${check?.result ?? 'not checked'}`;
    if (check.candidateHash !== hash) return `criterion ${criterionId} was checked on another candidate`;
    if (evidenceRequired && check.evidenceRefs.length === 0) return `criterion ${criterionId} has no evidence`;
  }
  return null;
}

function keepFloor(candidate: Candidate | undefined): void {
  const evaluation = candidate?.evaluation;
  if (!candidate || !evaluation) return;
  candidate.tier = Math.max(candidate.tier, TIERS.indexOf(evaluation.tier));
  if (evaluation.route.includes('reviewer')) candidate.reviewer = true;
  if (evaluation.route.includes('sponsor')) candidate.sponsor = true;
}

function demands(contract: Contract, tier: number): { readonly reviewer: boolean; readonly sponsor: boolean } {
  const floor = contract.minimumRoute;
  const judged = contract.criteria.some(({ kind }) => kind === 'judgment');
  return {
    reviewer: tier === 1 || judged || floor.startsWith('reviewer') || (contract.kind === 'effect_intent' && tier === 0),
    sponsor: tier >= 2 || floor.includes('sponsor'),
  };
}

function judge(book: Book, fact: Extract<Fact, { type: 'task.accepted' }>, evaluation: Evaluation | null): string | null {
  const { taskKey, record } = fact.data;
  const candidate = book.candidates.get(taskKey);
  if (!candidate?.contract) return `task ${taskKey} is accepted without a candidate`;
  if (record.candidateHash !== candidate.hash) return `task ${taskKey} is accepted for another candidate`;
  if (!evaluation || evaluation.evaluationId !== record.evaluationId) return `task ${taskKey} is accepted without its evaluation`;
  const wrong = flaw(candidate.contract, evaluation, candidate.hash);
  if (wrong) return `task ${taskKey} is accepted although ${wrong}`;
  const tier = tierOf(evaluation.risk);
  if (TIERS.indexOf(record.tier) < tier) return `task ${taskKey} counts as ${record.tier}, its risk is ${TIERS[tier]}`;
  const needs = demands(candidate.contract, Math.max(tier, candidate.tier));
  const reviewer = needs.reviewer || candidate.reviewer;
  const sponsor = needs.sponsor || candidate.sponsor;
  if (reviewer && !candidate.passed) return `task ${taskKey} is accepted without a passed review`;
  if (sponsor && !candidate.approved) return `task ${taskKey} is accepted without a Sponsor's approval`;
  if (candidate.passed && candidate.passed.reviewer === candidate.producer) return `task ${taskKey} was reviewed by its producer`;
  if (candidate.approved?.sponsor === book.requester && !candidate.approved.solo)
    return `task ${taskKey} was approved by its requester`;
  if (candidate.approved?.solo && !book.solo) return `task ${taskKey} was approved alone although separation is strict`;
  return null;
}

export const acceptedByRoute: Invariant = {
  name: 'no acceptance without its route',
  rule: 'K-336 to K-355, D-45, K-S08, K-S09',
  watch() {
    const books = new Books<Book>(() => ({
      contracts: new Map(),
      owners: new Map(),
      candidates: new Map(),
      requester: '',
      solo: false,
    }));
    return {
      batch({ runId, facts, before, after }) {
        const book = books.of(runId);
        let evaluations = new Map(before.tasks.map((task) => [task.key, task.evaluation]));
        for (const fact of facts) {
          const wrong = read(book, fact, evaluations);
          if (wrong !== null) return wrong;
        }
        evaluations = new Map();
        const unproven = after.tasks.find((task) => task.status === 'accepted' && task.record === null);
        return unproven ? `task ${unproven.key} is accepted without a record` : null;
      },
    };
  },
};

function read(book: Book, fact: Fact, evaluations: Map<string, Evaluation | null>): string | null {
  if (fact.type === 'plan.admitted') {
    book.requester = fact.data.requesterPrincipalId;
    book.solo = fact.data.separation === 'solo';
  } else if (fact.type === 'task.acceptance_pinned') book.contracts.set(fact.data.taskKey, fact.data.contract);
  else if (fact.type === 'assignment.claimed') book.owners.set(fact.data.assignmentId, `${fact.data.owner} ${fact.data.taskKey}`);
  else if (fact.type === 'assignment.execution_completed') complete(book, fact);
  else if (fact.type === 'reviewer.assigned') open(book, fact.data.taskKey, fact.data.assignment.evaluation, evaluations, false);
  else if (fact.type === 'sponsor_gate.opened') open(book, fact.data.taskKey, fact.data.gate.evaluation, evaluations, true);
  else if (fact.type === 'reviewer.expired' || fact.type === 'sponsor_gate.expired')
    keepFloor(book.candidates.get(fact.data.taskKey));
  else if (fact.type === 'task.acceptance_blocked') forget(book.candidates.get(fact.data.taskKey));
  else if (fact.type === 'reviewer.verdict_recorded') verdict(book, fact);
  else if (fact.type === 'sponsor_gate.decided') decided(book, fact);
  else if (fact.type === 'task.accepted') return accepted(book, fact, evaluations);
  return null;
}

/** What people said on the candidate no longer counts. */
function forget(candidate: Candidate | undefined): void {
  if (candidate) Object.assign(candidate, { passed: null, approved: null });
}

function complete(book: Book, { data }: Extract<Fact, { type: 'assignment.execution_completed' }>): void {
  const [producer = '', taskKey = ''] = (book.owners.get(data.assignmentId) ?? '').split(' ');
  const contract = book.contracts.get(taskKey) ?? null;
  const hash = data.candidateHash;
  book.candidates.set(taskKey, {
    hash,
    producer,
    contract,
    passed: null,
    approved: null,
    evaluation: null,
    tier: 0,
    reviewer: false,
    sponsor: false,
  });
}

function open(
  book: Book,
  taskKey: string,
  evaluation: Evaluation,
  evaluations: Map<string, Evaluation | null>,
  gate: boolean,
): void {
  evaluations.set(taskKey, evaluation);
  const candidate = book.candidates.get(taskKey);
  if (!candidate) return;
  candidate.evaluation = evaluation;
  candidate.approved = null;
  if (!gate) candidate.passed = null;
}

function verdict(book: Book, { data }: Extract<Fact, { type: 'reviewer.verdict_recorded' }>): void {
  const candidate = book.candidates.get(data.taskKey);
  if (!candidate || data.outcome !== 'passed') return;
  const judged = data.verdict.criteria.filter((one) => one.verdict === 'passed' && one.evidenceRefs.length > 0);
  const all = candidate.contract?.criteria.every(({ criterionId }) => judged.some((one) => one.criterionId === criterionId));
  candidate.passed = all ? { reviewer: data.reviewerPrincipalId, judged: judged.map((one) => one.criterionId) } : null;
}

function decided(book: Book, { data }: Extract<Fact, { type: 'sponsor_gate.decided' }>): void {
  const candidate = book.candidates.get(data.taskKey);
  if (!candidate || data.decision !== 'approve' || data.candidateHash !== candidate.hash) return;
  candidate.approved = { sponsor: data.sponsorPrincipalId, solo: data.soloApproval };
}

function accepted(
  book: Book,
  fact: Extract<Fact, { type: 'task.accepted' }>,
  evaluations: Map<string, Evaluation | null>,
): string | null {
  const { taskKey, record } = fact.data;
  const known = evaluations.get(taskKey) ?? null;
  if (known?.evaluationId === record.evaluationId) return judge(book, fact, known);
  return autoAccepted(book, fact);
}

/** Nobody was asked: the evaluation is in no fact but the record, which must be the weakest possible. */
function autoAccepted(book: Book, fact: Extract<Fact, { type: 'task.accepted' }>): string | null {
  const { taskKey, record } = fact.data;
  const candidate = book.candidates.get(taskKey);
  if (!candidate?.contract || candidate.hash !== record.candidateHash) return `task ${taskKey} is accepted for another candidate`;
  const needs = demands(candidate.contract, Math.max(candidate.tier, TIERS.indexOf(record.tier)));
  const asked = needs.reviewer || needs.sponsor || candidate.reviewer || candidate.sponsor;
  if (record.route !== 'auto_accept' || asked) return `task ${taskKey} is accepted by nobody although somebody had to be asked`;
  const unchecked = candidate.contract.criteria.find(({ criterionId }) => !record.checkIds.includes(criterionId));
  return unchecked ? `task ${taskKey} is accepted although ${unchecked.criterionId} was not checked` : null;
}
