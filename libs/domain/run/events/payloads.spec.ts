// What each fact of a Run holds: exactly these keys, `name?` optional, `*name` a text that lies in the vault.
import { runEventCatalogue } from '../index.js';
import type { RunEventType } from '../index.js';

function holds(type: RunEventType, said: string): void {
  const { keys, text } = runEventCatalogue[type];
  const expected = said.split(' ');
  const texts = expected.filter((key) => key.startsWith('*')).map((key) => key.slice(1));
  expect(keys.toSorted()).toStrictEqual(expected.map((key) => key.replace('*', '')).toSorted());
  expect(text.filter((path) => !path.includes('.')).toSorted()).toStrictEqual(texts.toSorted());
}

describe('the payload of', () => {
  it('[K-061] run.created', () => holds('run.created', 'projectId *title'));
  it('[K-062] run.control_decided', () =>
    holds(
      'run.control_decided',
      'operationId action reasonCode expectedSequence principalId requestDigest catalogRevision projectDigest authorizationRef stateSequence stateStatus stateDigest',
    ));
  it('[K-063] run.replan_requested', () =>
    holds('run.replan_requested', 'operationId reasonCode requestDigest taskKey? gateId?'));
  it('[K-064] run.cancel_requested', () => holds('run.cancel_requested', '*reason'));
  it('[K-065] run.cancelled', () => holds('run.cancelled', '*reason'));
  it('[K-066] run.paused', () => holds('run.paused', 'operationId reasonCode requestDigest'));
  it('[K-067] run.resumed', () => holds('run.resumed', 'operationId reasonCode requestDigest'));
  it('[K-068] run.replan_overdue', () => holds('run.replan_overdue', 'operationId owner deadline'));
  it('[K-069] run.source_noted', () =>
    holds('run.source_noted', 'proposalId sourceEventRef sourceEventDigest change policy disposition'));
  it('[K-070] plan.admitted', () =>
    holds(
      'plan.admitted',
      'operationId sourceEventRef sourceEventDigest orchestratorAgentDefinitionId plan schedulerPolicy requesterPrincipalId separation baseRevision',
    ));
  it('[K-071] plan.revision_applied', () => holds('plan.revision_applied', 'candidate planRevision recomputedDiffDigest'));
  it('[K-072] plan_gate.decided', () =>
    holds(
      'plan_gate.decided',
      'operationId requestDigest taskKey taskRevision gateId planDigest policyRevisionId policyDigest decision sponsorPrincipalId authorizedBy reasonDigest soloApproval',
    ));
  it('[K-073] plan_gate.expired', () => holds('plan_gate.expired', 'taskKey taskRevision gateId owner deadline'));
  it('[K-074] plan_gate.reopened', () =>
    holds(
      'plan_gate.reopened',
      'operationId requestDigest taskKey taskRevision gateId deadline cause sponsorPrincipalId? authorizedBy?',
    ));
  it('[K-075] task.planned', () =>
    holds(
      'task.planned',
      'taskKey *title required maxAttempts maxRevisions role dependsOn distinctFrom requires sponsorLane localRank deadline enqueuedAt preemptibility approvalGate?',
    ));
  it('[K-076] task.plan_revised', () =>
    holds(
      'task.plan_revised',
      'taskKey *title required maxAttempts maxRevisions role dependsOn distinctFrom requires sponsorLane localRank deadline enqueuedAt preemptibility approvalGate? expectedTaskRevision newTaskRevision *reason',
    ));
  it('[K-077] task.blocked', () => holds('task.blocked', 'taskKey blockerId kind owner *reason deadline allowedActions?'));
  it('[K-078] task.blocker_resolved', () => holds('task.blocker_resolved', 'taskKey blockerId'));
  it('[K-079] task.blocker_expired', () => holds('task.blocker_expired', 'taskKey taskRevision blockerId kind owner deadline'));
  it('[K-080] task.deadline_missed', () => holds('task.deadline_missed', 'taskKey taskRevision deadline status'));
  it('[K-081] task.cancel_requested', () => holds('task.cancel_requested', 'taskKey *reason'));
  it('[K-082] task.cancelled', () => holds('task.cancelled', 'taskKey *reason'));
  it('[K-083] task.failed', () => holds('task.failed', 'taskKey *reason reasonCode'));
  it('[K-084] task.revised', () => holds('task.revised', 'taskKey *title *reason maxAttempts'));
  it('[K-085] task.rework_requested', () => holds('task.rework_requested', 'taskKey *reason evaluation?'));
  it('[K-086] task.acceptance_pinned', () => holds('task.acceptance_pinned', 'taskKey contract'));
  it('[K-087] task.acceptance_blocked', () => holds('task.acceptance_blocked', 'taskKey reportRef *reason evaluation'));
  it('[K-088] task.accepted', () => holds('task.accepted', 'taskKey reportRef record'));
  it('[K-089] reviewer.assigned', () => holds('reviewer.assigned', 'taskKey *reason assignment'));
  it('[K-090] reviewer.claimed', () =>
    holds('reviewer.claimed', 'taskKey assignmentId reviewerPrincipalId authorizedBy authorization'));
  it('[K-091] reviewer.verdict_recorded', () =>
    holds('reviewer.verdict_recorded', 'taskKey assignmentId reviewerPrincipalId authorizedBy outcome verdict authorization'));
  it('[K-092] reviewer.expired', () => holds('reviewer.expired', 'taskKey assignmentId'));
  it('[K-093] sponsor_gate.opened', () => holds('sponsor_gate.opened', 'taskKey *reason gate'));
  it('[K-094] sponsor_gate.decided', () =>
    holds(
      'sponsor_gate.decided',
      'taskKey gateId sponsorPrincipalId authorizedBy *reason candidateHash decision authorization soloApproval',
    ));
  it('[K-095] sponsor_gate.expired', () => holds('sponsor_gate.expired', 'taskKey gateId'));
  it('[K-096] assignment.claimed', () =>
    holds(
      'assignment.claimed',
      'taskKey assignmentId owner role taskRevision attempt assignmentRevision fence envelopeDigest leaseExpiresAt',
    ));
  it('[K-097] assignment.started', () => holds('assignment.started', 'assignmentId'));
  it('[K-098] assignment.progress', () =>
    holds('assignment.progress', 'assignmentId observationId observationDigest envelopeDigest progress'));
  it('[K-099] assignment.heartbeat', () =>
    holds('assignment.heartbeat', 'assignmentId observationId observationDigest envelopeDigest leaseExpiresAt'));
  it('[K-100] assignment.checkpointed', () =>
    holds(
      'assignment.checkpointed',
      'assignmentId observationId observationDigest envelopeDigest checkpointRef checkpointDigest',
    ));
  it('[K-101] assignment.checkpoint_requested', () =>
    holds(
      'assignment.checkpoint_requested',
      'decisionId assignmentId envelopeDigest reservedTaskKey requestedAt deadline takeoverFence owner allowedSuccessors',
    ));
  it('[K-102] assignment.preempted', () =>
    holds('assignment.preempted', 'decisionId assignmentId checkpointRef checkpointDigest outcome'));
  it('[K-103] assignment.execution_completed', () =>
    holds(
      'assignment.execution_completed',
      'assignmentId observationId observationDigest envelopeDigest reportRef reportDigest candidateRef candidateHash completionReceiptDigest?',
    ));
  it('[K-104] assignment.execution_failed', () =>
    holds(
      'assignment.execution_failed',
      'assignmentId observationId observationDigest envelopeDigest reasonCode retryable reportRef?',
    ));
  it('[K-105] assignment.cancel_requested', () => holds('assignment.cancel_requested', 'assignmentId controlDeadline'));
  it('[K-106] assignment.cancelled', () => holds('assignment.cancelled', 'assignmentId outcome'));
  it('[K-107] assignment.lease_expired', () => holds('assignment.lease_expired', 'assignmentId'));
  it('[K-108] assignment.lease_released', () =>
    holds('assignment.lease_released', 'assignmentId operationId requestDigest principalId reasonDigest fence minimumNextFence'));
  it('[K-109] scheduler.dispatch_requested', () =>
    holds(
      'scheduler.dispatch_requested',
      'version type decisionId digest projectId runId expectedSequence taskKey taskRevision role sponsorLane reason policy catalogRevision routeDigest',
    ));
  it('[K-110] scheduler.dispatch_withdrawn', () =>
    holds('scheduler.dispatch_withdrawn', 'decisionId taskKey taskRevision reason withdrawnAt'));
  it('[K-111] scheduler.priority_changed', () =>
    holds(
      'scheduler.priority_changed',
      'version type proposalId digest projectId runId taskKey taskRevision expectedSequence currentLane requestedLane localRank principalId authority authorityRef deadline owner allowedSuccessors authorizedBy',
    ));
  it('[K-112] scheduler.preemption_requested', () =>
    holds(
      'scheduler.preemption_requested',
      'version type decisionId digest projectId runId expectedSequence victimTaskKey victimTaskRevision reservedTaskKey reservedTaskRevision assignmentId assignmentAttempt assignmentFence assignmentEnvelopeDigest owner requestedAt deadline takeoverFence reason allowedSuccessors policy',
    ));
  it('[K-113] scheduler.preemption_checkpoint_acknowledged', () =>
    holds(
      'scheduler.preemption_checkpoint_acknowledged',
      'decisionId assignmentId envelopeDigest observationId observationDigest checkpointRef checkpointDigest assignmentAttempt assignmentFence takeoverFence',
    ));
  it('[K-114] scheduler.preemption_timed_out', () =>
    holds(
      'scheduler.preemption_timed_out',
      'decisionId assignmentId reservedTaskKey blockerId owner deadline allowedSuccessors *reason',
    ));
  it('[K-115] scheduler.reservation_released', () =>
    holds('scheduler.reservation_released', 'decisionId reservedTaskKey reservedTaskRevision reason'));
  it('[K-116] local_execution.requested', () =>
    holds('local_execution.requested', 'operationId requestDigest agentDefinitionId issuedAt envelope hostId'));
  it('[K-117] remote_dispatch.requested', () =>
    holds('remote_dispatch.requested', 'operationId requestDigest issuedAt reconcileDeadline envelope dispatchItem'));
  it('[K-118] clock.advanced', () => holds('clock.advanced', 'now'));
});
