// Findings of the form: which files of this kind are there?
import { code, counted } from '../markdown.js';
import { answerOf } from './finding.js';
import type { Finding } from './finding.js';

export interface PathsFound {
  readonly count: number;
  /** The first of them, in code-unit order. */
  readonly paths: readonly string[];
}

const LISTED = 200;

/** Copies of other people's code that were checked in. */
const isVendored = (path: string): boolean => /(^|\/)(node_modules|bower_components|vendor|third_party)\//.test(path);

/** Files, not links, that match; `noun` names one of them in a sentence. */
export function pathFinding(name: string, globs: readonly string[], noun: string, plural = `${noun}s`): Finding<PathsFound> {
  return {
    name,
    ask: () => [{ kind: 'query', query: { kind: 'paths', globs: [...globs] } }],
    derive([opened]) {
      const paths = answerOf(opened, 'paths').entries.flatMap(({ path, kind }) =>
        kind === 'file' && !isVendored(path) ? [path] : [],
      );
      return { count: paths.length, paths: paths.slice(0, LISTED) };
    },
    kindOf: ({ count }) => (count === 0 ? 'absence' : 'observation'),
    phrase({ count, paths }) {
      if (count === 0) return `There is no ${noun}.`;
      const some = paths.slice(0, 5).map((path) => code(path));
      return `There ${count === 1 ? 'is' : 'are'} ${counted(count, noun, plural)}: ${some.join(', ')}${count > 5 ? ', …' : ''}.`;
    },
  };
}
