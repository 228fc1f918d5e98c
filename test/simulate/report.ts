// What a simulation prints when it ends.
import type { Counts } from './counts.js';
import { stepsOf } from './simulation.js';

const number = (value: number): string => value.toLocaleString('en-US');

function section(title: string, rows: ReadonlyArray<readonly [string, number]>): readonly string[] {
  const sum = rows.reduce((total, [, value]) => total + value, 0);
  return [`${title}: ${number(sum)}`, ...rows.map(([name, value]) => `  ${number(value).padStart(10)}  ${name}`)];
}

export const reportOf = (counts: Counts): readonly string[] => [
  `steps: ${number(stepsOf(counts))} in ${number(counts.of('episodes'))} episodes`,
  ...section('facts', counts.under('fact ')),
  ...section('commands', counts.under('command ')),
  ...section('answers', [...counts.under('answer '), ...counts.under('refused ')]),
  ...section('faults injected', [
    ...counts.under('fault '),
    ...counts.under('lie ').map(([name, value]) => [`lie: ${name}`, value] as const),
  ]),
  ...section('Runs finished', counts.under('run ')),
  ...section('invariants checked', counts.under('check ')),
];
