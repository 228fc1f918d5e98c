// A line to say or type elsewhere, with a button that copies it.
import { useState } from 'react';
import { Icon } from './icon.js';

export function Snippet({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true));
  };
  return (
    <span className="snippet">
      <code>{text}</code>
      <button type="button" className="button quiet small" onClick={copy} onBlur={() => setCopied(false)}>
        <Icon name={copied ? 'check' : 'copy'} size={14} />
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      </button>
    </span>
  );
}
