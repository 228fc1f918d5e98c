import { matchLines } from './line-matches.js';
import { globMatcher } from './tree-query.js';

const tree = (files: Record<string, string>) => ({
  revision: 'r',
  list: () =>
    Promise.resolve(
      Object.entries(files).map(([path, text]) => ({ path, kind: 'file' as const, executable: false, size: text.length })),
    ),
  read: (path: string) => Promise.resolve(Buffer.from(files[path] ?? '')),
});
const search = async (files: Record<string, string>, pattern: string, maxMatches = 10) =>
  matchLines(tree(files), await tree(files).list(), { pattern, flags: '', maxMatches });

describe('searching lines', () => {
  it('gives path, line and text in order, and says when there are more', async () => {
    await expect(search({ a: 'x\ny\r\nx', b: 'xx\n' }, 'x', 3)).resolves.toEqual({
      matches: [
        { path: 'a', line: 1, text: 'x' },
        { path: 'a', line: 3, text: 'x' },
        { path: 'b', line: 1, text: 'xx' },
      ],
      complete: true,
    });
    await expect(search({ a: 'x\nx\n' }, 'x', 1)).resolves.toMatchObject({ complete: false });
  });

  it('stops an expression that backtracks without end, and refuses one that is none', async () => {
    await expect(search({ a: `${'a'.repeat(40)}!` }, '^(a+)+$')).rejects.toMatchObject({ code: 'PATTERN_TOO_SLOW' });
    await expect(search({ a: 'a' }, '(')).rejects.toMatchObject({ code: 'PATTERN_INVALID' });
  });

  it.each([
    ['**', 'a\nb/.c', true],
    ['*.ts', 'a.ts', true],
    ['*.ts', 'd/a.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['src/**', 'src/.hidden', true],
  ])('glob %s and %j', (glob, path, matches) => expect(globMatcher([glob])(path)).toBe(matches));
});
