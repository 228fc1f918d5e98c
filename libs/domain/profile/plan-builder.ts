// WorkflowPlanBuilder: an untrusted candidate and trusted inputs give a plan in its trusted form, or the complete list of violations. Pure.
import { Rejection, compareIds, type PayloadReference } from '#domain/kernel';
import { planDigest } from '#domain/run';
import type { Candidate, CandidateTask } from './candidate.js';
import type { ApprovalGate, ExecutionRole, Lane, Plan, PlanAuthority, PlanLimits, PlanTask, SchedulerPolicy } from '#domain/run';
import { violationsOf, waitGraph, type RuleInputs } from './plan-rules.js';
import type { PlanningPolicy } from './planning-policy.js';
import { topologicalOrder } from './task-graph.js';
import type { Violation } from './violation.js';

/** Everything that never comes from the model. */
export interface PlanInputs extends RuleInputs {
  readonly operationId: string;
  readonly projectId: string;
  /** Digest of the source conversation event. */
  readonly parameterDigest: string;
  readonly project: { readonly catalogRevision: string; readonly digest: string };
  readonly orchestrator: { readonly agentDefinitionId: string; readonly authorityDigest: string };
  /** The lane that the request asks for, null for none; only a Sponsor gets it. */
  readonly requestedLane: Lane | null;
  readonly requesterIsSponsor: boolean;
  /** Epoch milliseconds; becomes enqueuedAt of every task. */
  readonly now: number;
}

/** A plan whose titles still are text: intake registers them in the vault, then `sealPlan` makes the plan. */
export interface PlanDraft {
  readonly plan: Omit<Plan, 'tasks' | 'digest'> & { readonly tasks: readonly Omit<PlanTask, 'title'>[] };
  /** Pinned beside the plan at admission. */
  readonly schedulerPolicy: SchedulerPolicy;
  /** What the Kernel checks the plan against once more. */
  readonly limits: PlanLimits;
  /** By task key. */
  readonly titles: Readonly<Record<string, string>>;
  /** The requester asked for a lane that only a Sponsor gets. */
  readonly laneRefused: boolean;
}

export type BuildResult = { readonly draft: PlanDraft } | { readonly violations: readonly Violation[] };

export function buildPlan(candidate: Candidate, inputs: PlanInputs): BuildResult {
  const violations = violationsOf(candidate, inputs);
  if (violations.length > 0) return { violations };
  const { policy, profile, requestedLane, requesterIsSponsor } = inputs;
  const lane = requestedLane !== null && requesterIsSponsor ? requestedLane : policy.lane;
  const names = inputs.origin === 'model' ? renamed(candidate) : new Map(candidate.tasks.map(({ key }) => [key, key]));
  const name = (key: string): string => names.get(key) ?? key;
  const tasks = candidate.tasks
    .map((task) => planTask(task, name, lane, inputs))
    .toSorted((one, other) => compareIds(one.key, other.key));
  const authority: PlanAuthority = {
    projectRevision: inputs.project.catalogRevision,
    projectDigest: inputs.project.digest,
    profileRevisionId: profile.profileRevisionId,
    profileDigest: profile.digest,
    planningPolicyRevisionId: policy.policyRevisionId,
    planningPolicyDigest: policy.digest,
    orchestratorAgentDefinitionId: inputs.orchestrator.agentDefinitionId,
    orchestratorAuthorityDigest: inputs.orchestrator.authorityDigest,
  };
  const { maxTasks, maxTotalAttempts, maxCostMicros, schedulerPolicy } = policy;
  const { policyRef, revision, pinnedAtSequence } = schedulerPolicy;
  return {
    draft: {
      plan: {
        version: 1,
        proposalId: inputs.operationId,
        projectId: inputs.projectId,
        strategy: inputs.strategy,
        parameterDigest: inputs.parameterDigest,
        authority,
        budget: { maxTasks, maxTotalAttempts, maxCostMicros },
        schedulerPolicy: { policyRef, revision, pinnedAtSequence, digest: schedulerPolicy.digest },
        tasks,
      },
      schedulerPolicy,
      limits: planLimits(inputs),
      titles: Object.fromEntries(candidate.tasks.map(({ key, title }) => [name(key), title])),
      laneRefused: requestedLane !== null && requestedLane !== lane,
    },
  };
}

