// What a shipped strategy demands of its steps reaches the plan, although the runtime's candidate does not carry it.
import { findStrategy, strategyCandidate } from '#agent-runtime';
import { domainCandidate } from './candidate.js';

const candidateOf = (name: string) => {
  const strategy = findStrategy(name);
  if (!strategy) throw new Error(`There is no strategy ${name}.`);
  return strategyCandidate(strategy, []);
};

describe('a candidate on its way to the plan', () => {
  it('[D-55] keeps which steps of a shipped strategy need another agent', () => {
    const { tasks } = domainCandidate(candidateOf('software-delivery@1.0.0'), 'software-delivery');
    expect(Object.fromEntries(tasks.map(({ key, distinctFrom }) => [key, distinctFrom]))).toMatchObject({
      implement: null,
      test: 'implement',
      review: 'implement',
    });
  });

  it('[D-55] of a model has none', () => {
    const own = { ...candidateOf('software-delivery@1.0.0'), strategy: 'own' };
    expect(new Set(domainCandidate(own, 'dynamic:demo').tasks.map(({ distinctFrom }) => distinctFrom))).toStrictEqual(
      new Set([null]),
    );
  });
});
