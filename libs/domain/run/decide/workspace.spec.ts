// Workspaces, change sets and source notes: told by their hosts, also afterwards; they change no status.
import { agent, contentHashOf, digestOf, system } from '#testing';
import { refusalOf, RunStory } from '#testing/run';
import type { RunCommandData } from '../index.js';
import { runStatus } from '../index.js';

const host = system('workspace');
const running = (): RunStory =>
  RunStory.admitted([{ key: 'a' }])
    .pinAll()
    .run('a');
const record = (story: RunStory, fact: RunCommandData<'record_workspace'>['fact'], by = host) =>
  story.do('record_workspace', by, { fact });
const leaseOf = (story: RunStory): string => `workspace:${story.assignment('a').assignmentId}`;

describe('the workspace of an attempt', () => {
  it('[W-023] is checkpointed, sealed and discarded under its fence', () => {
    const story = running();
    const leaseRef = leaseOf(story);
    expect(story.state.workspaces).toMatchObject([{ leaseRef, status: 'leased', fence: 1 }]);
    const checkpoint = {
      type: 'workspace.checkpointed',
      leaseRef,
      checkpointRef: 'c',
      checkpointDigest: digestOf('c'),
      fence: 1,
    } as const;
    const { type: _type, ...data } = checkpoint;
    expect(record(story, checkpoint)).toStrictEqual([{ type: 'workspace.checkpointed', data }]);
    expect(story.state.workspaces[0]?.checkpoint).toStrictEqual({ ref: 'c', digest: digestOf('c') });
    expect(refusalOf(() => record(story, { type: 'workspace.sealed', leaseRef, fence: 2 }))).toBe('FENCE_NOT_HIGHER');
    record(story, { type: 'workspace.sealed', leaseRef, fence: 1, manifestDigest: digestOf('manifest') });
    expect(story.state.workspaces[0]).toMatchObject({ status: 'sealed', manifestDigest: digestOf('manifest') });
    record(story, { type: 'workspace.discarded', leaseRef, fence: 1, cause: 'accepted' });
    expect(story.state.workspaces).toStrictEqual([]);
  });

  it('[W-023] is told apart from that of another attempt', () => {
    const story = RunStory.admitted([{ key: 'a' }, { key: 'b' }])
      .pinAll()
      .run('a')
      .run('b', 'bob');
    const [first, second] = story.state.workspaces;
    const { leaseRef = '', fence = 0 } = second ?? {};
    record(story, { type: 'workspace.checkpointed', leaseRef, fence, checkpointRef: 'c', checkpointDigest: digestOf('c') });
    const checkpoint = { ref: 'c', digest: digestOf('c') };
    expect(story.state.workspaces).toStrictEqual([first, { ...second, checkpoint }]);
    record(story, { type: 'workspace.discarded', leaseRef, fence, cause: 'accepted' });
    expect(story.state.workspaces).toStrictEqual([first]);
  });

  it('[D-36] is told of even after the Run has ended, and changes no status', () => {
    const story = running();
    story.complete('a');
    story.evaluate('a');
    expect(runStatus(story.state)).toBe('completed');
    const quarantined = {
      type: 'workspace.quarantined',
      leaseRef: leaseOf(story),
      blockerId: 'cleaning:1',
      cause: 'cleaning_failed',
    } as const;
    expect(record(story, quarantined)).toHaveLength(1);
    expect(runStatus(story.state)).toBe('completed');
    expect(story.state.workspaces).toMatchObject([{ status: 'quarantined', blockerId: 'cleaning:1' }]);
  });

  it('[W-031] is reported by its host alone, for an Assignment that was', () => {
    const story = running();
    const sealed = { type: 'workspace.sealed', leaseRef: leaseOf(story), fence: 1 } as const;
    expect(refusalOf(() => record(story, sealed, agent('alice', 'executor')))).toBe('ACTOR_NOT_AUTHORIZED');
    expect(refusalOf(() => record(story, { ...sealed, leaseRef: 'workspace:none' }))).toBe('ASSIGNMENT_NOT_FOUND');
  });

  it('[W-023] is leased anew under the same name without a second row', () => {
    const story = running();
    const { leaseRef, assignmentId, attempt, mountRef, baseRevision, scopeDigest, fence } = story.state.workspaces[0] as never;
    const leased = { leaseRef, assignmentId, attempt, mountRef, baseRevision, scopeDigest, fence };
    record(story, { ...leased, type: 'workspace.leased', backend: 'snapshot', expiresAt: story.now + 1 });
    expect(story.state.workspaces).toMatchObject([{ backend: 'snapshot', expiresAt: story.now + 1 }]);
  });
});

describe('a change set', () => {
  const seal = (story: RunStory, name: string, assignmentId = story.assignment('a').assignmentId) =>
    story.do('seal_change_set', host, {
      changeSetRef: `change-set:${name}`,
      changeSetHash: digestOf(name),
      assignmentId,
      baseRevision: 'a'.repeat(40),
      manifestDigest: digestOf(`manifest of ${name}`),
    });

  it('[W-027] is noted once with the Assignment that made it, active or over', () => {
    const story = running();
    expect(seal(story, 'one')).toHaveLength(1);
    expect(seal(story, 'one')).toStrictEqual([]);
    story.complete('a');
    seal(story, 'two');
    expect(story.assignment('a').changeSets.map((one) => one.changeSetRef)).toStrictEqual(['change-set:one', 'change-set:two']);
    expect(refusalOf(() => seal(story, 'three', 'assignment:none'))).toBe('ASSIGNMENT_NOT_FOUND');
  });
});

describe('a changed source', () => {
  it('[I-059] is noted, and nothing else changes, even after the end', () => {
    const story = running();
    story.complete('a');
    story.evaluate('a');
    const note = {
      proposalId: 'human-ingress:demo:1',
      sourceEventRef: 'conversation-event:9',
      sourceEventDigest: contentHashOf('edited'),
      change: 'edited',
      policy: 'amend',
    } as const;
    expect(story.do('note_source', system('ingress'), note)).toStrictEqual([
      { type: 'run.source_noted', data: { ...note, disposition: 'noted' } },
    ]);
    expect(runStatus(story.state)).toBe('completed');
  });
});
