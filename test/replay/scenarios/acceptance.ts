// Evaluations, reviews and acceptance gates, and how they end.
import { person, system } from '#testing';
import { claimsCriterion, evaluationFactsFor, judgmentCriterion, MINUTE } from '#testing/run';
import { evaluated, failedCheck, finish, running } from './scenario.js';
import type { Scenario } from './scenario.js';

const rework: Scenario = (recorder) => {
  const story = running(recorder);
  story.complete('a');
  story.evaluate('a', { checks: [] });
  story.evaluate('a', failedCheck(story, 'a'));
  finish(story, 'a', 'bob');
};

const reworkExhausted: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'a', maxRevisions: 2 }]);
  story.complete('a');
  story.evaluate('a', failedCheck(story, 'a'));
  story.pin('a');
  story.run('a');
  story.complete('a');
  story.evaluate('a', failedCheck(story, 'a'));
};

const judged = { criteria: [claimsCriterion, judgmentCriterion] };

const review: Scenario = (recorder) => {
  const story = evaluated(recorder, judged);
  const { assignmentId = '' } = story.task('a').review ?? {};
  story.do('reassign_reviewer', system('acceptance'), { taskKey: 'a', assignmentId, expectedSequence: null });
  story.claimReview('a');
  story.judge('a');
};

const reviewExpired: Scenario = (recorder) => {
  const story = evaluated(recorder, judged);
  story.tick(15 * MINUTE);
  const { assignmentId = '' } = story.task('a').review ?? {};
  story.do('reassign_reviewer', system('acceptance'), { taskKey: 'a', assignmentId, expectedSequence: null });
  story.claimReview('a', person('sam'));
  const criteria = judged.criteria.map(({ criterionId }) => ({ criterionId, verdict: 'failed' as const, evidenceRefs: [] }));
  story.judge('a', { criteria }, person('sam'));
};

const gated = { minimumRoute: 'sponsor_required' } as const;

const gate: Scenario = (recorder) => {
  const story = evaluated(recorder, gated);
  story.decideGate('a', 'request_changes');
  story.pin('a', { minimumRoute: 'reviewer_then_sponsor' });
  story.run('a', 'bob');
  story.complete('a');
  story.evaluate('a');
  story.claimReview('a');
  story.judge('a', { claims: [{ claimId: 'claim-1', accepted: false }] });
  story.decideGate('a', 'approve');
};

const gateExpired: Scenario = (recorder) => {
  const story = evaluated(recorder, gated);
  story.tick(15 * MINUTE);
  const { gateId = '', candidateHash = '' } = story.task('a').gate ?? {};
  const said = story.gate('reopen', 'a', gateId);
  story.do('reopen_sponsor_gate', story.sponsor, { ...said, candidateHash, facts: evaluationFactsFor(candidateHash) });
  story.decideGate('a', 'cancel');
};

const soloApproval: Scenario = (recorder) => {
  const story = running(recorder, [{ key: 'a' }], { change: { separation: 'solo' } }, gated);
  story.complete('a');
  story.evaluate('a');
  story.decideGate('a', 'approve', person('rita-requester'), { sponsorCount: 1 });
};

export const ACCEPTANCE: Readonly<Record<string, Scenario>> = {
  rework,
  'rework-exhausted': reworkExhausted,
  review,
  'review-expired': reviewExpired,
  'acceptance-gate': gate,
  'acceptance-gate-expired': gateExpired,
  'solo-approval': soloApproval,
};
