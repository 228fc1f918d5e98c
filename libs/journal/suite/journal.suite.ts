// The contract of the Journal port, clause by clause: every driver passes it.
import { appendSuite } from './append.suite.js';
import type { JournalHarness, SuiteOptions } from './harness.js';
import { integritySuite } from './integrity.suite.js';
import { readingSuite } from './reading.suite.js';

export function journalSuite(name: string, open: () => Promise<JournalHarness>, options: SuiteOptions = {}): void {
  describe(`journal: ${name}`, () => {
    let harness: JournalHarness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(() => harness.dispose());

    describe('writing', () => appendSuite(() => harness));
    describe('reading', () => readingSuite(() => harness));
    describe('integrity', () => integritySuite(() => harness, options));
  });
}
