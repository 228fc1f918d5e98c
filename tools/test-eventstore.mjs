// Runs the Journal's whole contract against a real EventStoreDB or KurrentDB: npm run test:eventstore -- --url esdb://…
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { url: { type: 'string' } } });
if (!values.url) {
  process.stderr.write('Name the server: npm run test:eventstore -- --url esdb://127.0.0.1:2113?tls=false\n');
  process.exit(2);
}
const jest = join(import.meta.dirname, '..', 'node_modules/jest/bin/jest.js');
const args = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  jest,
  'libs/journal/eventstore',
  '-t',
  '^journal: eventstore ',
];
const env = { ...process.env, WORKROOM_TEST_EVENTSTORE_URL: values.url };
process.exit(spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1);
