import { renderToStaticMarkup } from 'react-dom/server';
import { Blocks } from './blocks.js';
import { safeLink } from './safe-link.js';
import { lexer } from 'marked';

const drawn = (text: string) => renderToStaticMarkup(<Blocks tokens={lexer(text)} />);

describe('reports as Markdown', () => {
  it('[A-107] draws headings, lists, code and tables', () => {
    const html = drawn(
      '# Audit\n\n- **one** `two`\n- [x] done\n\n```js\nlet a = "<b>";\n```\n\n| a | b |\n|--|--:|\n| 1 | 2 |\n',
    );
    expect(html).toContain('<h3>Audit</h3>');
    expect(html).toContain('<strong>one</strong> <code>two</code>');
    expect(html).toContain('let a = &quot;&lt;b&gt;&quot;;');
    expect(html).toContain('<td style="text-align:right">2</td>');
    expect(html).toContain('☑ ');
  });

  it('never lets HTML of a text become HTML of the page', () => {
    const html = drawn('<img src=x onerror=alert(1)>\n\ntext <script>alert(1)</script> <b onclick="x">y</b>\n\n<!-- c -->');
    expect(html).not.toMatch(/<(img|script|b|!--)/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('follows web and mail links only, and loads no image', () => {
    const html = drawn(
      '[a](javascript:alert(1)) [b](https://example.org/x) ![c](https://example.org/p.png) [d](data:text/html,x)',
    );
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://example.org/x"', 'href="https://example.org/p.png"']);
    expect(html).not.toContain('<img');
    expect(html.match(/rel="noopener noreferrer nofollow"/g)).toHaveLength(2);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil',
    '/local',
    'java\nscript:x',
    '',
  ])('refuses the address %j', (href) => expect(safeLink(href)).toBeNull());

  it('shows characters as they were written, once', () => {
    expect(drawn('a < b && c > "d" \\* `<i>`')).toBe('<p>a &lt; b &amp;&amp; c &gt; &quot;d&quot; * <code>&lt;i&gt;</code></p>');
  });
});
