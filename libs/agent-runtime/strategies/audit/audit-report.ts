// Puts the accepted results together: what can be stated, and each task's own text.
import { Rejection } from '#domain/kernel';
import type { Desk } from '../desk.js';
import { bullets, document } from '../markdown.js';
import type { StrategyProgress } from '../strategy-agent.js';

/** Headings one level deeper, so that a task's text stands below the heading of the whole. */
const deeper = (markdown: string): string => {
  let fenced = '';
  return markdown
    .trim()
    .split('\n')
    .map((line) => {
      const fence = /^`{3,}/.exec(line)?.[0] ?? '';
      if (fence !== '' && (fenced === '' || fence === fenced)) fenced = fenced === '' ? fence : '';
      return fenced === '' && /^#{1,5} /.test(line) ? `#${line}` : line;
    })
    .join('\n');
};

export async function* auditReport(desk: Desk): AsyncGenerator<StrategyProgress, string> {
  const { dependencies, baseRevision } = desk.brief;
  if (dependencies.length === 0)
    throw new Rejection('DEPENDENCY_MISSING', 'The audit report needs the reports of the other steps.');
  yield { summary: 'Putting the results together', completedUnits: 0, totalUnits: 1 };
  const stated: string[] = [];
  for (const { report } of dependencies) {
    for (const claim of report.claims) {
      stated.push(claim.statement);
      if (claim.kind !== 'command_result') desk.adopt(claim, report);
    }
  }
  return document(
    '# Audit of the repository',
    `Commit ${baseRevision}. Each statement below was accepted with its evidence.`,
    '## In short',
    bullets(stated),
    ...dependencies.map(({ report }) => deeper(report.markdown)),
  );
}
