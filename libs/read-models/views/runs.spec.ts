import { controlId, isPayloadReference } from '#domain/kernel';
import { CLAIMS_CRITERION } from '#domain/run';
import { agent, textOf } from '#testing';
import { claimsCriterion, judgmentCriterion, MINUTE, PROJECT, REQUESTER, RunStory, T0 } from '#testing/run';
import { storyEvents } from '../suite/index.js';
import { attentionAt, readinessOf, runDetail, RUNS, runsView, runTexts } from './index.js';
import type { RunRow } from './index.js';

const rowOf = (story: RunStory): RunRow => {
  const row = storyEvents(story).reduce<RunRow | undefined>(
    (known, event) => runsView.project(known, event) ?? undefined,
    undefined,
  );
  if (!row) throw new Error('the story has no facts');
  return row;
};
const entriesOf = (story: RunStory, list: { readonly list: string }) =>
  runsView.entries(rowOf(story)).filter((entry) => entry.list === list.list);
const attentionOf = (story: RunStory) =>
  entriesOf(story, RUNS.attention).map(({ body }) => body as ReturnType<typeof attentionAt>);
const ref = (story: RunStory, kind: 'task' | 'assignment', id: string): string => controlId(kind, PROJECT, story.runId, id);

/** Two tasks, the second after the first; the first is running. */
function running(): RunStory {
  const story = RunStory.admitted([{ key: 'read' }, { key: 'write', dependsOn: ['read'] }]).pinAll();
  story.now = T0 + 1000;
  return story.run('read');
}

describe('view of Runs', () => {
  it('[WK-04] the row is the state that the decider folds, kept as JSON', () => {
    const story = running();
    const row = rowOf(story);
    expect(row.run).toEqual(story.state);
    expect(JSON.parse(JSON.stringify(row))).toEqual(row);
  });

  it('[WK-04] goes on from a row read back as it would from one kept', () => {
    const story = running();
    const events = storyEvents(story);
    const middle = Math.floor(events.length / 2);
    const early = events.slice(0, middle).reduce<RunRow | null>((row, event) => runsView.project(row ?? undefined, event), null);
    const stored = JSON.parse(JSON.stringify(early)) as RunRow;
    expect(events.slice(middle).reduce<RunRow | null>((row, event) => runsView.project(row ?? undefined, event), stored)).toEqual(
      rowOf(story),
    );
  });

  it('a fact that this build does not know stops the view', () => {
    const [first] = storyEvents(running());
    if (!first) throw new Error('no fact');
    expect(() => runsView.project(undefined, { ...first, schemaVersion: 99 })).toThrow(
      expect.objectContaining({ code: 'EVENT_UNKNOWN' }) as Error,
    );
  });

  it('no list and no detail holds a text', () => {
    const story = running();
    const shown = JSON.stringify([runsView.entries(rowOf(story)), runDetail(rowOf(story)), readinessOf(rowOf(story))]);
    expect(shown).not.toContain('audit this repository');
    expect(shown).not.toContain('governed_workroom_journal_payload');
  });
});

describe('Run list', () => {
  it('[A-087] a header counts tasks and Assignments by status and carries no title', () => {
    const story = running();
    const [entry] = entriesOf(story, RUNS.headers);
    expect(entry).toMatchObject({ key: story.runId, projectId: PROJECT, status: 'active', at: T0 });
    expect(entry?.body).toMatchObject({
      version: 1,
      projectId: PROJECT,
      runId: story.runId,
      status: 'active',
      sequence: story.state.sequence,
      cancelRequested: false,
      paused: false,
      replanRequested: false,
      counts: {
        tasks: { ready: 1, executing: 1, accepted: 0, failed: 0 },
        assignments: { running: 1, leased: 0, lost: 0 },
        reviewerAssignments: 0,
        sponsorGates: 0,
      },
      createdAt: T0,
      updatedAt: T0 + 1000,
    });
    expect(Object.values(entry?.body as object).some(isPayloadReference)).toBe(false);
  });

  it('keeps its place in the order while the Run goes on', () => {
    const story = running();
    const before = entriesOf(story, RUNS.headers)[0]?.at;
    story.now += MINUTE / 4;
    story.heartbeat('read');
    expect(entriesOf(story, RUNS.headers)[0]?.at).toBe(before);
  });
});

