import type { CommandClient, PostCard } from '#contracts/commands';
import type { StoredEvent } from '#contracts/codec';
import { MemoryCursorStore } from '#feed/memory';
import { TailFeed } from '#feed/tail';
import { MemoryJournal, MemoryStore } from '#journal/memory';
import { storyEnvelopes } from '#read-models/suite';
import { RunStory } from '#testing/run';
import { CardWriter } from './card-writer.js';
import { READER, RoomCards } from './room-cards.js';
import { RoomDirectory } from './room-directory.js';
import { RunMemory } from './run-memory.js';

const ROOM = { adapter: 'sandbox', endpoint: 'local', kind: 'group', id: 'demo' } as const;
const caller = { capability: { sub: 'system:gateway', role: 'gateway' } } as const;

/** A Journal with one Run in it, a room that remembers what was posted by its key, and cards that can be stopped and started. */
async function scene() {
  const store = new MemoryStore();
  const journal = new MemoryJournal({ store });
  const story = RunStory.admitted([{ key: 'read' }]);
  const facts: StoredEvent[] = [];
  const posted = new Map<string, PostCard>();
  const attempts: string[] = [];
  let failing = false;
  const client = {
    queries: {
      catalog: () =>
        Promise.resolve({
          revision: 'r',
          agents: [],
          projects: [
            { projectId: 'demo', members: [], conversation: { ...ROOM, agent: 'orchestrator' }, sponsorConversation: null },
          ],
        }),
    },
    payloads: {
      open: () => Promise.resolve({ disposition: 'full', reasons: [], text: 'audit this repository', contentHash: '' }),
    },
    ingress: {
      post: (_caller: unknown, card: PostCard) => {
        attempts.push(card.sourceKey);
        if (failing) return Promise.reject(new Error('the room is gone'));
        const duplicate = posted.has(card.sourceKey);
        if (!duplicate) posted.set(card.sourceKey, card);
        return Promise.resolve({ eventId: card.sourceKey, sequence: posted.size, duplicate });
      },
    },
  } as unknown as CommandClient;
  const cursors = new MemoryCursorStore();
  const errors: string[] = [];
  const cards = () =>
    new RoomCards({
      feed: new TailFeed(journal),
      cursors,
      runs: new RunMemory(journal),
      rooms: new RoomDirectory(client, caller),
      cards: new CardWriter({ client, caller, formatTime: (at) => String(at) }),
      log: (_level, message) => errors.push(message),
    });
  for (const envelope of storyEnvelopes(story)) {
    const { revision, prevHash, streamId } = envelope;
    await journal.append({ streamId, expected: { revision: revision - 1, hash: prevHash }, events: [envelope], operation: null });
  }
  for await (const page of journal.readAll({ after: 0 })) facts.push(...page);
  const told = async (room: RoomCards, position = facts.length): Promise<void> => {
    while (room.position < position) await new Promise((resolve) => setImmediate(resolve));
  };
  return { cards, posted, attempts, cursors, facts, errors, told, fail: (now: boolean) => (failing = now) };
}

describe('cards of a Project in its room', () => {
  it('are made from facts, once each, and name their Run from its first fact on', async () => {
    const { cards, posted, facts, told } = await scene();
    const room = cards();
    room.start();
    await told(room);
    await room.stop();
    expect([...posted.values()].map(({ text, card }) => [text.split('\n')[0], card?.runId])).toEqual([
      [expect.stringMatching(/^Run .* “audit this repository” was started\.$/), facts[0]?.streamId.slice('run-'.length)],
      [expect.stringContaining('is planned.'), facts[0]?.streamId.slice('run-'.length)],
    ]);
  });

  it('a crash after the post and before the cursor posts no card twice', async () => {
    const { cards, posted, attempts, cursors, told } = await scene();
    const first = cards();
    first.start();
    await told(first);
    await first.stop();
    await cursors.forget(READER);
    const second = cards();
    second.start();
    await told(second);
    await second.stop();
    expect(attempts).toHaveLength(posted.size * 2);
  });

  it('the cursor stands still while the room is gone, and nothing else does', async () => {
    const { cards, posted, cursors, errors, fail } = await scene();
    fail(true);
    const room = cards();
    room.start();
    while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await room.stop();
    expect({ cursor: await cursors.load(READER), posted: posted.size }).toEqual({ cursor: 0, posted: 0 });
    fail(false);
  });
});
