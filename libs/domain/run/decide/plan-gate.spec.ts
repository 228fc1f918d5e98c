// Plan gates: a Sponsor lets a task begin; reject, changes, cancel, expiry and reopening.
import { contentHashOf, person, specify } from '#testing';
import { MINUTE, refusalOf, REQUESTER, RunStory, T0, typesOf } from '#testing/run';
import type { TaskSketch } from '#testing/run';
import { digestOf } from '#testing';
import { nextDecision, runDecider, runStatus } from '../index.js';
import { requestDigest } from './operation.js';

const gated = (tasks: readonly TaskSketch[] = [{ key: 'a', gated: true }]): RunStory => RunStory.admitted(tasks).pinAll();
const reopen = (story: RunStory, key = 'a') =>
  story.do('reopen_plan_gate', story.sponsor, story.gate('reopen', key, `approval:${key}`, story.sponsor));

describe('a plan gate', () => {
  it('[PL-06] keeps its task from dispatch until a Sponsor approves', () => {
    const story = gated();
    expect(nextDecision(story.state)).toBeNull();
    const said = { ...story.gate('approve', 'a', 'approval:a'), decision: 'approve', reasonDigest: contentHashOf('go') } as const;
    const command = story.command('decide_plan_gate', story.sponsor, said);
    specify(runDecider)
      .given(story.facts)
      .when(command)
      .then([
        {
          type: 'plan_gate.decided',
          data: {
            operationId: said.operationId,
            requestDigest: requestDigest(command),
            taskKey: 'a',
            taskRevision: 1,
            gateId: 'approval:a',
            planDigest: story.state.plan?.header.digest,
            policyRevisionId: 'planning:demo:1',
            policyDigest: digestOf('planning policy'),
            decision: 'approve',
            sponsorPrincipalId: 'sandbox:sam',
            authorizedBy: 'project-sponsors:demo',
            reasonDigest: contentHashOf('go'),
            soloApproval: false,
          },
        },
        { type: 'task.blocker_resolved', data: { taskKey: 'a', blockerId: 'approval:a' } },
      ]);
    story.send(command);
    expect(story.task('a')).toMatchObject({ status: 'ready', blockers: [], planGate: { status: 'approved' } });
    expect(nextDecision(story.state)).toMatchObject({ taskKey: 'a' });
  });

  it('[K-276] rejected fails the task', () => {
    const story = gated();
    expect(story.decidePlanGate('a', 'reject').at(-1)).toStrictEqual({
      type: 'task.failed',
      data: { taskKey: 'a', reason: null, reasonCode: 'gate_rejected' },
    });
    expect(runStatus(story.state)).toBe('needs_replan');
  });

  it('[K-S12] sent back asks for a replan and does not fail its task', () => {
    const story = gated();
    const facts = story.decidePlanGate('a', 'request_changes');
    expect(facts.at(-1)).toMatchObject({
      type: 'run.replan_requested',
      data: { reasonCode: 'gate_changes_requested', taskKey: 'a', gateId: 'approval:a' },
    });
    expect(runStatus(story.state)).toBe('needs_replan');
    expect(story.task('a')).toMatchObject({ status: 'blocked', planGate: { status: 'changes_requested' } });
  });

  it('[K-278] cancelled cancels the Run at once, without a control decision', () => {
    const story = gated([{ key: 'a', gated: true }, { key: 'b' }]).run('b');
    const facts = story.decidePlanGate('a', 'cancel');
    expect(typesOf(facts)).toStrictEqual([
      'plan_gate.decided',
      'assignment.cancel_requested',
      'task.cancelled',
      'task.cancel_requested',
      'run.cancel_requested',
    ]);
    expect(facts[1]).toMatchObject({ data: { controlDeadline: T0 } });
    expect(typesOf(story.tick(1))).toStrictEqual(['clock.advanced', 'assignment.cancelled', 'task.cancelled', 'run.cancelled']);
  });

  it('[K-226] is named by task revision and id in the plan in force, and decided once', () => {
    const story = gated([{ key: 'a', gated: true }, { key: 'b' }]);
    expect(refusalOf(() => story.decidePlanGate('b', 'approve'))).toBe('GATE_NOT_FOUND');
    expect(refusalOf(() => story.decidePlanGate('a', 'approve', story.sponsor, {}, { taskRevision: 2 }))).toBe(
      'TASK_REVISION_STALE',
    );
    const other = story.proof('approve', story.sponsor, 'a', 'approval:z', story.state.sequence);
    expect(
      refusalOf(() => story.decidePlanGate('a', 'approve', story.sponsor, {}, { gateId: 'approval:z', authorization: other })),
    ).toBe('GATE_NOT_FOUND');
    story.decidePlanGate('a', 'approve');
    expect(refusalOf(() => story.decidePlanGate('a', 'approve'))).toBe('GATE_SETTLED');
  });

  it('[K-243] is approved by somebody else than the requester', () => {
    const requester = { ...person('x'), principalId: REQUESTER };
    expect(refusalOf(() => gated().decidePlanGate('a', 'approve', requester))).toBe('REQUESTER_CANNOT_APPROVE');
    expect(refusalOf(() => gated().decidePlanGate('a', 'approve', person('sam'), { agentHeld: true }))).toBe(
      'AGENT_CANNOT_APPROVE',
    );
    expect(gated().decidePlanGate('a', 'cancel', requester)[0]).toMatchObject({ data: { soloApproval: false } });
  });

  it('[K-226] needs the sequence of the card, an authority and a Sponsor', () => {
    const story = gated();
    story.tick(1);
    expect(story.decidePlanGate('a', 'approve', story.sponsor, {}, {}).length).toBe(2);
    const again = gated();
    const early = again.proof('approve', again.sponsor, 'a', 'approval:a', 1);
    expect(
      refusalOf(() => again.decidePlanGate('a', 'approve', again.sponsor, {}, { expectedSequence: 1, authorization: early })),
    ).toBe('SEQUENCE_CONFLICT');
    expect(refusalOf(() => again.decidePlanGate('a', 'approve', again.sponsor, {}, { authority: null }))).toBe(
      'GATE_AUTHORITY_MISSING',
    );
    expect(refusalOf(() => again.decidePlanGate('a', 'approve', person('sam'), { isSponsor: false }))).toBe('GATE_UNAUTHORIZED');
  });
});

