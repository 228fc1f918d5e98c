import { readCandidate } from '../planner/plan-candidate.js';
import { DYNAMIC_STRATEGY } from './dynamic-strategy.js';
import { findStrategy, SHIPPED_STRATEGIES, strategyOffers } from './shipped-strategies.js';
import { strategyCandidate, strategyName } from './workflow-strategy.js';

describe('the strategies that ship', () => {
  it.each(SHIPPED_STRATEGIES.map((strategy) => [strategyName(strategy), strategy] as const))(
    '%s makes a candidate of exactly the declared shape, without a cycle',
    (name, strategy) => {
      const candidate = strategyCandidate(strategy, []);
      expect(readCandidate(candidate)).toEqual({ candidate });
      const done = new Set<string>();
      for (const task of candidate.tasks) {
        expect(task.dependsOn.filter((key) => !done.has(key))).toEqual([]);
        done.add(task.key);
      }
      expect(findStrategy(name)).toBe(strategy);
    },
  );

  it('[PL-01] repository-audit is a graph of five steps, never one fixed task', () => {
    const audit = findStrategy('repository-audit@1.0.0')!;
    const { tasks } = strategyCandidate(audit, []);
    expect(tasks.map(({ key, dependsOn }) => [key, dependsOn])).toEqual([
      ['inventory', []],
      ['licences-and-dependencies', ['inventory']],
      ['todo-and-large-files', ['inventory']],
      ['test-command', ['inventory']],
      ['report', ['inventory', 'licences-and-dependencies', 'todo-and-large-files', 'test-command']],
    ]);
  });

  it('asks for bash only where it is offered', () => {
    const audit = findStrategy('repository-audit@1.0.0')!;
    const tools = (offered: string[]) =>
      strategyCandidate(audit, offered).tasks.find(({ key }) => key === 'test-command')?.requires.tools;
    expect(tools(['bash'])).toContain('bash');
    expect(tools([])).not.toContain('bash');
  });

  it('[PL-03] a candidate that names authority is refused', () => {
    const candidate = strategyCandidate(findStrategy('repository-audit@1.0.0')!, []);
    const withLane = { ...candidate, tasks: candidate.tasks.map((task) => ({ ...task, sponsorLane: 'urgent' })) };
    expect(readCandidate(withLane)).toHaveProperty('violations');
    expect(readCandidate({ ...candidate, budget: { maxTasks: 99 } })).toHaveProperty('violations');
  });

  it('does not count a plan that a model made', () => {
    expect(findStrategy(strategyName(DYNAMIC_STRATEGY))).toBeNull();
  });

  it('says for each what it answers and whether it needs a model', () => {
    expect(strategyOffers().map(({ strategy, needsModel }) => [strategy, needsModel])).toEqual([
      ['repository-audit@1.0.0', false],
      ['software-delivery@1.0.0', true],
    ]);
  });
});
