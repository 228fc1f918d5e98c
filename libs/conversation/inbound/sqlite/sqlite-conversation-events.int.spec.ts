import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { NewConversationEvent } from '../conversation-events.js';
import { conversationEventsSuite } from '../suite/conversation-events.suite.js';
import { SqliteConversationEvents } from './sqlite-conversation-events.js';

let database: Database.Database;
conversationEventsSuite(
  'sqlite',
  () => {
    database = new Database(':memory:');
    return new SqliteConversationEvents(database);
  },
  () => void database.close(),
);

describe('conversation events: sqlite in a file', () => {
  const event: NewConversationEvent = {
    eventId: 'event-1',
    conversationKey: 'api:demo',
    sourceKey: 'ada:operation-1',
    type: 'message',
    actor: { principalId: 'ada', kind: 'human', role: 'sponsor' },
    objectId: 'object-1',
    contentHash: 'hash',
    descriptorDigest: 'digest',
    at: 1,
    replyTo: null,
  };

  it('goes on numbering after a restart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'workroom-events-'));
    const open = (): Database.Database => new Database(join(directory, 'workroom.db'));
    const first = open();
    await new SqliteConversationEvents(first).append(event);
    first.close();
    const second = open();
    const events = new SqliteConversationEvents(second);
    expect(await events.append({ ...event, eventId: 'event-2' })).toMatchObject({ eventId: 'event-1', duplicate: true });
    expect(await events.append({ ...event, eventId: 'event-2', sourceKey: 's' })).toMatchObject({ sequence: 2 });
    second.close();
    rmSync(directory, { recursive: true });
  });

  it('tells a file that cannot be written as unavailable', async () => {
    const readOnly = new Database(':memory:');
    const events = new SqliteConversationEvents(readOnly);
    readOnly.pragma('query_only = ON');
    await expect(events.append(event)).rejects.toMatchObject({ name: 'Unavailable', code: 'STORE_UNAVAILABLE' });
    readOnly.close();
  });
});
