// What a repository depends on, as its manifests declare it.
import { code, counted } from '../markdown.js';
import { textOf } from './finding.js';
import type { Finding } from './finding.js';
import { readManifest } from './manifests.js';
import { pathFinding } from './path-finding.js';

const LISTED = 60;

export const LOCK_FILES = pathFinding(
  'lockfiles.paths',
  [
    ...[
      'package-lock.json',
      'npm-shrinkwrap.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'bun.lock',
      'poetry.lock',
      'uv.lock',
      'Pipfile.lock',
    ],
    ...['Cargo.lock', 'go.sum', 'Gemfile.lock', 'composer.lock'],
  ].map((name) => `**/${name}`),
  'lock file',
);

export interface DependenciesDeclared {
  /** False where the manifest could not be understood. */
  readonly understood: boolean;
  readonly runtimeCount: number;
  readonly developmentCount: number;
  /** The first of each, as declared. */
  readonly runtime: readonly string[];
  readonly development: readonly string[];
  readonly licence: string | null;
}

const NOTHING: DependenciesDeclared = {
  understood: false,
  ...{ runtimeCount: 0, developmentCount: 0, runtime: [], development: [], licence: null },
};

export const DEPENDENCIES: Finding<DependenciesDeclared> = {
  name: 'dependencies.declared',
  ask: (path) => [{ kind: 'file', path }],
  derive([opened], path) {
    const declared = readManifest(path, textOf(opened) ?? '');
    if (!declared) return NOTHING;
    return {
      understood: true,
      runtimeCount: declared.runtime.length,
      developmentCount: declared.development.length,
      runtime: declared.runtime.slice(0, LISTED),
      development: declared.development.slice(0, LISTED),
      licence: declared.licence,
    };
  },
  kindOf: () => 'observation',
  phrase({ understood, runtimeCount, developmentCount, licence }, path) {
    if (!understood) return `${code(path)} could not be understood as a manifest.`;
    const stated = licence === null ? '' : ` and states the licence ${code(licence)}`;
    return `${code(path)} declares ${counted(runtimeCount, 'dependency', 'dependencies')} and ${developmentCount} for development${stated}.`;
  },
};
