// A Run told step by step: each step builds the command that a well-behaved sender would send, decides it and folds the facts.
import type { Actor, CommandMeta } from '#domain/kernel';
import { checkShape, Rejection, runIdOf } from '#domain/kernel';
import { assignmentIdOf, initialRun, nextDecision, planDiff, plannedTasks, RUN_EVENTS, runDecider } from '#domain/run';
import type {
  AssignmentState,
  Contract,
  EvaluationFacts,
  PersonAuthority,
  PlanTask,
  RecordedRunEvent,
  RevisionCandidate,
  RunCommand,
  RunCommandData,
  RunCommandType,
  RunEvent,
  RunState,
  TaskState,
  Verdict,
} from '#domain/run';
import { deepFreeze, fixedHash, WHOLE_SENTENCE } from '../decider-specification.js';
import { agent, contentHashOf, digestOf, metaOf, person, system, textOf } from '../identity.js';
import { aContract, aVerdict, evaluationFactsFor } from './acceptance-builder.js';
import { aPlan, aPolicy, PROJECT, sealPlan, T0, wideLimits } from './plan-builder.js';
import type { PlanSketch, TaskSketch } from './plan-builder.js';

export const REQUESTER = 'sandbox:rita-requester';
export const ROUTE_DIGEST = digestOf('member routes');

export interface AdmissionSketch extends Partial<Omit<PlanSketch, 'tasks'>> {
  readonly change?: Partial<RunCommandData<'admit_workflow_plan'>>;
}

type Sent<Type extends RunCommandType> = Partial<RunCommandData<Type>>;

export const sponsorAuthority = (principalId: string, change: Partial<PersonAuthority> = {}): PersonAuthority => ({
  principalId,
  linkedPrincipalIds: [principalId],
  isSponsor: true,
  sponsorCount: 2,
  agentHeld: false,
  projectActive: true,
  catalogRevision: 'catalog-revision-1',
  projectDigest: digestOf('project'),
  authorizationRef: `project-sponsors:${PROJECT}`,
  ...change,
});

/** The step has nothing to stand on: the story did not get that far. */
export class StoryGap extends Error {}

export class RunStory {
  state: RunState = deepFreeze(initialRun);
  facts: RecordedRunEvent[] = [];
  now = T0;
  sponsor: Actor = person('sam');
  private sent = 0;

  constructor(readonly operationId = 'operation-1') {}

  static admitted(tasks: readonly TaskSketch[], sketch: AdmissionSketch = {}): RunStory {
    const story = new RunStory(sketch.operationId);
    story.admit(tasks, sketch);
    return story;
  }

  get runId(): string {
    return runIdOf(this.operationId);
  }

  meta(actor: Actor, projectId: string | null = PROJECT): CommandMeta {
    this.sent += 1;
    return metaOf(actor, projectId, this.sent);
  }

  command<Type extends RunCommandType>(type: Type, actor: Actor, data: Omit<RunCommandData<Type>, 'runId'>): RunCommand {
    return { type, data: { runId: this.runId, ...data }, meta: this.meta(actor) } as unknown as RunCommand;
  }

  /** Admits, decides and folds; throws the Rejection of a refusal. */
  send(command: RunCommand): readonly RunEvent[] {
    runDecider.admit(this.state, deepFreeze(command));
    const facts = this.decide(command);
    for (const fact of facts) {
      checkShape(RUN_EVENTS[fact.type], fact.data, fact.type);
      this.fold({ ...fact, at: this.now } as RecordedRunEvent);
    }
    return facts;
  }

  /** Decides only: nothing is admitted, nothing folded. */
  decide(command: RunCommand): readonly RunEvent[] {
    const { sequence } = this.state;
    const head = { revision: sequence, hash: fixedHash(sequence) };
    return runDecider.decide(this.state, deepFreeze(command), { now: this.now, head });
  }

  fold(fact: RecordedRunEvent): void {
    this.facts.push(deepFreeze(fact));
    this.state = deepFreeze(runDecider.evolve(this.state, fact));
  }

  do<Type extends RunCommandType>(type: Type, actor: Actor, data: Omit<RunCommandData<Type>, 'runId'>): readonly RunEvent[] {
    return this.send(this.command(type, actor, data));
  }

  task(key: string): TaskState {
    const task = this.state.tasks[this.state.taskIndex[key] ?? -1];
    if (!task) throw new StoryGap(`The story has no task ${key}.`);
    return task;
  }

  assignment(key: string): AssignmentState {
    const task = this.task(key);
    const found = this.state.assignments.find((one) => one.taskKey === key) ?? task.pastAssignments.at(-1);
    if (!found) throw new StoryGap(`Task ${key} has no Assignment yet.`);
    return found;
  }

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

  /** A revision of the plan in force: `change` turns its tasks into the proposed ones; every declared value is true. */
  revision(
    change: (tasks: readonly PlanTask[]) => readonly PlanTask[],
    twist: Partial<RevisionCandidate> = {},
  ): Omit<RunCommandData<'admit_plan_revision'>, 'runId'> {
    const { plan } = this.state;
    if (!plan) throw new StoryGap('The story has no plan yet.');
    const inForce = plannedTasks(this.state);
    const proposalId = `proposal-${this.sent + 1}`;
    const { digest: _digest, ...header } = plan.header;
    const tasks = change(inForce).toSorted((one, other) => (one.key < other.key ? -1 : 1));
    const proposed = sealPlan({ ...header, proposalId, tasks });
    return {
      proposalId,
      expectedSequence: this.state.sequence,
      limits: wideLimits,
      candidate: {
        version: 1,
        plan: proposed,
        baseRevision: plan.revision,
        baseDigest: plan.header.digest,
        baseTaskRevisions: inForce.map(({ key }) => ({ taskKey: key, revision: this.task(key).revision })),
        provenance: { principalId: 'agent:orchestrator', sourceRef: 'conversation-event:2', sourceDigest: null },
        reason: textOf('reason', 'the plan changed'),
        diff: planDiff(inForce, proposed),
        ...twist,
      },
    };
  }

