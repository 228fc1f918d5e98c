// A Run told step by step: each step builds the command that a well-behaved sender would send, decides it and folds the facts.
import type { Actor } from '#domain/kernel';
import { planDiff, plannedTasks } from '#domain/run';
import type { PersonAuthority, PlanTask, RevisionCandidate, RunCommandData, RunEvent, Verdict } from '#domain/run';
import { agent, digestOf, person, system, textOf } from '../identity.js';
import { aContract, aVerdict } from './acceptance-builder.js';
import { PROJECT, sealPlan, wideLimits } from './plan-builder.js';
import type { TaskSketch } from './plan-builder.js';
import { StoryGap } from './told-run.js';
import type { Sent } from './told-run.js';
import { WorkStory } from './work-story.js';
import type { AdmissionSketch } from './work-story.js';

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

/** Adds to the work what people and Reviewers decide: plan revisions, reviews, gates, control, and the passing of time. */
export class RunStory extends WorkStory {
  sponsor: Actor = person('sam');

  static admitted(tasks: readonly TaskSketch[], sketch: AdmissionSketch = {}): RunStory {
    const story = new RunStory(sketch.operationId);
    story.admit(tasks, sketch);
    return story;
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
