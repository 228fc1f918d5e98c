// Everything that an Assignment's brief holds, as items of a Context View.
import type { AgentBrief } from '../brief.js';
import type { ContextItem } from './context-item.js';

const MAX_REPORT = 24_000;

export function briefContext(brief: AgentBrief): readonly ContextItem[] {
  const source = `${brief.runId}/${brief.taskKey}`;
  const criteria = brief.criteria.map(
    ({ criterionId, text }) => `- ${criterionId}: ${text ?? 'the result does what the task asks for'}`,
  );
  return [
    { id: `task:${brief.taskKey}`, tier: 1, kind: 'Your task', source, text: brief.title, trusted: false },
    ...(criteria.length > 0
      ? [
          {
            id: `criteria:${brief.taskKey}`,
            tier: 1,
            kind: 'It is accepted if',
            source,
            text: criteria.join('\n'),
            trusted: false,
          } as const,
        ]
      : []),
    ...brief.context,
    ...brief.dependencies.map(({ taskKey, report }): ContextItem => ({
      id: `report:${taskKey}`,
      tier: 2,
      kind: `Accepted report of ${taskKey}`,
      source: `${brief.runId}/${taskKey}`,
      text: report.markdown.slice(0, MAX_REPORT),
      trusted: false,
    })),
  ];
}
