// Block tokens as elements. Headings begin at h3: they stand inside a page that has its own.
import { Fragment, type ReactNode } from 'react';
import type { Token, Tokens } from 'marked';
import { Inlines } from './inlines.js';

export function Blocks({ tokens }: { readonly tokens: readonly Token[] }) {
  return tokens.map((token, index) => <Fragment key={index}>{block(token)}</Fragment>);
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return heading(token as Tokens.Heading);
    case 'paragraph':
      return (
        <p>
          <Inlines tokens={token.tokens ?? []} />
        </p>
      );
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens ?? []} />
        </blockquote>
      );
    case 'list':
      return list(token as Tokens.List);
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return <hr />;
    case 'text':
      return token.tokens ? <Inlines tokens={token.tokens} /> : (token as Tokens.Text).text;
    default:
      return <p>{token.raw}</p>;
  }
}

function heading({ depth, tokens }: Tokens.Heading): ReactNode {
  const inside = <Inlines tokens={tokens} />;
  if (depth <= 1) return <h3>{inside}</h3>;
  return depth === 2 ? <h4>{inside}</h4> : <h5>{inside}</h5>;
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const inside = items.map((item, index) => (
    <li key={index} className={item.task ? 'task' : undefined}>
      {item.task && <span aria-label={item.checked ? 'done' : 'open'}>{item.checked ? '☑ ' : '☐ '}</span>}
      <Blocks tokens={item.tokens.filter((token) => token.type !== 'checkbox')} />
    </li>
  ));
  return ordered ? <ol start={start === '' ? 1 : start}>{inside}</ol> : <ul>{inside}</ul>;
}

function table({ header, align, rows }: Tokens.Table): ReactNode {
  const side = (index: number) => ({ textAlign: align[index] ?? ('left' as const) });
  return (
    <div className="table-box" tabIndex={0} role="region" aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} style={side(index)}>
                <Inlines tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index} style={side(index)}>
                  <Inlines tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
