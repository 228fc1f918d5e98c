// What was left open in the code, and what weighs most.
import { code, counted, size } from '../markdown.js';
import { answerOf } from './finding.js';
import type { Finding } from './finding.js';

export interface OpenNotes {
  readonly count: number;
  /** False where there are more than were counted. */
  readonly complete: boolean;
  readonly files: number;
  readonly first: readonly { readonly path: string; readonly line: number; readonly text: string }[];
}

/** The marks by which people leave notes in code. */
const MARKS = ['TODO', 'FIXME', 'HACK', 'XXX'];
const LISTED = 25;

export const OPEN_NOTES: Finding<OpenNotes> = {
  name: 'notes.open',
  ask: () => [
    {
      kind: 'query',
      query: { kind: 'matches', pattern: `\\b(${MARKS.join('|')})\\b`, flags: '', globs: ['**'], maxMatches: 5_000 },
    },
  ],
  derive([opened]) {
    const { matches, complete } = answerOf(opened, 'matches');
    return {
      count: matches.length,
      complete,
      files: new Set(matches.map(({ path }) => path)).size,
      first: matches.slice(0, LISTED).map(({ path, line, text }) => ({ path, line, text: text.trim().slice(0, 160) })),
    };
  },
  kindOf: ({ count }) => (count === 0 ? 'absence' : 'observation'),
  phrase({ count, complete, files }) {
    if (count === 0) return `No text file holds a note such as ${MARKS.slice(0, 2).join(' or ')}.`;
    return `${complete ? '' : 'More than '}${counted(count, 'open note')} (${MARKS.join(', ')}) ${count === 1 ? 'stands' : 'stand'} in ${counted(files, 'file')}.`;
  },
};

export interface LargestFiles {
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

export const LARGEST_FILES: Finding<LargestFiles> = {
  name: 'files.largest',
  ask: () => [{ kind: 'query', query: { kind: 'largest', limit: 10 } }],
  derive: ([opened]) => ({ files: answerOf(opened, 'largest').entries }),
  kindOf: ({ files }) => (files.length === 0 ? 'absence' : 'observation'),
  phrase({ files: [first] }) {
    return first === undefined ? 'There is no file.' : `The largest file is ${code(first.path)} with ${size(first.size)}.`;
  },
};
