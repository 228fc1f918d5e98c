// Which step of which strategy is done by which agent without a model.
import { auditReport } from './audit/audit-report.js';
import { inventory } from './audit/inventory.js';
import { licencesAndDependencies } from './audit/licences-and-dependencies.js';
import { testCommand } from './audit/test-command.js';
import { todoAndLargeFiles } from './audit/todo-and-large-files.js';
import { REPOSITORY_AUDIT } from './repository-audit.js';
import type { StrategyAgent } from './strategy-agent.js';
import { strategyName } from './workflow-strategy.js';

const AGENTS: ReadonlyMap<string, StrategyAgent> = new Map([
  ['inventory', inventory],
  ['licences-and-dependencies', licencesAndDependencies],
  ['todo-and-large-files', todoAndLargeFiles],
  ['test-command', testCommand],
  ['report', auditReport],
]);

/** null: the step needs a model. */
export const strategyAgent = (strategy: string, step: string): StrategyAgent | null =>
  strategy === strategyName(REPOSITORY_AUDIT) ? (AGENTS.get(step) ?? null) : null;
