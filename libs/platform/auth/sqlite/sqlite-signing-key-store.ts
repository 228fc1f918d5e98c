// Signing keys in the SQLite file of the Journal.
import type { Database } from 'better-sqlite3';
import { SigningKeyStore } from '../signing-keys.js';
import type { KeyPurpose, StoredSigningKey } from '../signing-keys.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS workroom_signing_keys (
    key_id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('heads', 'tokens')),
    public_jwk TEXT NOT NULL,
    wrapped_private_key TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    retired_at INTEGER
  ) STRICT;
`;
type Row = Omit<StoredSigningKey, 'publicJwk'> & { readonly publicJwk: string };

export class SqliteSigningKeyStore extends SigningKeyStore {
  readonly #database: Database;

  /** Makes its table on a handle that someone else opened and closes. */
  constructor(database: Database) {
    super();
    this.#database = database;
    database.exec(SCHEMA);
  }

  async list(purpose: KeyPurpose): Promise<readonly StoredSigningKey[]> {
    const select = `SELECT key_id AS keyId, purpose, public_jwk AS publicJwk, wrapped_private_key AS wrappedPrivateKey,
      created_at AS createdAt, retired_at AS retiredAt FROM workroom_signing_keys WHERE purpose = ? ORDER BY rowid`;
    const rows = this.#database.prepare<[string], Row>(select).all(purpose);
    return rows.map((row) => ({ ...row, publicJwk: JSON.parse(row.publicJwk) as StoredSigningKey['publicJwk'] }));
  }

  async add(key: StoredSigningKey): Promise<void> {
    const retire = 'UPDATE workroom_signing_keys SET retired_at = ? WHERE purpose = ? AND retired_at IS NULL';
    const insert = `INSERT INTO workroom_signing_keys (key_id, purpose, public_jwk, wrapped_private_key, created_at, retired_at)
      VALUES (@keyId, @purpose, @publicJwk, @wrappedPrivateKey, @createdAt, @retiredAt)`;
    this.#database
      .transaction(() => {
        this.#database.prepare(retire).run(key.createdAt, key.purpose);
        this.#database.prepare(insert).run({ ...key, publicJwk: JSON.stringify(key.publicJwk) });
      })
      .immediate();
  }
}