describe('a plan gate whose time ran out', () => {
  it('[K-320] expires once; its task stays blocked; only cancel and reopen are left', () => {
    const story = gated();
    story.now += 15 * MINUTE;
    expect(refusalOf(() => story.decidePlanGate('a', 'approve'))).toBe('GATE_EXPIRED');
    const facts = story.tick(1);
    expect(facts.at(-1)).toStrictEqual({
      type: 'plan_gate.expired',
      data: { taskKey: 'a', taskRevision: 1, gateId: 'approval:a', owner: 'sponsors:demo', deadline: T0 + 15 * MINUTE },
    });
    expect(typesOf(story.tick(1))).toStrictEqual(['clock.advanced']);
    expect(runStatus(story.state)).toBe('blocked');
    expect(refusalOf(() => story.decidePlanGate('a', 'approve'))).toBe('GATE_EXPIRED');
    expect(typesOf(story.decidePlanGate('a', 'cancel'))).toContain('run.cancelled');
  });

  it('[K-279] is reopened with a new deadline, and can be approved again', () => {
    const story = gated();
    story.tick(15 * MINUTE);
    expect(reopen(story)).toMatchObject([
      {
        type: 'plan_gate.reopened',
        data: {
          cause: 'sponsor',
          deadline: T0 + 30 * MINUTE,
          sponsorPrincipalId: 'sandbox:sam',
          authorizedBy: 'project-sponsors:demo',
        },
      },
    ]);
    expect(story.task('a')).toMatchObject({
      planGate: { status: 'open', deadline: T0 + 30 * MINUTE },
      blockers: [{ status: 'open' }],
    });
    expect(story.decidePlanGate('a', 'approve')).toHaveLength(2);
  });

  it('[K-143] reopened after changes were asked for ends the replan that it made', () => {
    const story = gated([
      { key: 'a', gated: true },
      { key: 'b', gated: true },
    ]);
    story.decidePlanGate('a', 'request_changes');
    expect(refusalOf(() => reopen(story, 'b'))).toBe('GATE_SETTLED');
    expect(runStatus(story.state)).toBe('needs_replan');
    reopen(story);
    expect(runStatus(story.state)).toBe('blocked');
    expect(story.state.replan).toBeNull();
  });

  it('[D-50] sent back is only reopened, replanned or cancelled', () => {
    const story = gated();
    story.decidePlanGate('a', 'request_changes');
    expect(refusalOf(() => story.decidePlanGate('a', 'approve'))).toBe('GATE_SETTLED');
    expect(typesOf(story.decidePlanGate('a', 'cancel'))).toContain('run.cancelled');
  });
});
