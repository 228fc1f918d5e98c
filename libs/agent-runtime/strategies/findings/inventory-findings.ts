// What a repository is made of.
import { code, counted, size } from '../markdown.js';
import { answerOf } from './finding.js';
import type { Finding } from './finding.js';
import { MANIFEST_GLOBS } from './manifests.js';
import { pathFinding } from './path-finding.js';

interface Counted {
  readonly files: number;
  readonly bytes: number;
  /** The most frequent ones. */
  readonly most: readonly { readonly name: string; readonly files: number; readonly bytes: number }[];
}

const countFinding = (name: string, kind: 'extensions' | 'folders', phrase: (value: Counted) => string): Finding<Counted> => ({
  name,
  ask: () => [{ kind: 'query', query: { kind } }],
  derive([opened]) {
    const { counts } = answerOf(opened, kind);
    const sum = (part: 'files' | 'bytes') => counts.reduce((total, count) => total + count[part], 0);
    return { files: sum('files'), bytes: sum('bytes'), most: counts.slice(0, 12) };
  },
  kindOf: () => 'observation',
  phrase,
});

export const EXTENSIONS = countFinding('files.extensions', 'extensions', ({ files, bytes, most }) => {
  const named = most.slice(0, 4).map(({ name, files: of }) => `${name === '' ? 'no extension' : code(name)} (${of})`);
  return `There are ${counted(files, 'file')} of ${size(bytes)} in all; most have ${named.join(', ') || 'no extension'}.`;
});

export const FOLDERS = countFinding('files.folders', 'folders', ({ most }) => {
  const named = most.slice(0, 6).map(({ name, files }) => `${name === '' ? 'the root' : code(`${name}/`)} (${files})`);
  return `Files lie in ${named.join(', ') || 'no folder'}.`;
});

export const READMES = pathFinding('readme.paths', ['README', 'README.*', 'readme', 'readme.*', 'Readme.*'], 'read-me file');

export const MANIFESTS = pathFinding('manifests.paths', MANIFEST_GLOBS, 'package manifest');
