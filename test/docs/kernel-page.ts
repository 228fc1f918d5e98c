// docs/kernel.md, drawn from the Kernel's own tables: machines, roles, due instants, counting facts.
import { DUE_KINDS, MACHINES, ROLES, SUBJECTS } from '#domain/run';

type Row = (typeof MACHINES)[keyof typeof MACHINES][number];

const edgesOf = ({ from, on, to, when }: Row): readonly string[] =>
  from.map((one) => {
    const start = one === 'none' ? '[*]' : one;
    return `    ${start} --> ${to}: ${on}${when === undefined ? '' : ` (${when})`}`;
  });

function diagramOf(name: string, rows: readonly Row[]): string {
  const statuses = new Set(rows.flatMap(({ from, to }) => [...from, to]));
  const left = new Set(rows.flatMap(({ from }) => from));
  const ends = [...statuses].filter((status) => status !== 'none' && !left.has(status)).map((status) => `    ${status} --> [*]`);
  const lines = ['```mermaid', 'stateDiagram-v2', ...rows.flatMap(edgesOf), ...ends, '```'];
  return `### ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n${lines.join('\n')}`;
}

const HEAD = `# The Kernel

Written by \`npm run docs\` from the tables in \`libs/domain/run/\`; a test fails when this page and the code differ, another one when a
random walk over every command meets a transition that is not drawn here, or never meets one that is.

One stream \`run-<runId>\` is one consistency boundary: a Run with its plan, tasks, Assignments, waits, dispatches and workspaces.
\`runDecider\` turns state and command into facts (\`decide\`) and folds facts into state (\`evolve\`); both are pure. What an event holds
stands in [events.md](events.md).

## Order of checks

1. token and scope (\`CONTROL_SCOPE_NOT_EXACT\`, \`TOKEN_SCOPE\`), the Run and its Project, the closed form of the command;
2. idempotency: a known key with the same digest gets its old receipt, also after the Run has ended;
3. \`RUN_TERMINAL\`;
4. actor, authority and separation of duties;
5. expected sequence;
6. state of the Run, then of the task; last the rule of the command.

## Status of a Run

The first condition that holds:

| status | condition |
|---|---|
| cancelled | run.cancelled is recorded |
| cancelling | a cancel was asked for |
| needs_replan | a replan request is open |
| completed | at least one task, and each is accepted, or optional and closed |
| needs_replan | a required task failed or was cancelled |
| paused | a pause is in force |
| blocked | a reviewer wait, an acceptance gate or a plan gate has expired, or a task is blocked |
| active | otherwise |

completed and cancelled are terminal. While paused, cancelling or asked for a replan nothing is dispatched, whatever the status shows.`;

const rolesTable = (): string =>
  ['| command | roles |', '|---|---|', ...Object.entries(ROLES).map(([type, roles]) => `| ${type} | ${roles.join(', ')} |`)].join(
    '\n',
  );

const counting = (subject: string): string =>
  Object.entries(SUBJECTS)
    .filter(([, one]) => one === subject)
    .map(([type]) => type)
    .join(', ');

export function kernelPage(): string {
  const machines = Object.entries(MACHINES).map(([name, rows]) => diagramOf(name, rows));
  const due = DUE_KINDS.map((kind, index) => `${index + 1}. ${kind}`).join('\n');
  return `${[
    HEAD,
    '## State machines',
    ...machines,
    '## Who may send what',
    rolesTable(),
    '## What makes a card stale',
    'For commands of people, Reviewers and the Orchestrator `expectedSequence` is compared with the last counting fact of their subject.',
    `- of a task: ${counting('task')}`,
    `- of the Run: ${counting('run')}`,
    `- of nobody: ${counting('none')}`,
    '## What falls due',
    'One `advance_clock` settles everything that is due in one batch: by instant, then in this order, then by id.',
    due,
  ].join('\n\n')}\n`;
}
