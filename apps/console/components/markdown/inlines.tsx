// Inline tokens as elements. Escapes are already resolved in `text`; HTML stands as the characters that it is.
import { Fragment, type ReactNode } from 'react';
import type { Token, Tokens } from 'marked';
import { safeLink } from './safe-link.js';

export function Inlines({ tokens }: { readonly tokens: readonly Token[] }) {
  return tokens.map((token, index) => <Fragment key={index}>{inline(token)}</Fragment>);
}

function inline(token: Token): ReactNode {
  const inside = () => <Inlines tokens={('tokens' in token && token.tokens) || []} />;
  switch (token.type) {
    case 'strong':
      return <strong>{inside()}</strong>;
    case 'em':
      return <em>{inside()}</em>;
    case 'del':
      return <del>{inside()}</del>;
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return link(token as Tokens.Link);
    case 'image':
      return image(token as Tokens.Image);
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text':
      return 'tokens' in token && token.tokens ? inside() : (token as Tokens.Text).text;
    default:
      return token.raw;
  }
}

function link({ href, tokens }: Tokens.Link): ReactNode {
  const address = safeLink(href);
  const inside = <Inlines tokens={tokens} />;
  if (address === null) return inside;
  return (
    <a href={address} title={address} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  );
}

/** An image of a stranger would tell them who reads: its words stand for it. */
function image({ href, text }: Tokens.Image): ReactNode {
  const address = safeLink(href);
  const words = `[image: ${text || 'without description'}]`;
  if (address === null) return words;
  return (
    <a href={address} title={address} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
}