describe('Run detail', () => {
  it('[A-088] tells tasks, Assignments and dispatches under refs', () => {
    const story = running();
    const detail = runDetail(rowOf(story));
    const read = ref(story, 'task', 'read');
    expect(detail).toMatchObject({ planRevision: 1, requesterPrincipalId: REQUESTER, separation: 'strict', status: 'active' });
    expect(detail.tasks).toEqual([
      expect.objectContaining({
        ref: read,
        status: 'executing',
        revision: 1,
        attempt: 1,
        attemptsUsed: 1,
        maxAttempts: 3,
        required: true,
        blockerCount: 0,
        hasCurrentAssignment: true,
        dependsOn: [],
        role: 'executor',
        lane: 'normal',
        route: null,
        failure: null,
      }),
      expect.objectContaining({ ref: ref(story, 'task', 'write'), status: 'ready', dependsOn: [read] }),
    ]);
    expect(detail.assignments).toEqual([
      expect.objectContaining({
        ref: ref(story, 'assignment', story.assignment('read').assignmentId),
        taskRef: read,
        status: 'running',
        owner: 'agent:alice',
        attempt: 1,
        fence: 1,
        startedAt: T0 + 1000,
        endedAt: null,
        leaseExpiresAt: T0 + 31_000,
      }),
    ]);
    expect(detail.dispatches).toEqual([expect.objectContaining({ taskRef: read, status: 'claimed' })]);
  });

  it('a lost Assignment stays in the detail, without a lease', () => {
    const story = running();
    story.tick(31_000);
    const detail = runDetail(rowOf(story));
    expect(detail.assignments).toEqual([
      expect.objectContaining({ status: 'lost', outcome: 'outcome_unknown', leaseExpiresAt: null, endedAt: T0 + 32_000 }),
    ]);
    expect(detail.counts.assignments).toMatchObject({ lost: 1, running: 0 });
  });

  it('a dispatch that nobody claims is shown withdrawn', () => {
    const story = RunStory.admitted([{ key: 'read' }]).pinAll();
    story.schedule();
    expect(runDetail(rowOf(story)).dispatches).toEqual([expect.objectContaining({ status: 'pending' })]);
    story.tick(31_000);
    expect(runDetail(rowOf(story)).dispatches).toEqual([expect.objectContaining({ status: 'withdrawn', at: T0 + 31_000 })]);
  });
});

describe('leases', () => {
  it('[A-089] lists active Assignments only, each with what a release must name', () => {
    const story = running();
    const { assignmentId } = story.assignment('read');
    expect(entriesOf(story, RUNS.leases)).toEqual([
      {
        list: 'leases',
        key: assignmentId,
        projectId: PROJECT,
        status: 'running',
        at: T0 + 1000,
        body: {
          projectId: PROJECT,
          runId: story.runId,
          assignmentId,
          ref: ref(story, 'assignment', assignmentId),
          taskRef: ref(story, 'task', 'read'),
          taskKey: 'read',
          status: 'running',
          owner: 'agent:alice',
          attempt: 1,
          fence: 1,
          claimedAt: T0 + 1000,
          leaseExpiresAt: T0 + 31_000,
          expectedSequence: story.task('read').sequence,
        },
      },
    ]);
    story.complete('read');
    expect(entriesOf(story, RUNS.leases)).toEqual([]);
  });
});

