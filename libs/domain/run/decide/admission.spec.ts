// Admission: one batch or nothing; every broken rule named; a replay told from drift.
import { contentHashOf, digestOf, person, specify, system, textOf } from '#testing';
import {
  aGate,
  aPlan,
  aPolicy,
  aTask,
  noRequirements,
  refusalOf,
  RunStory,
  sealPlan,
  T0,
  typesOf,
  wideLimits,
} from '#testing/run';
import type { AdmissionSketch, TaskSketch } from '#testing/run';
import type { Rejection } from '../../kernel/index.js';
import { runDecider, runStatus } from '../index.js';
import type { PlanLimits, PlanViolation } from '../index.js';
import { plannedFields } from '../plan/plan-fields.js';

const TASKS: readonly TaskSketch[] = [{ key: 'a' }, { key: 'b', dependsOn: ['a'], gated: true }];

function violationsOf(tasks: readonly TaskSketch[], sketch: AdmissionSketch = {}): readonly PlanViolation[] {
  const story = new RunStory();
  try {
    story.admit(tasks, sketch);
    return [];
  } catch (error) {
    expect(error).toMatchObject({ code: 'PLAN_INVALID' });
    expect(story.state.sequence).toBe(-1);
    return (error as Rejection).details['violations'] as readonly PlanViolation[];
  }
}

describe('admission of a plan', () => {
  it('[PL-05] writes Run, plan, tasks and gates as one batch', () => {
    const story = new RunStory();
    const said = story.admission(TASKS);
    const command = story.command('admit_workflow_plan', system('planning'), said);
    const { title, limits: _limits, ...pinned } = said;
    const [a, b] = said.plan.tasks;
    specify(runDecider)
      .given([])
      .when(command, T0)
      .then([
        { type: 'run.created', data: { projectId: 'demo', title } },
        { type: 'plan.admitted', data: pinned },
        { type: 'task.planned', data: plannedFields(a as never) },
        { type: 'task.planned', data: plannedFields(b as never) },
        {
          type: 'task.blocked',
          data: {
            taskKey: 'b',
            blockerId: 'approval:b',
            kind: 'approval',
            owner: 'sponsors:demo',
            reason: null,
            deadline: T0 + 900_000,
            allowedActions: ['approve', 'reject', 'request_changes', 'reopen', 'replan', 'cancel'],
          },
        },
      ]);
  });

  it('[K-034] starts every Run with run.created at sequence 0 and names it after its operation', () => {
    const story = RunStory.admitted(TASKS);
    expect(story.facts[0]?.type).toBe('run.created');
    expect(story.state.runId).toMatch(/^run-[0-9a-f]{31}$/);
    expect(new RunStory('operation-2').runId).not.toBe(story.runId);
    const elsewhere = new RunStory();
    const command = elsewhere.command('admit_workflow_plan', system('planning'), elsewhere.admission(TASKS));
    const misnamed = { ...command, data: { ...command.data, runId: 'run-mine' } };
    expect(refusalOf(() => elsewhere.send(misnamed as never))).toBe('VALUE_INVALID');
  });

  it('[PL-06] starts a gate as a blocker of kind approval that resolve_blocker cannot clear', () => {
    const story = RunStory.admitted(TASKS);
    expect(runStatus(story.state)).toBe('blocked');
    const resolve = () =>
      story.do(
        'resolve_blocker',
        { principalId: 'agent:olga', kind: 'agent', role: 'orchestrator' },
        { taskKey: 'b', expectedSequence: story.state.sequence, blockerId: 'approval:b' },
      );
    expect(refusalOf(resolve)).toBe('BLOCKER_NEEDS_SPONSOR');
    expect(story.task('b').status).toBe('blocked');
  });

  it('[K-208] answers an equal replay with nothing new', () => {
    const story = RunStory.admitted(TASKS);
    expect(story.admit(TASKS)).toStrictEqual([]);
  });

  it.each([
    ['run', { change: { title: textOf('title', 'another title') } }, TASKS],
    ['run', { change: { requesterPrincipalId: 'sandbox:someone' } }, TASKS],
    ['plan', { budget: { maxTasks: 5 } }, TASKS],
    ['tasks', {}, [{ key: 'a' }, { key: 'b', dependsOn: ['a'], gated: true, maxAttempts: 2 }]],
    ['gates', {}, [{ key: 'a' }, { key: 'b', dependsOn: ['a'], approvalGate: aGate('b', { owner: 'sponsors:other' }) }]],
  ] as ReadonlyArray<[string, AdmissionSketch, readonly TaskSketch[]]>)(
    '[K-208] refuses a replay that drifts in its %s',
    (part, sketch, tasks) => {
      const story = RunStory.admitted(TASKS);
      const command = story.command('admit_workflow_plan', system('planning'), story.admission(tasks, sketch));
      specify(runDecider).given(story.facts).when(command).thenRejected('PLAN_REPLAY_DRIFT', { drift: part });
    },
  );

  it('[D-30] still tells drift from a replay after tasks were worked on and the Run has ended', () => {
    const story = RunStory.admitted([{ key: 'a' }])
      .pinAll()
      .run('a');
    story.complete('a');
    story.evaluate('a');
    expect(story.admit([{ key: 'a' }])).toStrictEqual([]);
    expect(refusalOf(() => story.admit([{ key: 'c' }]))).toBe('PLAN_REPLAY_DRIFT');
  });

  it('[K-207] refuses a Run that another operation made', () => {
    const story = RunStory.admitted(TASKS);
    const other = new RunStory('operation-2');
    const command = other.command('admit_workflow_plan', system('planning'), other.admission(TASKS));
    const intruder = { ...command, data: { ...command.data, runId: story.runId } };
    expect(refusalOf(() => story.send(intruder as never))).toBe('RUN_EXISTS');
  });

  it('[K-208] refuses a plan for another Project and a sender that is not the planning port', () => {
    const story = new RunStory();
    const said = story.admission(TASKS);
    const { digest: _digest, ...plan } = said.plan;
    const foreign = sealPlan({ ...plan, projectId: 'other' });
    expect(refusalOf(() => story.do('admit_workflow_plan', system('planning'), { ...said, plan: foreign }))).toBe(
      'RUN_PROJECT_MISMATCH',
    );
    expect(refusalOf(() => story.do('admit_workflow_plan', person('sam'), said))).toBe('ACTOR_NOT_AUTHORIZED');
  });

  it('[K-256] refuses a plan that is not the one that its ids and digests name', () => {
    const story = new RunStory();
    const said = story.admission(TASKS);
    const tampered: Array<[string, Partial<typeof said>]> = [
      ['K-257', { plan: { ...said.plan, digest: digestOf('other') } }],
      ['K-250', { plan: aPlan({ operationId: 'operation-2', tasks: TASKS }) }],
      ['K-256', { schedulerPolicy: aPolicy({ capacity: 3 }) }],
      ['K-254', { orchestratorAgentDefinitionId: 'somebody' }],
    ];
    const rules = tampered.map(([, change]) => violationsOf(TASKS, { change }).map((one) => one.rule));
    expect(rules).toStrictEqual(tampered.map(([rule]) => [rule]));
    const late = aPolicy({ pinnedAtSequence: 2 });
    expect(violationsOf(TASKS, { policy: late }).map((one) => one.rule)).toStrictEqual(['K-256']);
  });
});

