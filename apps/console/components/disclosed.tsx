// A text as far as disclosure allows: its words, or why they are withheld.
import type { DisclosedText } from '#contracts/http';
import { withheldWords } from '../format/disclosure.js';
import { Icon } from './icon.js';

export function Withheld({ text }: { readonly text: DisclosedText }) {
  return (
    <p className="withheld" title={text.reasons.join(', ')}>
      <Icon name="eye" /> {withheldWords(text)}
    </p>
  );
}

/** Plain words on one line or several; Markdown belongs to reports. */
export function Disclosed({ text }: { readonly text: DisclosedText }) {
  return text.disposition === 'full' && text.text !== null ? <span>{text.text}</span> : <Withheld text={text} />;
}
