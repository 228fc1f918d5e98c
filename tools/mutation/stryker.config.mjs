// Mutates the rules of a Run and asks the specs of the Run alone; `npm run mutation -- <folder or file>` narrows it.
import { join } from 'node:path';

const nothing = ['**', '!package.json', '!tsconfig.json', '!tools/**', '!libs/domain/**', '!libs/testing/**'];

export default {
  testRunner: 'one-process',
  plugins: [join(import.meta.dirname, 'one-process-runner.mjs')],
  testRunnerNodeArgs: ['--conditions=@workroom/source', '--import', join(import.meta.dirname, '..', 'typescript.mjs')],
  mochaOptions: {
    require: [join(import.meta.dirname, 'jest-words.cjs')],
    // The random walks stay out: what they catch by luck is no rule that a spec states.
    spec: ['libs/domain/run/**/*.spec.ts'],
    ignore: ['libs/domain/run/run-walk.spec.ts'],
  },
  mutate: ['libs/domain/run/**/*.ts', '!libs/domain/run/**/*.spec.ts'],
  ignorePatterns: nothing,
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['json', 'clear-text', 'progress-append-only'],
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  clearTextReporter: { reportTests: false, reportMutants: false, allowColor: false },
  tempDirName: '.stryker-tmp',
  concurrency: 1,
  timeoutMS: 5_000,
  thresholds: { high: 95, low: 85, break: 85 },
};
