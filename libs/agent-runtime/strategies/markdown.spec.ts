import { code, codeBlock, size } from './markdown.js';

describe('repository content in Markdown', () => {
  it.each([
    ['a.txt', '`a.txt`'],
    ['a`b', '``a`b``'],
    ['`x`', '`` `x` ``'],
    ['a\nb\t', '`a\\nb\\t`'],
    ['\u202Egpj.exe', '`\\u202egpj.exe`'],
    ['', '`  `'],
    ['x'.repeat(200), `\`${'x'.repeat(160)}…\``],
  ])('shows %j as code that it cannot leave', (text, span) => expect(code(text)).toBe(span));

  it('fences a block that no content can close', () => {
    expect(codeBlock('a\n```\n\u001b[31mred')).toBe('````text\na\n```\n[31mred\n````');
  });

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1536, '1.5 KiB'],
    [3 * 1024 ** 3, '3.0 GiB'],
  ])('writes %d bytes as %s', (bytes, shown) => expect(size(bytes)).toBe(shown));
});
