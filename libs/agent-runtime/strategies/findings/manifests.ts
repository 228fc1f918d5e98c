// Package manifests: which files declare dependencies, and what they declare. Readers take what they understand and never run anything.

export interface Declared {
  /** Names as declared, with the version range where there is one. */
  readonly runtime: readonly string[];
  readonly development: readonly string[];
  /** The licence that the manifest states. */
  readonly licence: string | null;
}

type Reader = (text: string) => Declared;

const strings = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {};

const named = (value: unknown): string[] =>
  Object.entries(strings(value)).map(([name, range]) => (range === '' ? name : `${name} ${range}`));

const record = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('The manifest is no JSON object.');
  return value as Record<string, unknown>;
};

const packageJson: Reader = (text) => {
  const manifest = record(text);
  return {
    runtime: [
      ...named(manifest['dependencies']),
      ...named(manifest['peerDependencies']),
      ...named(manifest['optionalDependencies']),
    ],
    development: named(manifest['devDependencies']),
    licence: typeof manifest['license'] === 'string' ? manifest['license'] : null,
  };
};

const composerJson: Reader = (text) => {
  const manifest = record(text);
  const licence = manifest['license'];
  return {
    runtime: named(manifest['require']),
    development: named(manifest['require-dev']),
    licence: typeof licence === 'string' ? licence : Array.isArray(licence) ? licence.join(' OR ') : null,
  };
};

const requirementsTxt: Reader = (text) => ({
  runtime: text.split('\n').flatMap((line) => {
    const clean = line.replace(/(^|\s)#.*$/, '').trim();
    return clean === '' || clean.startsWith('-') ? [] : [clean];
  }),
  development: [],
  licence: null,
});

/** The lines of TOML tables whose name fits. */
function tomlLines(text: string, fits: (table: string) => boolean): string[] {
  let table = '';
  return text.split('\n').filter((line) => {
    const header = /^\s*\[+\s*([^\]]+?)\s*\]+\s*(#.*)?$/.exec(line);
    if (header) table = header[1] ?? '';
    return !header && fits(table);
  });
}

const tomlNames = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const [, name, range] = /^\s*"?([A-Za-z0-9_.-]+)"?\s*=\s*(.+?)\s*$/.exec(line) ?? [];
    if (name === undefined || range === undefined) return [];
    const version = /^"([^"]*)"/.exec(range)?.[1] ?? /version\s*=\s*"([^"]*)"/.exec(range)?.[1];
    return [version === undefined ? name : `${name} ${version}`];
  });

const tomlLicence = (lines: readonly string[]): string | null =>
  lines.map((line) => /^\s*license\s*=\s*(?:\{\s*text\s*=\s*)?"([^"]+)"/.exec(line)?.[1]).find((found) => found !== undefined) ??
  null;

const cargoToml: Reader = (text) => ({
  runtime: tomlNames(tomlLines(text, (table) => /^(target\..+\.|workspace\.)?dependencies$/.test(table))),
  development: tomlNames(tomlLines(text, (table) => /(^|\.)(dev|build)-dependencies$/.test(table))),
  licence: tomlLicence(tomlLines(text, (table) => /^(workspace\.)?package$/.test(table))),
});

const pyprojectToml: Reader = (text) => {
  const listed = /^\s*dependencies\s*=\s*\[([^]*?)^\s*\]|^\s*dependencies\s*=\s*\[(.*)\]\s*$/m.exec(
    tomlLines(text, (table) => table === 'project').join('\n'),
  );
  const names = [...(listed?.[1] ?? listed?.[2] ?? '').matchAll(/"([^"]+)"|'([^']+)'/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const poetry = tomlNames(tomlLines(text, (table) => table === 'tool.poetry.dependencies'));
  const development = tomlNames(tomlLines(text, (table) => /^tool\.poetry\.(group\.[^.]+\.|dev-)dependencies$/.test(table)));
  return {
    runtime: [...names, ...poetry.filter((name) => !/^python\b/.test(name))],
    development,
    licence: tomlLicence(tomlLines(text, (table) => table === 'project' || table === 'tool.poetry')),
  };
};

const goMod: Reader = (text) => ({
  runtime: [...text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w./-]+)\s+(v[\w.+-]+)(?!.*\/\/ indirect)/gm)].map(
    ([, name, version]) => `${name} ${version}`,
  ),
  development: [],
  licence: null,
});

const gemfile: Reader = (text) => ({
  runtime: [...text.matchAll(/^\s*gem\s+["']([^"']+)["'](?:\s*,\s*["']([^"']+)["'])?/gm)].map(([, name, range]) =>
    range === undefined ? `${name}` : `${name} ${range}`,
  ),
  development: [],
  licence: null,
});

const pomXml: Reader = (text) => {
  const all = [...text.matchAll(/<dependency>([^]*?)<\/dependency>/g)].map(([, body]) => {
    const part = (tag: string) => new RegExp(`<${tag}>\\s*([^<]+?)\\s*</${tag}>`).exec(body ?? '')?.[1];
    return {
      name: `${part('groupId') ?? '?'}:${part('artifactId') ?? '?'}`,
      version: part('version'),
      test: part('scope') === 'test',
    };
  });
  const list = (test: boolean) =>
    all.filter((each) => each.test === test).map(({ name, version }) => (version === undefined ? name : `${name} ${version}`));
  const licence = /<licenses>[^]*?<name>\s*([^<]+?)\s*<\/name>/.exec(text)?.[1] ?? null;
  return { runtime: list(false), development: list(true), licence };
};

const READERS: readonly (readonly [pattern: RegExp, glob: string, reader: Reader])[] = [
  [/^package\.json$/, 'package.json', packageJson],
  [/^composer\.json$/, 'composer.json', composerJson],
  [/^requirements[\w.-]*\.txt$/, 'requirements*.txt', requirementsTxt],
  [/^pyproject\.toml$/, 'pyproject.toml', pyprojectToml],
  [/^Cargo\.toml$/, 'Cargo.toml', cargoToml],
  [/^go\.mod$/, 'go.mod', goMod],
  [/^Gemfile$/, 'Gemfile', gemfile],
  [/^pom\.xml$/, 'pom.xml', pomXml],
];

export const MANIFEST_GLOBS: readonly string[] = READERS.map(([, glob]) => `**/${glob}`);

/** null where the file is none of the known kinds or cannot be understood. */
export function readManifest(path: string, text: string): Declared | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const reader = READERS.find(([pattern]) => pattern.test(name))?.[2];
  try {
    return reader?.(text) ?? null;
  } catch {
    return null;
  }
}
