// Conversation events in the SQLite file that they share with the Journal: one connection, synchronous transactions.
import type { Database, Statement } from 'better-sqlite3';
import { Rejection, Unavailable } from '#domain/kernel';
import type { ActorKind, ActorRole } from '#domain/kernel';
import { ConversationEvents } from '../conversation-events.js';
import type { AppendedConversationEvent, ConversationEvent, NewConversationEvent } from '../conversation-events.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS workroom_conversation_events (
    event_id TEXT PRIMARY KEY,
    conversation_key TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    source_key TEXT NOT NULL,
    type TEXT NOT NULL,
    actor_principal_id TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_role TEXT NOT NULL,
    object_id TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    descriptor_digest TEXT NOT NULL,
    at INTEGER NOT NULL,
    reply_to TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS workroom_conversation_events_sequence
    ON workroom_conversation_events (conversation_key, sequence);
  CREATE UNIQUE INDEX IF NOT EXISTS workroom_conversation_events_source
    ON workroom_conversation_events (conversation_key, source_key);
`;

interface Row extends Omit<ConversationEvent, 'actor'> {
  readonly principalId: string;
  readonly kind: ActorKind;
  readonly role: ActorRole;
}

const SELECT = `SELECT event_id AS eventId, conversation_key AS conversationKey, sequence, source_key AS sourceKey, type,
  actor_principal_id AS principalId, actor_kind AS kind, actor_role AS role, object_id AS objectId, content_hash AS contentHash,
  descriptor_digest AS descriptorDigest, at, reply_to AS replyTo FROM workroom_conversation_events`;
const INSERT = `INSERT INTO workroom_conversation_events
  (event_id, conversation_key, sequence, source_key, type, actor_principal_id, actor_kind, actor_role, object_id, content_hash,
   descriptor_digest, at, reply_to)
  VALUES (@eventId, @conversationKey, @sequence, @sourceKey, @type, @principalId, @kind, @role, @objectId, @contentHash,
   @descriptorDigest, @at, @replyTo)`;

export class SqliteConversationEvents extends ConversationEvents {
  readonly #byId: Statement;
  readonly #bySource: Statement;
  readonly #page: Statement;
  readonly #last: Statement;
  readonly #append: (event: NewConversationEvent) => AppendedConversationEvent;
  readonly #listeners = new Set<(conversationKey: string) => void>();

  /** Makes its table on a handle that someone else opened and closes. */
  constructor(database: Database) {
    super();
    database.exec(SCHEMA);
    this.#byId = database.prepare(`${SELECT} WHERE event_id = ?`);
    this.#bySource = database.prepare(`${SELECT} WHERE conversation_key = ? AND source_key = ?`);
    this.#page = database.prepare(`${SELECT} WHERE conversation_key = ? AND sequence > ? ORDER BY sequence LIMIT ?`);
    this.#last = database.prepare(
      'SELECT COALESCE(MAX(sequence), 0) AS sequence FROM workroom_conversation_events WHERE conversation_key = ?',
    );
    const insert = database.prepare(INSERT);
    const append = database.transaction((event: NewConversationEvent): AppendedConversationEvent => {
      const known = this.#one(this.#bySource, event.conversationKey, event.sourceKey);
      if (known) return { ...known, duplicate: true };
      const { eventId, actor } = event;
      if (this.#one(this.#byId, eventId)) {
        const message = `Conversation event ${eventId} stands under another source already; give a new message a new id.`;
        throw new Rejection('OPERATION_PAYLOAD_CONFLICT', message, { eventId });
      }
      const stored = { ...event, sequence: this.#lastOf(event.conversationKey) + 1 };
      insert.run({ ...stored, ...actor });
      return { ...stored, duplicate: false };
    });
    this.#append = (event) => append.immediate(event);
  }

  async append(event: NewConversationEvent): Promise<AppendedConversationEvent> {
    const appended = await stored(() => this.#append(event));
    if (!appended.duplicate) queueMicrotask(() => this.#listeners.forEach((listener) => listener(event.conversationKey)));
    return appended;
  }

  read(
    conversationKey: string,
    { after = 0, limit = 200 }: { readonly after?: number; readonly limit?: number } = {},
  ): Promise<readonly ConversationEvent[]> {
    return stored(() => (this.#page.all(conversationKey, after, limit) as Row[]).map(eventOf));
  }

  find(eventId: string): Promise<ConversationEvent | undefined> {
    return stored(() => this.#one(this.#byId, eventId));
  }

  findBySource(conversationKey: string, sourceKey: string): Promise<ConversationEvent | undefined> {
    return stored(() => this.#one(this.#bySource, conversationKey, sourceKey));
  }

  lastSequence(conversationKey: string): Promise<number> {
    return stored(() => this.#lastOf(conversationKey));
  }

  onAppend(listener: (conversationKey: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #lastOf(conversationKey: string): number {
    return (this.#last.get(conversationKey) as { sequence: number }).sequence;
  }

  #one(statement: Statement, ...parameters: readonly string[]): ConversationEvent | undefined {
    const row = statement.get(...parameters) as Row | undefined;
    return row && eventOf(row);
  }
}

const eventOf = ({ principalId, kind, role, ...event }: Row): ConversationEvent => ({
  ...event,
  actor: { principalId, kind, role },
});

/** Runs `work` at once; a failing file becomes Unavailable. */
async function stored<Result>(work: () => Result): Promise<Result> {
  try {
    return work();
  } catch (cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code !== 'string' || !/^SQLITE_(FULL|BUSY|LOCKED|IOERR|READONLY|CANTOPEN)/.test(code)) throw cause;
    const message = `The file of conversation events cannot be used (${code}): check the disk and try again.`;
    throw new Unavailable(code === 'SQLITE_FULL' ? 'STORE_FULL' : 'STORE_UNAVAILABLE', message, 1000, {}, { cause });
  }
}
