// Who is waited for, and what rooms are told: over Runs that really happened.
import * as fc from 'fast-check';
import { textOf } from '#testing';
import { RunStory } from '#testing/run';
import { runStatus } from '#domain/run';
import type { RunEvent } from '#domain/run';
import { readMessage } from '#domain/ingress';
import { attentionOf, CARDED_EVENTS, cardOf, foldProgress, MAX_BODY } from './index.js';
import type { Card, CardContext, ProgressState } from './index.js';

const context = (story: RunStory, over: Partial<CardContext> = {}): CardContext => ({
  run: story.state,
  titleOf: (key) => `Title of ${key}`,
  runTitle: 'Audit this repository',
  speakerOf: (principal) => ({ name: principal.slice('agent:'.length), role: 'executor' }),
  hasSponsorRoom: false,
  formatTime: (at) => `T${at}`,
  ...over,
});
const told = (story: RunStory, facts: readonly RunEvent[], over: Partial<CardContext> = {}): readonly Card[] =>
  facts.flatMap((fact) => cardOf(fact, context(story, over), runStatus(story.state)) ?? []);
const factsOf = (story: RunStory): readonly RunEvent[] => story.facts;
const lines = (cards: readonly Card[]) => cards.map((card) => card.lines.join(' / '));

describe('cardOf', () => {
  it('[I-114] tells the life of a task, in the words of who did it', () => {
    const story = RunStory.admitted([{ key: 'a' }]).pinAll();
    story.schedule();
    const facts = [...story.claim('a'), ...story.start('a'), ...story.complete('a'), ...story.evaluate('a')];
    expect(lines(told(story, facts))).toEqual([
      '[alice · executor] Task a “Title of a” is taken.',
      '[alice · executor] Task a “Title of a” is being worked on.',
      '[alice · executor] Task a “Title of a” is done and waits for acceptance.',
      `Run ${story.runId} “Audit this repository” is completed. / Task a “Title of a” is accepted.`,
    ]);
    expect(told(story, facts).at(-1)).toMatchObject({ kind: 'conclusion', audience: 'workroom', subject: `run:${story.runId}` });
  });

  it('[I-117] names no title that the room may not see', () => {
    const story = RunStory.admitted([{ key: 'a' }]);
    const withheld = { titleOf: () => null, runTitle: null };
    const facts = factsOf(story);
    expect(lines(told(story, facts, withheld))).toEqual([`Run ${story.runId} was started.`, 'Task a is planned.']);
  });

  it('[I-123] an attention card names owner, deadline and the exact commands, and each of them can be read', () => {
    const story = RunStory.admitted([{ key: 'a', gated: true }]);
    const blocked = story.facts.find(({ type }) => type === 'task.blocked') as RunEvent;
    const [card] = told(story, [blocked]);
    const { deadline } = story.task('a').planGate!;
    expect(card).toMatchObject({
      kind: 'attention',
      lines: ['Task a “Title of a” waits for approval.', `Owner: sponsors:demo. Until T${deadline}.`],
      commands: ['approve', 'reject', 'request-changes', 'cancel'].map(
        (word) => `/control gate ${word} ${story.runId} a approval:a`,
      ),
    });
    for (const command of card!.commands)
      expect(readMessage(command)).toMatchObject({ intent: 'control', command: { family: 'gate' } });
  });

  it('[F-GV-05] offers no approval any more once a gate has expired', () => {
    const story = RunStory.admitted([{ key: 'a', gated: true }]);
    const [card] = told(
      story,
      story.tick(900_000).filter(({ type }) => type === 'plan_gate.expired'),
    );
    expect(card!.commands).toEqual([
      `/control gate reopen ${story.runId} a approval:a`,
      `/control gate cancel ${story.runId} a approval:a`,
    ]);
    expect(attentionOf(story.state)).toMatchObject([
      { kind: 'plan_gate', status: 'expired', allowedActions: ['reopen', 'replan', 'cancel'] },
    ]);
  });

  it('[I-107] sends what waits for a Sponsor to the Sponsor Room where there is one', () => {
    const story = RunStory.admitted([{ key: 'a', gated: true }]);
    const facts = factsOf(story);
    const audiences = (hasSponsorRoom: boolean) =>
      told(story, facts, { hasSponsorRoom }).map(({ kind, audience }) => [kind, audience]);
    expect(audiences(true)).toContainEqual(['attention', 'sponsor_room']);
    expect(audiences(true)).toContainEqual(['status', 'workroom']);
    expect(audiences(false)).not.toContainEqual(['attention', 'sponsor_room']);
  });

  it('[I-114] marks a solo approval on the card', () => {
    const story = RunStory.admitted([{ key: 'a', gated: true }], { change: { separation: 'solo' } });
    story.sponsor = { ...story.sponsor, principalId: 'sandbox:rita-requester' };
    const facts = story.decidePlanGate('a', 'approve', story.sponsor, { sponsorCount: 1 });
    expect(lines(told(story, facts))[0]).toBe('Task a “Title of a”: the Sponsor said approve (solo approval).');
  });

  it('[I-111] keeps every body within 240 characters, whatever titles and names say', () => {
    const story = RunStory.admitted([{ key: 'a', gated: true }, { key: 'b' }]).pinAll();
    story.schedule();
    const facts = factsOf(story);
    const claimed = story.claim('b');
    fc.assert(
      fc.property(fc.string({ maxLength: 600, unit: 'grapheme' }), fc.string({ maxLength: 300 }), (title, name) => {
        const long = { titleOf: () => title, runTitle: title, speakerOf: () => ({ name, role: 'executor' }) };
        for (const card of told(story, [...facts, ...claimed], long)) {
          expect(card.lines.join('\n').length).toBeLessThanOrEqual(MAX_BODY);
          for (const line of card.lines) expect(line).not.toMatch(/[\r\n]/);
        }
      }),
    );
  });

  it('[I-120] a fact that no room is told of gives no card', () => {
    const story = RunStory.admitted([{ key: 'a' }]);
    const pinned = story.pin('a');
    expect(told(story, [...pinned, ...story.schedule()])).toEqual([]);
    expect(CARDED_EVENTS).not.toContain('assignment.heartbeat');
  });
});