describe('attention', () => {
  it('[A-030] a plan gate names owner, deadline, actions, the sequence to send back, and the chat lines', () => {
    const story = RunStory.admitted([{ key: 'ship', gated: true }]);
    const [item, ...others] = attentionOf(story);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      projectId: PROJECT,
      runId: story.runId,
      kind: 'plan_gate',
      waitId: 'approval:ship',
      taskKey: 'ship',
      taskRef: ref(story, 'task', 'ship'),
      taskRevision: 1,
      owner: `sponsors:${PROJECT}`,
      deadline: T0 + 15 * MINUTE,
      expired: false,
      allowedActions: ['approve', 'reject', 'request_changes', 'replan', 'cancel'],
    });
    expect(item?.commands).toContain(`/control gate approve ${story.runId} ship approval:ship`);
    expect(item?.commands).not.toContain(`/control gate reopen ${story.runId} ship approval:ship`);
    story.decidePlanGate('ship', 'approve');
    expect(attentionOf(story)).toEqual([]);
  });

  it('[A-S11] the sequence of a wait stays good for its gate and for Run control', () => {
    const story = RunStory.admitted([{ key: 'ship', gated: true }]);
    story.pause();
    const gate = attentionOf(story).find(({ kind }) => kind === 'plan_gate');
    expect(gate?.expectedSequence).toBe(story.state.runSequence);
    expect(gate?.expectedSequence).toBeGreaterThanOrEqual(story.task('ship').sequence);
  });

  it('[F-GV-05] an expired gate offers no approval any more: when the clock has written so', () => {
    const story = RunStory.admitted([{ key: 'ship', gated: true }]);
    story.tick(16 * MINUTE);
    const [item] = attentionOf(story);
    expect(item).toMatchObject({ kind: 'plan_gate', expired: true, allowedActions: ['reopen', 'replan', 'cancel'] });
    expect(item?.commands).toContain(`/control gate reopen ${story.runId} ship approval:ship`);
    expect(item?.commands.join()).not.toContain('approve ');
    expect(readinessOf(rowOf(story))).toMatchObject({ state: 'blocked', recommendedActions: ['reopen', 'replan', 'cancel'] });
  });

  it('[F-GV-05] and from its deadline on when the clock is late', () => {
    const [item] = attentionOf(RunStory.admitted([{ key: 'ship', gated: true }]));
    if (!item) throw new Error('no attention');
    expect(attentionAt(item, T0 + 15 * MINUTE - 1)).toEqual(item);
    const late = attentionAt(item, T0 + 15 * MINUTE);
    expect(late).toMatchObject({ expired: true, allowedActions: ['replan', 'cancel'] });
    expect(late.commands.join()).not.toMatch(/approve|reject|request-changes/);
  });

  it('[A-032] an open review waits for a person until an agent has taken it', () => {
    const story = RunStory.admitted([{ key: 'read' }])
      .pinAll({ criteria: [claimsCriterion, judgmentCriterion] })
      .run('read');
    story.complete('read');
    story.evaluate('read');
    expect(attentionOf(story)).toEqual([
      expect.objectContaining({
        kind: 'reviewer',
        waitId: story.task('read').review?.assignmentId,
        allowedActions: ['claim', 'reassign', 'replan', 'cancel'],
        candidateHash: story.candidateHash('read'),
      }),
    ]);
    expect(entriesOf(story, RUNS.attention)[0]?.status).toBe('reviewer');
    story.claimReview('read', agent('rob', 'reviewer'));
    expect(attentionOf(story)).toEqual([]);
    expect(runDetail(rowOf(story)).waits).toEqual([
      expect.objectContaining({ kind: 'reviewer', status: 'claimed', owner: 'agent:rob' }),
    ]);
  });

  it('a pause and a replan request are waits of the Run', () => {
    const story = running();
    story.pause();
    expect(attentionOf(story)).toEqual([
      expect.objectContaining({ kind: 'pause', taskKey: null, deadline: null, allowedActions: ['resume', 'cancel'] }),
    ]);
    story.replan();
    expect(attentionOf(story).map(({ kind }) => kind)).toContain('replan');
    expect(readinessOf(rowOf(story)).state).toBe('needs_replan');
  });

  it('[F-GV-05] nothing waits for anybody once the Run has ended', () => {
    const story = RunStory.admitted([{ key: 'ship', gated: true }]);
    story.cancel();
    expect(attentionOf(story)).toEqual([]);
    expect(readinessOf(rowOf(story))).toMatchObject({ state: 'terminal', blockers: [], recommendedActions: [] });
  });
});

describe('texts of a Run', () => {
  it('[A-027] are places to open, beside the ids that commands need', () => {
    const story = RunStory.admitted([{ key: 'read' }])
      .pinAll({ criteria: [claimsCriterion, judgmentCriterion] })
      .run('read');
    story.complete('read');
    story.evaluate('read');
    story.claimReview('read');
    story.judge('read');
    const { title, tasks } = runTexts(rowOf(story));
    const titled = textOf('title', 'audit this repository');
    expect(title).toEqual({ objectId: titled.receipt.objectId, contentHash: titled.contentHash, digest: null });
    expect(tasks).toEqual([
      expect.objectContaining({
        ref: ref(story, 'task', 'read'),
        taskKey: 'read',
        taskRevision: 1,
        reportRef: story.task('read').candidate?.reportRef,
        reviewerPrincipalId: 'agent:rob',
        reviewMethod: 'judged',
        evidence: [{ ref: 'evidence-1', kind: 'ref', detail: CLAIMS_CRITERION }],
      }),
    ]);
  });
});
