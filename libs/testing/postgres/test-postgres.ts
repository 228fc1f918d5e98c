// PostgreSQL for tests: the server at WORKROOM_TEST_POSTGRES_URL, else an embedded one. Each test gets an empty schema.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { EmbeddedServer } from './embedded-server.js';

export interface TestPostgres {
  /** The URL of a new, empty schema: as good as a database of its own, and made at once. */
  freshSchema(): Promise<string>;
  stop(): Promise<void>;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Durability is off on an embedded server: tests of crashes start one of their own. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env['WORKROOM_TEST_POSTGRES_URL'];
  const server = given ? undefined : await EmbeddedServer.start(['-c', 'fsync=off', '-c', 'max_connections=200']);
  const home = given ?? server!.url();
  const made: string[] = [];
  return {
    async freshSchema() {
      const name = `workroom_test_${randomBytes(6).toString('hex')}`;
      await run(home, `CREATE SCHEMA ${name}`);
      made.push(name);
      const url = new URL(home);
      url.searchParams.set('options', `-c search_path=${name}`);
      return url.href;
    },
    async stop() {
      if (server) return server.stop();
      for (const name of made) await run(home, `DROP SCHEMA ${name} CASCADE`);
    },
  };
}
