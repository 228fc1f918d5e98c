// What the planning port, the Orchestrator and the acceptance policy may ask of a plan and its tasks.
import { list, nullable, record, shapes, text, word } from '../../kernel/index.js';
import { blockerAction } from '../events/task-events.js';
import { authorization, contract, evaluationFacts, verdict } from '../records/acceptance.js';
import { personAuthority } from '../records/authority.js';
import { plan, planLimits, revisionCandidate, schedulerPolicy } from '../records/plan.js';

const { id, runId, taskKey, anyDigest, count, natural, time, flag } = shapes;

/** null only from system roles; agents and people say on which sequence of the task they stand. */
const expectedSequence = nullable(natural);

export const planCommandShapes = {
  admit_workflow_plan: record({
    runId,
    operationId: id,
    title: text,
    sourceEventRef: id,
    sourceEventDigest: anyDigest,
    orchestratorAgentDefinitionId: id,
    requesterPrincipalId: id,
    separation: word('strict', 'solo'),
    /** The commit on which the work stands; null without a repository. */
    baseRevision: nullable(id),
    plan,
    schedulerPolicy,
    limits: planLimits,
  }),
  admit_plan_revision: record({
    runId,
    proposalId: id,
    expectedSequence: natural,
    candidate: revisionCandidate,
    limits: planLimits,
  }),
  pin_task_acceptance: record({ runId, taskKey, taskRevision: count, contract }),
  /** facts null: no acceptance policy port is installed. */
  evaluate_task_acceptance: record({ runId, taskKey, taskRevision: count, facts: nullable(evaluationFacts) }),
  block_task: record({
    runId,
    taskKey,
    expectedSequence,
    blockerId: id,
    kind: word('dependency', 'approval', 'capability', 'external', 'human_input'),
    owner: id,
    reason: text,
    deadline: time,
    allowedActions: list(blockerAction),
  }),
  resolve_blocker: record({ runId, taskKey, expectedSequence, blockerId: id }),
  revise_task: record({ runId, taskKey, taskRevision: count, expectedSequence, title: text, reason: text, maxAttempts: count }),
  request_rework: record({ runId, taskKey, taskRevision: count, expectedSequence, reason: text }),
  claim_reviewer_assignment: record({
    runId,
    taskKey,
    assignmentId: id,
    expectedSequence: natural,
    authorizedBy: id,
    authorization,
    /** The claiming person; null for a reviewer agent. */
    person: nullable(personAuthority),
    /** Whether the agent runs the producer's model (null without a model), and whether another reviewer is offered. */
    sameModel: nullable(flag),
    anotherReviewerOffered: flag,
  }),
  submit_reviewer_verdict: record({
    runId,
    taskKey,
    assignmentId: id,
    expectedSequence: natural,
    authorizedBy: id,
    authorization,
    verdict,
  }),
  reassign_reviewer: record({ runId, taskKey, assignmentId: id, expectedSequence }),
} as const;
