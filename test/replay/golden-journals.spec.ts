// What was recorded is read by today's code as it was then: every chain, every fact, every state, every row.
import { TODAY } from './code.js';
import { problemsOf, unrecorded } from './check.js';
import { JOURNALS, readAllGolden } from './library.js';

const golden = readAllGolden(JOURNALS);

describe('golden journals', () => {
  it('[K-017] hold every type of fact in the version that is written today', () => {
    expect(
      unrecorded(
        golden.flatMap(({ events }) => events),
        TODAY.catalogue,
      ),
    ).toStrictEqual([]);
  });

  it.each(golden.map((one) => [one.name, one] as const))('[K-S01] [K-056] %s folds as it was recorded', async (_name, one) => {
    expect(one.events.length).toBeGreaterThan(0);
    expect(await problemsOf(one, TODAY)).toStrictEqual([]);
  });
});
