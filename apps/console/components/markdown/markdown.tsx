// Text of agents and people as Markdown. It is read into tokens and drawn as elements: no HTML of the text ever reaches the page,
// images are not loaded, and only web and mail addresses become links.
import { lexer } from 'marked';
import { useMemo } from 'react';
import { Blocks } from './blocks.js';
import './markdown.css';

/** A text of this length is drawn at once; longer ones are cut, with a note. */
const LIMIT = 200_000;

export function Markdown({ text }: { readonly text: string }) {
  const tokens = useMemo(() => lexer(text.slice(0, LIMIT), { gfm: true, breaks: false }), [text]);
  return (
    <div className="markdown">
      <Blocks tokens={tokens} />
      {text.length > LIMIT && <p className="fine">Cut after {LIMIT.toLocaleString()} characters.</p>}
    </div>
  );
}