const planLimits = ({ policy, profile, agents }: PlanInputs): PlanLimits => ({
  maxAttemptsPerTask: policy.maxAttemptsPerTask,
  allowOptionalTasks: policy.allowOptionalTasks,
  approvalRequiredAuthorities: policy.approvalRequiredAuthorities,
  ceiling: {
    tools: profile.tools.map(({ id }) => id),
    skills: profile.skills.map(({ id }) => id),
    integrations: profile.integrations,
    authorities: profile.authorities,
  },
  agents: agents.map(({ agent, roles, ceiling }) => ({ agentDefinitionId: agent, roles, capabilities: ceiling })),
});

/** Ids cannot carry prose into the Journal: a model's keys become t1 … tn, each after what it depends on. */
function renamed({ tasks }: Candidate): ReadonlyMap<string, string> {
  const order = topologicalOrder(
    tasks.map(({ key }) => key),
    waitGraph(tasks),
  );
  return new Map(order.map((key, index) => [key, `t${index + 1}`]));
}

function planTask(
  task: CandidateTask,
  name: (key: string) => string,
  sponsorLane: Lane,
  { policy, now }: PlanInputs,
): Omit<PlanTask, 'title'> {
  const key = name(task.key);
  const forced = task.requires.authorities.some((authority) => policy.approvalRequiredAuthorities.includes(authority));
  const sorted = (names: readonly string[]): readonly string[] => names.toSorted(compareIds);
  const { tools, skills, integrations, authorities } = task.requires;
  return {
    key,
    role: task.role as ExecutionRole,
    required: task.required,
    maxAttempts: task.maxAttempts,
    maxRevisions: policy.maxRevisions,
    dependsOn: sorted(task.dependsOn.map(name)),
    requires: {
      tools: sorted(tools),
      skills: sorted(skills),
      integrations: sorted(integrations),
      authorities: sorted(authorities),
    },
    distinctFrom: task.distinctFrom === null ? null : name(task.distinctFrom),
    scheduler: {
      sponsorLane,
      localRank: task.localRank,
      enqueuedAt: now,
      deadline: now + policy.taskDeadlineMs,
      preemptibility: policy.preemptibility,
    },
    ...(forced || task.approval === 'sponsor_required' ? { approvalGate: approvalGate(key, policy, now) } : {}),
  };
}

const approvalGate = (taskKey: string, policy: PlanningPolicy, now: number): ApprovalGate => ({
  id: `approval:${taskKey}`,
  kind: 'sponsor',
  owner: policy.sponsorGate.owner,
  decisionTimeoutMs: policy.sponsorGate.decisionTimeoutMs,
  deadline: now + policy.sponsorGate.decisionTimeoutMs,
  policyRevisionId: policy.policyRevisionId,
  policyDigest: policy.digest,
  allowedActions: ['approve', 'reject', 'replan', 'cancel'],
});

/** Puts the registered titles in and closes the plan with its digest, which counts them by their contentHash. */
export function sealPlan({ plan }: PlanDraft, titles: Readonly<Record<string, PayloadReference>>): Plan {
  const body = {
    ...plan,
    tasks: plan.tasks.map((task): PlanTask => {
      const title = titles[task.key];
      if (!title)
        throw new Rejection('PAYLOAD_AUTHORITY_UNAVAILABLE', `The title of task ${task.key} is not registered in the vault.`);
      return { ...task, title };
    }),
  };
  return { ...body, digest: planDigest({ ...body, digest: '' }) };
}