  revise(
    change: (tasks: readonly PlanTask[]) => readonly PlanTask[],
    twist: Partial<RevisionCandidate> = {},
    more: Sent<'admit_plan_revision'> = {},
  ): readonly RunEvent[] {
    return this.do('admit_plan_revision', system('planning'), { ...this.revision(change, twist), ...more });
  }

  proof(action: string, actor: Actor, taskKey: string, targetId: string, expectedSequence: number) {
    return {
      action,
      role: actor.role,
      principalId: actor.principalId,
      projectId: PROJECT,
      runId: this.runId,
      taskKey,
      targetId,
      expectedSequence,
      catalogRevision: 'catalog-revision-1',
      proofDigest: digestOf(`${action} ${targetId}`),
    };
  }

  claimReview(key: string, reviewer: Actor = agent('rob', 'reviewer'), change: Sent<'claim_reviewer_assignment'> = {}) {
    const assignmentId = change.assignmentId ?? this.task(key).review?.assignmentId ?? 'review:none:1';
    const { sequence } = this.state;
    return this.do('claim_reviewer_assignment', reviewer, {
      taskKey: key,
      assignmentId,
      expectedSequence: sequence,
      authorizedBy: 'catalog-member:rob',
      authorization: this.proof('claim_review', reviewer, key, assignmentId, sequence),
      person: reviewer.role === 'sponsor' ? sponsorAuthority(reviewer.principalId) : null,
      sameModel: null,
      anotherReviewerOffered: false,
      ...change,
    });
  }

  judge(key: string, change: Partial<Verdict> = {}, reviewer: Actor = agent('rob', 'reviewer')): readonly RunEvent[] {
    const { review, contract } = this.task(key);
    const assignmentId = review?.assignmentId ?? 'review:none:1';
    const { sequence } = this.state;
    return this.do('submit_reviewer_verdict', reviewer, {
      taskKey: key,
      assignmentId,
      expectedSequence: sequence,
      authorizedBy: 'catalog-member:rob',
      authorization: this.proof('submit_verdict', reviewer, key, assignmentId, sequence),
      verdict: aVerdict(contract ?? aContract(this.state, key), ['claim-1'], change),
    });
  }

  gate(action: string, key: string, gateId: string, by: Actor = this.sponsor, authority: Partial<PersonAuthority> = {}) {
    const { sequence } = this.state;
    return {
      operationId: `gate-operation-${this.sent + 1}`,
      expectedSequence: sequence,
      taskKey: key,
      taskRevision: this.task(key).revision,
      gateId,
      authority: sponsorAuthority(by.principalId, authority),
      authorization: this.proof(action, by, key, gateId, sequence),
    };
  }

  decideGate(
    key: string,
    decision: RunCommandData<'decide_sponsor_gate'>['decision'],
    by: Actor = this.sponsor,
    authority: Partial<PersonAuthority> = {},
    change: Sent<'decide_sponsor_gate'> = {},
  ): readonly RunEvent[] {
    const { gate } = this.task(key);
    const said = this.gate(decision, key, gate?.gateId ?? 'sponsor:none:1', by, authority);
    const candidateHash = gate?.candidateHash ?? digestOf('no candidate');
    return this.do('decide_sponsor_gate', by, { ...said, candidateHash, decision, reason: null, ...change });
  }

  decidePlanGate(
    key: string,
    decision: RunCommandData<'decide_plan_gate'>['decision'],
    by: Actor = this.sponsor,
    authority: Partial<PersonAuthority> = {},
    change: Sent<'decide_plan_gate'> = {},
  ): readonly RunEvent[] {
    const said = this.gate(decision, key, `approval:${key}`, by, authority);
    return this.do('decide_plan_gate', by, { ...said, decision, reasonDigest: null, ...change });
  }

  control() {
    return {
      operationId: `control-operation-${this.sent + 1}`,
      expectedSequence: this.state.sequence,
      authority: sponsorAuthority(this.sponsor.principalId),
    };
  }

  cancel(change: Sent<'cancel_run'> = {}): readonly RunEvent[] {
    const controlDeadline = this.now + 30_000;
    return this.do('cancel_run', this.sponsor, { ...this.control(), reasonCode: 'operator_request', controlDeadline, ...change });
  }

  pause(): readonly RunEvent[] {
    return this.do('pause_run', this.sponsor, { ...this.control(), reasonCode: 'operator_request' });
  }

  resume(): readonly RunEvent[] {
    return this.do('resume_run', this.sponsor, { ...this.control(), reasonCode: 'operator_request' });
  }

  replan(): readonly RunEvent[] {
    return this.do('request_replan', this.sponsor, { ...this.control(), reasonCode: 'operator_request' });
  }

  /** Time passes, and the clock comes by. */
  tick(ms: number): readonly RunEvent[] {
    this.now += ms;
    return this.do('advance_clock', system('clock'), {});
  }
}

/** The code of the refusal; a step that is not refused, or refused without a sentence, fails the spec. */
export function refusalOf(step: () => readonly RunEvent[]): string {
  try {
    const facts = step();
    throw new Error(`not refused; facts: ${facts.map((fact) => fact.type).join(', ')}`);
  } catch (error) {
    if (error instanceof Rejection) {
      expect(error.message).toMatch(WHOLE_SENTENCE);
      return error.code;
    }
    throw error;
  }
}

export const typesOf = (facts: readonly RunEvent[]): readonly string[] => facts.map((fact) => fact.type);
