// Docs tell the truth about paths: every relative link and every path that stands in backticks leads somewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOTS = ['README.md', 'STYLE_GUIDE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const pages = [
  ...ROOTS,
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const links = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^[a-z]+:/i.test(target));
const paths = (text: string): string[] =>
  [...text.matchAll(/`((?:apps|libs|test|tools|docs|proto|deploy)\/[\w./-]+)`/g)].map(([, path]) => path ?? '');

describe('docs', () => {
  it.each(pages)('%s links only to what is there', (page) => {
    const text = readFileSync(page, 'utf8');
    const broken = links(text).filter((target) => !existsSync(join(dirname(page), target)));
    expect(broken).toEqual([]);
  });

  it.each(pages)('%s names only paths that are there', (page) => {
    const named = paths(readFileSync(page, 'utf8'));
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});
