import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { EncryptedVault } from '../encrypted-vault.js';
import { ephemeralRootKey } from '../root-key.js';
import { vaultSuite } from '../suite/vault.suite.js';
import type { VaultAudit, VaultObject } from '../vault-store.js';
import type { RegisterPayload } from '../vault.js';
import { SqliteVaultStore } from './sqlite-vault-store.js';

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (key: string): string => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

vaultSuite('sqlite', () => {
  const database = new Database(':memory:');
  const store = new SqliteVaultStore(database);
  return {
    store,
    audits: () =>
      database
        .prepare<[], Record<string, unknown>>('SELECT * FROM payload_vault_audit ORDER BY audit_id')
        .all()
        .map(
          (row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [camel(key), value])) as unknown as VaultAudit,
        ),
    tamper: (objectId, change) => {
      const select = 'SELECT aad_json AS aadJson, body FROM payload_vault_objects WHERE object_id = ?';
      const changes = Object.entries(change(database.prepare(select).get(objectId) as VaultObject));
      for (const [key, value] of changes) {
        database.prepare(`UPDATE payload_vault_objects SET ${snake(key)} = ? WHERE object_id = ?`).run(value, objectId);
      }
    },
    breakAudit: () => void database.exec('DROP TABLE payload_vault_audit'),
    close: () => void database.close(),
  };
});

describe('vault: sqlite in a file', () => {
  const TEXT = 'a very private sentence';
  const rootKey = ephemeralRootKey();
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'workroom-vault-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const open = (now = 1_700_000_000_000): { database: Database.Database; store: SqliteVaultStore; vault: EncryptedVault } => {
    const database = new Database(join(directory, 'workroom.db'));
    database.pragma('journal_mode = WAL');
    const store = new SqliteVaultStore(database);
    return { database, store, vault: new EncryptedVault(store, { rootKey, now: () => now }) };
  };
  const payload: RegisterPayload = {
    projectId: 'demo',
    kind: 'source_message',
    fieldPath: 'title',
    body: TEXT,
    streamId: 'run-1',
    commandId: 'command-1',
  };
  const onDisk = (text: string): boolean =>
    readdirSync(directory).some((file) => readFileSync(join(directory, file)).includes(text));

  it('keeps a text over a restart, sealed in the file', async () => {
    const first = open();
    const reference = await first.vault.register(payload);
    first.database.close();
    const second = open();
    const opening = { principalId: 'a', purpose: 'audit', channel: 'console', disposition: 'full', decisionDigest: 'd' } as const;
    expect(await second.vault.open({ reference, ...opening })).toBe(TEXT);
    expect(onDisk(TEXT)).toBe(false);
    expect(onDisk(reference.receipt.objectId)).toBe(true);
    second.database.close();
  });

  it('leaves no trace of an erased wrapped key in any of its files', async () => {
    const first = open();
    const { receipt } = await first.vault.register(payload);
    const wrapped = (await first.store.find(receipt.objectId))?.wrappedKey ?? '';
    expect(onDisk(wrapped)).toBe(true);
    first.database.close();
    const later = open(1_700_000_000_000 + 90_000_000);
    expect(await later.vault.sweep(() => Promise.resolve(false))).toBe(1);
    expect(onDisk(wrapped)).toBe(false);
    later.database.close();
  });

  it('registers what one command says all together or not at all', async () => {
    const { database, vault, store } = open();
    database.exec(`CREATE TRIGGER fail BEFORE INSERT ON payload_vault_objects WHEN NEW.command_id = 'bad'
      BEGIN SELECT RAISE(ABORT, 'no'); END`);
    await expect(vault.registerAll([payload, { ...payload, commandId: 'bad' }])).rejects.toMatchObject({ message: 'no' });
    expect(await store.unreferenced(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    database.close();
  });

  it('tells a full disk and a file that cannot be used as unavailable', async () => {
    const { database, vault } = open();
    await vault.register(payload);
    const pages = database.pragma('page_count', { simple: true }) as number;
    database.pragma(`max_page_count = ${pages}`);
    const large = { ...payload, body: 'x'.repeat(100_000) };
    await expect(vault.register(large)).rejects.toMatchObject({ name: 'Unavailable', code: 'STORE_FULL' });
    database.pragma('query_only = ON');
    await expect(vault.register(large)).rejects.toMatchObject({ name: 'Unavailable', code: 'STORE_UNAVAILABLE' });
    database.close();
  });
});
