export { EmbeddedServer } from './embedded-server.js';
export { startTestPostgres } from './test-postgres.js';
export type { TestPostgres } from './test-postgres.js';
