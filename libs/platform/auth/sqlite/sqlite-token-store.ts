// Created tokens in the SQLite file of the Journal.
import type { Database } from 'better-sqlite3';
import { TokenStore } from '../token-store.js';
import type { StoredToken } from '../token-store.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS workroom_tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL,
    principal_id TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('full', 'demo')),
    planes TEXT,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS workroom_tokens_hash ON workroom_tokens (hash);
`;
const SELECT = `SELECT id, hash, principal_id AS principalId, scope, planes, created_at AS createdAt, revoked_at AS revokedAt
  FROM workroom_tokens`;

type Row = Omit<StoredToken, 'planes'> & { readonly planes: string | null };
const tokenOf = (row: Row): StoredToken => ({ ...row, planes: row.planes === null ? null : (JSON.parse(row.planes) as []) });

export class SqliteTokenStore extends TokenStore {
  readonly #database: Database;

  /** Makes its table on a handle that someone else opened and closes. */
  constructor(database: Database) {
    super();
    this.#database = database;
    database.exec(SCHEMA);
  }

  async add(token: StoredToken): Promise<void> {
    const insert = `INSERT INTO workroom_tokens (id, hash, principal_id, scope, planes, created_at, revoked_at)
      VALUES (@id, @hash, @principalId, @scope, @planes, @createdAt, @revokedAt)`;
    this.#database.prepare(insert).run({ ...token, planes: token.planes && JSON.stringify(token.planes) });
  }

  async list(): Promise<readonly StoredToken[]> {
    return this.#database.prepare<[], Row>(`${SELECT} ORDER BY created_at, id`).all().map(tokenOf);
  }

  async findByHash(hash: string): Promise<StoredToken | undefined> {
    const row = this.#database.prepare<[string], Row>(`${SELECT} WHERE hash = ?`).get(hash);
    return row && tokenOf(row);
  }

  async revoke(id: string, at: number): Promise<boolean> {
    const update = 'UPDATE workroom_tokens SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?';
    return this.#database.prepare(update).run(at, id).changes > 0;
  }
}
