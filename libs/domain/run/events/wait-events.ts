// Facts about reviewer waits and the Sponsors' acceptance gates.
import { record, shapes, text, word } from '../../kernel/index.js';
import { authorization, reviewerAssignment, sponsorGate, verdict } from '../records/acceptance.js';

const { id, taskKey, digest, flag } = shapes;

export const sponsorDecision = word('approve', 'reject', 'request_changes', 'cancel');

export const waitEventShapes = {
  'reviewer.assigned': record({ taskKey, reason: text, assignment: reviewerAssignment }),
  'reviewer.claimed': record({ taskKey, assignmentId: id, reviewerPrincipalId: id, authorizedBy: id, authorization }),
  'reviewer.verdict_recorded': record({
    taskKey,
    assignmentId: id,
    reviewerPrincipalId: id,
    authorizedBy: id,
    outcome: word('passed', 'rework'),
    verdict,
    authorization,
  }),
  'reviewer.expired': record({ taskKey, assignmentId: id }),
  'sponsor_gate.opened': record({ taskKey, reason: text, gate: sponsorGate }),
  'sponsor_gate.decided': record({
    taskKey,
    gateId: id,
    sponsorPrincipalId: id,
    authorizedBy: id,
    reason: text,
    candidateHash: digest,
    decision: sponsorDecision,
    authorization,
    soloApproval: flag,
  }),
  'sponsor_gate.expired': record({ taskKey, gateId: id }),
} as const;
