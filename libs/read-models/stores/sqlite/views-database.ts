// `views.db`: opens it for this process alone to write through one queue, and for reading on a connection that sees committed rows only.
import { closeSync, openSync } from 'node:fs';
import type { Database, Statement } from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { CreateReadModels1764547200000, readModelEntities } from '../schema.js';
import { WriteQueue } from './write-queue.js';

export interface ViewsDatabase {
  /** All writes, inside `writes.run` only. */
  readonly writer: DataSource;
  readonly writes: WriteQueue;
  readonly reader: DataSource;
  /** Changes with every commit of another connection, this process's writer included. */
  revision(): number;
  close(): Promise<void>;
}

/** Read models can be made anew from the Journal, so a commit need not wait for the disk (WAL keeps the file sound). */
const prepareDatabase = (database: Database): void => {
  database.pragma('synchronous = NORMAL');
  database.pragma('temp_store = MEMORY');
};

/** Creates the file (mode 0600) and its tables when they are not there. */
export async function openViewsDatabase(path: string): Promise<ViewsDatabase> {
  closeSync(openSync(path, 'a', 0o600));
  const shared = { type: 'better-sqlite3', database: path, prepareDatabase, statementCacheSize: 200 } as const;
  const writer = new DataSource({
    ...shared,
    enableWAL: true,
    entities: readModelEntities,
    migrations: [CreateReadModels1764547200000],
    migrationsTableName: 'read_model_migrations',
    migrationsRun: true,
  });
  await writer.initialize();
  let version: Statement | undefined;
  const prepareReader = (database: Database): void => {
    prepareDatabase(database);
    version = database.prepare('PRAGMA data_version').pluck();
  };
  const reader = new DataSource({ ...shared, readonly: true, prepareDatabase: prepareReader });
  await reader.initialize();
  const writes = new WriteQueue();
  return {
    writer,
    writes,
    reader,
    revision: () => Number(version?.get()),
    close: async () => {
      await writes.idle();
      await reader.destroy();
      await writer.destroy();
    },
  };
}
