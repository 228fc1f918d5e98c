// A finding is a question with one right answer at a revision: what has to be opened, what follows from it, and how it is said. The
// strategy agent answers it; the strategy reviewer opens the same evidence again and compares.
import type { EvidenceQuestion } from '../../evidence/evidence-record.js';
import type { OpenedEvidence } from '../../evidence/open-evidence.js';
import type { Claim } from '../../report.js';

export interface Finding<Value = unknown> {
  /** Claims carry it as their key, with `:<subject>` where there is one. */
  readonly name: string;
  ask(subject: string): readonly EvidenceQuestion[];
  /** A JSON value. `opened` is in the order of `ask`. */
  derive(opened: readonly OpenedEvidence[], subject: string): Value;
  kindOf(value: Value): Claim['kind'];
  /** One sentence. */
  phrase(value: Value, subject: string): string;
}

export const claimKey = (name: string, subject: string): string => (subject === '' ? name : `${name}:${subject}`);

/** The name and the subject of a claim's key; names hold no colon. */
export function readClaimKey(key: string): { readonly name: string; readonly subject: string } {
  const colon = key.indexOf(':');
  return colon < 0 ? { name: key, subject: '' } : { name: key.slice(0, colon), subject: key.slice(colon + 1) };
}

/** For a finding that opens a tree query. */
export function answerOf<Kind extends 'paths' | 'matches' | 'largest' | 'extensions' | 'folders'>(
  opened: OpenedEvidence | undefined,
  kind: Kind,
) {
  if (opened?.kind !== 'query' || opened.answer.kind !== kind) throw new TypeError(`The evidence answers no ${kind} query.`);
  return opened.answer as Extract<typeof opened.answer, { kind: Kind }>;
}

/** For a finding that opens a whole file; null for a binary one. */
export function textOf(opened: OpenedEvidence | undefined): string | null {
  if (opened?.kind !== 'file') throw new TypeError('The evidence is no whole file.');
  return opened.text;
}
