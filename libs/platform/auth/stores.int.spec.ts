import Database from 'better-sqlite3';
import { MemorySigningKeyStore, MemoryTokenStore } from './memory/index.js';
import { SqliteSigningKeyStore, SqliteTokenStore } from './sqlite/index.js';
import { signingKeyStoreSuite } from './suite/signing-key-store.suite.js';
import { tokenStoreSuite } from './suite/token-store.suite.js';

tokenStoreSuite('memory', () => new MemoryTokenStore());
tokenStoreSuite('sqlite', () => new SqliteTokenStore(new Database(':memory:')));
signingKeyStoreSuite('memory', () => new MemorySigningKeyStore());
signingKeyStoreSuite('sqlite', () => new SqliteSigningKeyStore(new Database(':memory:')));
