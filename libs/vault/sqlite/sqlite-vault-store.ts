// The vault's rows in the SQLite file that it shares with the Journal: one connection, synchronous transactions.
import type { Database, Statement } from 'better-sqlite3';
import { VaultStore } from '../vault-store.js';
import type { ProjectKey, VaultAudit, VaultObject } from '../vault-store.js';
import { stored } from './store-failure.js';
import { VAULT_SCHEMA } from './vault-schema.js';

const COLUMNS = `object_id AS objectId, registration_key AS registrationKey, project_id AS projectId, state, stream_id AS streamId,
  command_id AS commandId, content_hash AS contentHash, descriptor_digest AS descriptorDigest, aad_json AS aadJson, key_id AS keyId,
  wrapped_key AS wrappedKey, body, registered_at AS registeredAt`;

export class SqliteVaultStore extends VaultStore {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  /** Makes its tables on a handle that someone else opened and closes. What is deleted is overwritten in the file. */
  constructor(database: Database) {
    super();
    this.#database = database;
    database.pragma('secure_delete = ON');
    database.exec(VAULT_SCHEMA);
  }

  register(objects: readonly VaultObject[]): Promise<readonly VaultObject[]> {
    return this.#transaction(() => objects.map((object) => this.#register(object)));
  }

  find(objectId: string): Promise<VaultObject | undefined> {
    return stored(
      () => this.#prepare(`SELECT ${COLUMNS} FROM payload_vault_objects WHERE object_id = ?`).get(objectId) as VaultObject,
    );
  }

  reference(objectIds: readonly string[]): Promise<void> {
    return this.#each(
      `UPDATE payload_vault_objects SET state = 'referenced' WHERE object_id = ? AND state IN ('registered', 'abandoned')`,
      objectIds,
    );
  }

  abandon(objectIds: readonly string[]): Promise<void> {
    return this.#each(
      `UPDATE payload_vault_objects SET state = 'abandoned' WHERE object_id = ? AND state = 'registered'`,
      objectIds,
    );
  }

  unreferenced(before: number, limit: number): Promise<readonly Pick<VaultObject, 'objectId' | 'streamId' | 'commandId'>[]> {
    const select = `SELECT object_id AS objectId, stream_id AS streamId, command_id AS commandId FROM payload_vault_objects
      WHERE state IN ('registered', 'abandoned') AND registered_at < ? ORDER BY registered_at LIMIT ?`;
    return stored(() => this.#prepare(select).all(before, limit) as VaultObject[]);
  }

  /** The write-ahead log is emptied afterwards: it would still hold the wrapped keys. */
  async erase(objectIds: readonly string[]): Promise<void> {
    await this.#each(
      `UPDATE payload_vault_objects SET state = 'erased', registration_key = NULL, wrapped_key = NULL, body = NULL WHERE object_id = ?`,
      objectIds,
    );
    await stored(() => this.#database.pragma('wal_checkpoint(TRUNCATE)'));
  }

  audit(records: readonly VaultAudit[]): Promise<void> {
    const insert = `INSERT INTO payload_vault_audit
      (audit_id, object_id, at, principal_id, purpose, channel, disposition, decision_digest, outcome)
      VALUES (@auditId, @objectId, @at, @principalId, @purpose, @channel, @disposition, @decisionDigest, @outcome)`;
    return this.#transaction(() => {
      const statement = this.#prepare(insert);
      for (const record of records) statement.run(record);
    });
  }

  projectKey(projectId: string): Promise<ProjectKey | undefined> {
    return stored(() => this.#projectKey(projectId));
  }

  addProjectKey(key: ProjectKey): Promise<ProjectKey> {
    return this.#transaction(() => {
      const insert = `INSERT INTO payload_vault_keys (project_id, key_id, wrapped_key) VALUES (@projectId, @keyId, @wrappedKey)
        ON CONFLICT (project_id) DO NOTHING`;
      this.#prepare(insert).run(key);
      return this.#projectKey(key.projectId) ?? key;
    });
  }

  rootKeyIds(): Promise<readonly string[]> {
    const select = `SELECT DISTINCT key_id AS keyId FROM payload_vault_objects WHERE wrapped_key IS NOT NULL
      UNION SELECT key_id FROM payload_vault_keys`;
    return stored(() => (this.#prepare(select).all() as { keyId: string }[]).map(({ keyId }) => keyId));
  }

  #register(object: VaultObject): VaultObject {
    const select = `SELECT ${COLUMNS} FROM payload_vault_objects WHERE registration_key = ?`;
    const known = this.#prepare(select).get(object.registrationKey) as VaultObject | undefined;
    if (!known) {
      const insert = `INSERT INTO payload_vault_objects
        (object_id, registration_key, project_id, state, stream_id, command_id, content_hash, descriptor_digest, aad_json, key_id,
         wrapped_key, body, registered_at)
        VALUES (@objectId, @registrationKey, @projectId, @state, @streamId, @commandId, @contentHash, @descriptorDigest, @aadJson,
         @keyId, @wrappedKey, @body, @registeredAt)`;
      this.#prepare(insert).run(object);
      return object;
    }
    if (known.state !== 'abandoned') return known;
    const update = `UPDATE payload_vault_objects SET state = 'registered', registered_at = ? WHERE object_id = ?`;
    this.#prepare(update).run(object.registeredAt, known.objectId);
    return { ...known, state: 'registered', registeredAt: object.registeredAt };
  }

  #projectKey(projectId: string): ProjectKey | undefined {
    const select = `SELECT project_id AS projectId, key_id AS keyId, wrapped_key AS wrappedKey FROM payload_vault_keys WHERE project_id = ?`;
    return this.#prepare(select).get(projectId) as ProjectKey | undefined;
  }

  #each(sql: string, objectIds: readonly string[]): Promise<void> {
    return this.#transaction(() => {
      const statement = this.#prepare(sql);
      for (const objectId of objectIds) statement.run(objectId);
    });
  }

  #transaction<Result>(work: () => Result): Promise<Result> {
    return stored(() => this.#database.transaction(work).immediate());
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