const executorOnly: PlanLimits['agents'][number] = {
  agentDefinitionId: 'alice',
  roles: ['executor'],
  capabilities: wideLimits.ceiling,
};
const limits = (change: Partial<PlanLimits>): AdmissionSketch => ({ change: { limits: { ...wideLimits, ...change } } });
const needs = (change: Partial<typeof noRequirements>) => ({ requires: { ...noRequirements, ...change } });

describe('the rules of a plan', () => {
  it.each([
    ['K-260', 'no task', [], {}],
    ['K-260', 'no required task', [{ key: 'a', required: false }], {}],
    ['K-260', 'too many tasks', [{ key: 'a' }, { key: 'b' }], { budget: { maxTasks: 1 } }],
    ['K-260', 'too many attempts in sum', [{ key: 'a' }, { key: 'b' }], { budget: { maxTotalAttempts: 5 } }],
    ['K-260', 'too many attempts of a task', [{ key: 'a', maxAttempts: 4 }], {}],
    ['K-261', 'an unknown dependency', [{ key: 'a', dependsOn: ['z'] }], {}],
    ['K-261', 'a self-dependency', [{ key: 'a', dependsOn: ['a'] }], {}],
    ['K-261', 'a dependency named twice', [{ key: 'a' }, { key: 'b', dependsOn: ['a', 'a'] }], {}],
    ['K-262', 'a tool above the ceiling', [{ key: 'a', ...needs({ tools: ['rm'] }) }], {}],
    ['K-262', 'a capability that no agent has', [{ key: 'a', ...needs({ tools: ['bash'] }) }], limits({ agents: [] })],
    ['K-262', 'a role that no agent has', [{ key: 'a', role: 'integration' }], limits({ agents: [executorOnly] })],
    [
      'K-262',
      'too few agents to be distinct',
      [{ key: 'a' }, { key: 'b', distinctFrom: 'a' }],
      limits({ agents: [wideLimits.agents[0] as never] }),
    ],
    ['K-258', 'distinct from nothing', [{ key: 'a', distinctFrom: 'z' }], {}],
    [
      'K-263',
      'an optional task against the policy',
      [{ key: 'a' }, { key: 'b', required: false }],
      limits({ allowOptionalTasks: false }),
    ],
    [
      'K-263',
      'required after optional',
      [
        { key: 'a', required: false },
        { key: 'b', dependsOn: ['a'] },
      ],
      {},
    ],
    ['K-264', 'an authority without its gate', [{ key: 'a', ...needs({ authorities: ['production'] }) }], {}],
    ['K-258', 'a deadline before its time', [{ key: 'a', scheduler: { deadline: T0 } }], {}],
    ['K-259', 'a gate of another name', [{ key: 'a', approvalGate: aGate('b') }], {}],
    ['K-140', 'a gate without a way out', [{ key: 'a', approvalGate: aGate('a', { allowedActions: ['approve'] }) }], {}],
  ] as ReadonlyArray<[string, string, readonly TaskSketch[], AdmissionSketch]>)('[%s] names %s', (rule, _what, tasks, sketch) => {
    const violations = violationsOf(tasks, sketch);
    expect(violations.map((one) => one.rule)).toContain(rule);
    expect(violations.every((one) => one.why.length > 10)).toBe(true);
  });

  it('[K-257] wants tasks sorted by key, each key once', () => {
    const story = new RunStory();
    const said = story.admission(TASKS);
    const { digest: _digest, ...plan } = said.plan;
    const change = { plan: sealPlan({ ...plan, tasks: [...plan.tasks].reverse() }) };
    expect(violationsOf(TASKS, { change }).map((one) => one.rule)).toStrictEqual(['K-257']);
    const twice = { plan: sealPlan({ ...plan, tasks: [aTask({ key: 'a' }), aTask({ key: 'a' })] }) };
    expect(violationsOf(TASKS, { change: twice }).map((one) => one.rule)).toStrictEqual(['K-257']);
  });

  it('[F-GV-01] refuses a ring of dependencies and names it', () => {
    const ring = [
      { key: 'a', dependsOn: ['c'] },
      { key: 'b', dependsOn: ['a'] },
      { key: 'c', dependsOn: ['b'] },
      { key: 'd', dependsOn: ['e'] },
      { key: 'e', dependsOn: ['d'] },
      { key: 'f', dependsOn: ['e'] },
    ];
    const rings = violationsOf(ring).filter((one) => one.rule === 'K-261');
    expect(rings.map((one) => one.why)).toStrictEqual([
      'tasks wait for each other: a -> c -> b',
      'tasks wait for each other: d -> e',
    ]);
  });

  it('[PL-04] admits a chain of 500 tasks in one batch', () => {
    const chain = Array.from({ length: 500 }, (_, n) => ({
      key: `t${n}`,
      dependsOn: n === 0 ? [] : [`t${n - 1}`],
      maxAttempts: 1,
    }));
    const story = new RunStory();
    expect(story.admit(chain)).toHaveLength(502);
    expect(typesOf(story.facts).slice(0, 3)).toStrictEqual(['run.created', 'plan.admitted', 'task.planned']);
    const before = story.state.sequence;
    expect(before).toBe(501);
  });

  it('[K-208] names every violation at once', () => {
    const rules = violationsOf([{ key: 'a', required: false, maxAttempts: 9, dependsOn: ['z'] }]).map((one) => one.rule);
    expect(rules).toStrictEqual(expect.arrayContaining(['K-260', 'K-260', 'K-261']));
  });

  it('[K-207] says where a malformed value is, without repeating it', () => {
    const story = new RunStory();
    const hashed = { ...story.admission(TASKS), sourceEventDigest: contentHashOf('x'), title: 'a plain title' as never };
    expect(refusalOf(() => story.do('admit_workflow_plan', system('planning'), hashed))).toBe('VALUE_INVALID');
  });
});
