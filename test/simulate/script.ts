// A script: every delivery of a world, message by message, so that it can be made again whatever became of the generator.
import type { CrashPlace } from './faulty-journal.js';
import type { Message } from './message.js';

export interface Sent {
  /** The store's clock, epoch milliseconds. */
  readonly at: number;
  /** Through which Journal: the process's own, the second door into it, one each, or that of a process that died. */
  readonly door: 'first' | 'second' | 'both' | 'old';
  /** Where the process dies at this write; null: nowhere. */
  readonly dies: CrashPlace | null;
  /** Handed in at once. */
  readonly messages: readonly Message[];
}

export interface Script {
  /** What was broken, in a sentence. */
  readonly defect: string;
  /** The invariant that caught it. */
  readonly invariant: string;
  /** Gives the climate of the world, as in a trace. */
  readonly world: number;
  readonly sent: readonly Sent[];
}

/** JSON lines: what it is about, then one delivery a line. */
export const scriptText = ({ sent, ...head }: Script): string =>
  [head, ...sent].map((line) => `${JSON.stringify(line)}\n`).join('');

export function parseScript(text: string): Script {
  const [head, ...sent] = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
  if (head === undefined) throw new Error('The script is empty.');
  return { ...(head as Omit<Script, 'sent'>), sent: sent as readonly Sent[] };
}
