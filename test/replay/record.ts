// npm run golden:record [-- --overwrite NAME …]: writes journals and digests that are not there yet; exits 1 where one would change.
import { parseArgs } from 'node:util';
import { TODAY } from './code.js';
import { JOURNALS } from './library.js';
import { recordNew } from './recording.js';
import { SCENARIOS } from './scenarios/index.js';

const { values } = parseArgs({ options: { overwrite: { type: 'string', multiple: true, default: [] } } });
const { written, refused } = recordNew({
  folder: JOURNALS,
  scenarios: SCENARIOS,
  code: TODAY,
  overwrite: new Set(values.overwrite),
});
process.stdout.write(written.length > 0 ? `Recorded: ${written.join(', ')}\n` : 'Everything is recorded already.\n');
if (refused.length > 0) {
  process.stderr.write(
    `Not changed, although today's code folds them otherwise: ${refused.join(', ')}. Mend the code, or raise the version of the decider or view (docs/versioning.md). Only a journal that no release holds may be told anew: --overwrite NAME.\n`,
  );
  process.exitCode = 1;
}