describe('attentionOf', () => {
  it('[A-030] lists every wait of a Run with owner and deadline, and none once it is over', () => {
    const story = RunStory.admitted([{ key: 'a', gated: true }, { key: 'b' }]).pinAll();
    story.run('b');
    story.complete('b');
    story.evaluate('b', { dataClass: 'restricted' });
    story.replan();
    const items = attentionOf(story.state);
    expect(items.map(({ kind, taskKey, status }) => [kind, taskKey, status])).toEqual([
      ['replan_request', null, 'open'],
      ['plan_gate', 'a', 'open'],
      ['sponsor_gate', 'b', 'open'],
    ]);
    for (const { owner, deadline, commands } of items) {
      expect(owner).not.toBe('');
      expect(deadline).toBeGreaterThan(0);
      for (const command of commands)
        expect(readMessage(command)).toMatchObject({ intent: 'control', command: expect.anything() });
    }
    story.cancel();
    expect(attentionOf(story.state)).toEqual([]);
  });

  it('[D-42] [K-358] counts a policy block and a broken task as waits with an owner', () => {
    const story = RunStory.admitted([{ key: 'a' }])
      .pinAll()
      .run('a');
    story.complete('a');
    story.evaluate('a', { checks: [] });
    expect(attentionOf(story.state)).toMatchObject([
      {
        kind: 'policy_blocked',
        taskKey: 'a',
        owner: 'orchestrator:demo',
        commands: [`/control run replan ${story.runId}`, `/control run cancel ${story.runId}`],
      },
    ]);
    const broken = RunStory.admitted([{ key: 'a', maxAttempts: 1 }])
      .pinAll()
      .run('a');
    broken.fail('a', { retryable: false });
    expect(attentionOf(broken.state)).toMatchObject([{ kind: 'task_broken', taskKey: 'a', owner: 'orchestrator:demo' }]);
  });
});

describe('foldProgress', () => {
  const progress = (assignmentId: string, n: number): RunEvent => ({
    type: 'assignment.progress',
    data: {
      assignmentId,
      observationId: `o${n}`,
      observationDigest: `sha256:${'0'.repeat(64)}`,
      envelopeDigest: `sha256:${'0'.repeat(64)}`,
      progress: { summary: textOf('summary', `step ${n}`), completedUnits: n },
    },
  });
  const through = (events: readonly RunEvent[]) => {
    let state: ProgressState = [];
    return events.map((event) => {
      const step = foldProgress(state, event);
      state = step.state;
      return step.due.map(({ assignmentId, updates, completedUnits }) => [assignmentId, updates, completedUnits]);
    });
  };

  it('[I-110] tells every third update of an Assignment, the newest one', () => {
    expect(through([1, 2, 3, 4, 5, 6].map((n) => progress('one', n)))).toEqual([
      [],
      [],
      [['one', 3, 3]],
      [],
      [],
      [['one', 3, 6]],
    ]);
    expect(through([progress('one', 1), progress('two', 1), progress('one', 2), progress('two', 2)])).toEqual([[], [], [], []]);
  });

  it('[I-110] is flushed by a boundary event of the same Assignment, or of the Run', () => {
    const checkpoint = { type: 'assignment.lease_expired', data: { assignmentId: 'one' } } as RunEvent;
    const paused = { type: 'run.cancel_requested', data: { reason: null } } as RunEvent;
    expect(through([progress('one', 1), progress('two', 1), checkpoint, paused])).toEqual([
      [],
      [],
      [['one', 1, 1]],
      [['two', 1, 1]],
    ]);
    const heartbeat = { type: 'clock.advanced', data: { now: 1 } } as RunEvent;
    expect(through([progress('one', 1), heartbeat])).toEqual([[], []]);
  });
});
