// A Run's plain work, told step by step: admission, pins, dispatch, claim, what an Executor says, evaluation.
import type { Actor } from '#domain/kernel';
import { assignmentIdOf, nextDecision } from '#domain/run';
import type { Contract, EvaluationFacts, RunCommand, RunCommandData, RunEvent, TaskState } from '#domain/run';
import { agent, contentHashOf, digestOf, system, textOf } from '../identity.js';
import { aContract, evaluationFactsFor } from './acceptance-builder.js';
import { aPlan, aPolicy, wideLimits } from './plan-builder.js';
import type { PlanSketch, TaskSketch } from './plan-builder.js';
import { StoryGap, ToldRun } from './told-run.js';
import type { Sent } from './told-run.js';

export const REQUESTER = 'sandbox:rita-requester';
export const ROUTE_DIGEST = digestOf('member routes');

export interface AdmissionSketch extends Partial<Omit<PlanSketch, 'tasks'>> {
  readonly change?: Partial<RunCommandData<'admit_workflow_plan'>>;
}

/** What processes and Executors do in a Run where nobody has to decide anything. */
export class WorkStory extends ToldRun {
  admission(tasks: readonly TaskSketch[], sketch: AdmissionSketch = {}): Omit<RunCommandData<'admit_workflow_plan'>, 'runId'> {
    const policy = sketch.policy ?? aPolicy();
    const budget = sketch.budget ? { budget: sketch.budget } : {};
    return {
      operationId: this.operationId,
      title: textOf('title', 'audit this repository'),
      sourceEventRef: 'conversation-event:1',
      sourceEventDigest: contentHashOf('/work audit this repository'),
      orchestratorAgentDefinitionId: 'orchestrator',
      requesterPrincipalId: REQUESTER,
      separation: 'strict',
      baseRevision: 'a'.repeat(40),
      plan: aPlan({ operationId: this.operationId, tasks, policy, ...budget }),
      schedulerPolicy: policy,
      limits: wideLimits,
      ...sketch.change,
    };
  }

  admit(tasks: readonly TaskSketch[], sketch: AdmissionSketch = {}): readonly RunEvent[] {
    return this.do('admit_workflow_plan', system('planning'), this.admission(tasks, sketch));
  }

  pin(key: string, change: Partial<Contract> = {}): readonly RunEvent[] {
    const contract = aContract(this.state, key, change);
    return this.do('pin_task_acceptance', system('acceptance'), {
      taskKey: key,
      taskRevision: this.task(key).revision,
      contract,
    });
  }

  pinAll(change: Partial<Contract> = {}): this {
    for (const index of this.state.open) this.pin((this.state.tasks[index] as TaskState).key, change);
    return this;
  }

  /** Commits what the scheduler decides now. */
  schedule(): readonly RunEvent[] {
    const decision = nextDecision(this.state);
    if (!decision) throw new StoryGap('The scheduler has nothing to decide.');
    const route = decision.type === 'dispatch_task' ? { catalogRevision: 'catalog-revision-1', routeDigest: ROUTE_DIGEST } : null;
    return this.do('commit_scheduler_decision', system('scheduler'), { decision, route });
  }

  claimCommand(key: string, principal = 'alice', change: Sent<'issue_local_assignment'> = {}): RunCommand {
    const task = this.task(key);
    const pending = this.state.dispatches.find((one) => one.decision.taskKey === key);
    const decisionId = change.decisionId ?? pending?.decision.decisionId ?? `scheduler:${'0'.repeat(64)}`;
    const pin = (ref: string) => ({ ref, revision: '1', digest: digestOf(ref) });
    return this.command('issue_local_assignment', system('supply'), {
      operationId: `claim:${decisionId}`,
      decisionId,
      grantId: null,
      taskKey: key,
      taskRevision: task.revision,
      assignmentId: assignmentIdOf(decisionId),
      principalId: `agent:${principal}`,
      role: task.plan.role,
      fence: this.state.lastFence + 1,
      authorityGrant: { grantRef: 'grant:1', expiresAt: this.now + 86_400_000 },
      pins: {
        agentDefinition: pin(`agent-definition:${principal}`),
        contextPolicy: pin('context-policy'),
        capabilitySnapshot: pin('capability-snapshot'),
        policySnapshot: pin('policy-snapshot'),
      },
      workspace: { backend: 'git_worktree', baseRevision: 'a'.repeat(40), scopeDigest: digestOf('scope') },
      routeDigest: ROUTE_DIGEST,
      agentDefinitionId: principal,
      hostId: 'host-1',
      ...change,
    });
  }

  claim(key: string, principal = 'alice', change: Sent<'issue_local_assignment'> = {}): readonly RunEvent[] {
    return this.send(this.claimCommand(key, principal, change));
  }

  /** Who speaks for the newest Assignment of a task, and under which Envelope. */
  spoken(key: string) {
    const { assignmentId, taskRevision, attempt, fence, envelopeDigest } = this.assignment(key);
    return { taskKey: key, taskRevision, assignmentId, attempt, fence, envelopeDigest };
  }

  executorOf(key: string): Actor {
    const { owner, role } = this.assignment(key);
    return agent(owner.slice('agent:'.length), role);
  }

  start(key: string): readonly RunEvent[] {
    return this.do('start_assignment', this.executorOf(key), this.spoken(key));
  }

  observeCommand(
    key: string,
    observation: RunCommandData<'apply_observation'>['observation'],
    change: Sent<'apply_observation'> = {},
  ): RunCommand {
    const observationId = `observation-${this.sent + 1}`;
    return this.command('apply_observation', this.executorOf(key), {
      ...this.spoken(key),
      observationId,
      observation,
      ...change,
    });
  }

  observe(
    key: string,
    observation: RunCommandData<'apply_observation'>['observation'],
    change: Sent<'apply_observation'> = {},
  ): readonly RunEvent[] {
    return this.send(this.observeCommand(key, observation, change));
  }

  heartbeat(key: string): readonly RunEvent[] {
    return this.observe(key, { kind: 'heartbeat' });
  }

  candidateHash(key: string): string {
    return digestOf(`candidate of ${this.assignment(key).assignmentId}`);
  }

  complete(key: string): readonly RunEvent[] {
    const { assignmentId } = this.assignment(key);
    return this.observe(key, {
      kind: 'execution_completed',
      reportRef: `report:${assignmentId.slice(-12)}`,
      reportDigest: digestOf(`report of ${assignmentId}`),
      candidateRef: `candidate:${assignmentId.slice(-12)}`,
      candidateHash: this.candidateHash(key),
    });
  }

  fail(
    key: string,
    change: Partial<{ reasonCode: 'tool_error' | 'capability_missing' | 'workspace_error'; retryable: boolean }> = {},
  ) {
    return this.observe(key, { kind: 'execution_failed', reasonCode: 'tool_error', retryable: true, ...change });
  }

  /** dispatch, claim and start of the task that the scheduler chooses; it must be `key`. */
  run(key: string, principal = 'alice'): this {
    this.schedule();
    this.claim(key, principal);
    this.start(key);
    return this;
  }

  evaluate(key: string, change: Partial<EvaluationFacts> = {}): readonly RunEvent[] {
    const hash = this.task(key).candidate?.candidateHash ?? digestOf('no candidate');
    return this.do('evaluate_task_acceptance', system('acceptance'), {
      taskKey: key,
      taskRevision: this.task(key).revision,
      facts: evaluationFactsFor(hash, change),
    });
  }
}
