// The vault's tables in SQLite. Times are epoch milliseconds.
export const VAULT_SCHEMA = `
  CREATE TABLE IF NOT EXISTS payload_vault_objects (
    object_id TEXT PRIMARY KEY,
    registration_key TEXT,
    project_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('registered', 'referenced', 'abandoned', 'erased')),
    stream_id TEXT NOT NULL,
    command_id TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    descriptor_digest TEXT NOT NULL,
    aad_json TEXT NOT NULL,
    key_id TEXT NOT NULL,
    wrapped_key TEXT,
    body BLOB,
    registered_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS payload_vault_objects_registration
    ON payload_vault_objects (registration_key) WHERE registration_key IS NOT NULL;
  CREATE INDEX IF NOT EXISTS payload_vault_objects_unreferenced
    ON payload_vault_objects (registered_at) WHERE state IN ('registered', 'abandoned');
  CREATE INDEX IF NOT EXISTS payload_vault_objects_key ON payload_vault_objects (key_id) WHERE wrapped_key IS NOT NULL;
  CREATE TABLE IF NOT EXISTS payload_vault_keys (
    project_id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    wrapped_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS payload_vault_audit (
    audit_id TEXT PRIMARY KEY,
    object_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    principal_id TEXT NOT NULL,
    purpose TEXT NOT NULL,
    channel TEXT NOT NULL,
    disposition TEXT NOT NULL,
    decision_digest TEXT NOT NULL,
    outcome TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS payload_vault_audit_object ON payload_vault_audit (object_id, at);
`;
