// Where messages are written: Enter sends, Shift Enter breaks the line, Escape gives up a reply.
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SandboxMessageDto } from '#contracts/http';
import { Icon } from '../../components/icon.js';
import { fittingLines, type CommandLine } from './command-lines.js';
import { quote } from './message.js';

interface Props {
  readonly draft: string;
  readonly replyTo: SandboxMessageDto | null;
  readonly onForgetReply: () => void;
  readonly onSend: (text: string) => void;
}

const LONGEST = 20_000;

export function Composer({ draft, replyTo, onForgetReply, onSend }: Props) {
  const [text, setText] = useState(draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const hints = useId();
  const lines = fittingLines(text.trimStart());
  useLayoutEffect(() => {
    if (!field.current) return;
    field.current.style.height = 'auto';
    field.current.style.height = `${field.current.scrollHeight + 2}px`;
  }, [text]);
  useLayoutEffect(() => {
    if (replyTo || draft) field.current?.focus();
  }, [replyTo, draft]);
  const send = () => {
    if (!text.trim()) return;
    onSend(text.trim());
    setText('');
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    // Enter that ends the composition of a character is not meant to send.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && replyTo) onForgetReply();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {replyTo && <Replying replyTo={replyTo} onForget={onForgetReply} />}
      <Hints id={hints} lines={lines} />
      <div className="composer-line">
        <textarea
          ref={field}
          rows={1}
          aria-label="Message"
          aria-describedby={lines.length ? hints : undefined}
          placeholder="Write a message, or /work and what should be done"
          value={text}
          maxLength={LONGEST}
          data-shortcut="/"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
        <button type="submit" className="button primary" disabled={!text.trim()}>
          <Icon name="send" /> <span>Send</span>
        </button>
      </div>
    </form>
  );
}

function Replying({ replyTo, onForget }: { readonly replyTo: SandboxMessageDto; readonly onForget: () => void }) {
  return (
    <p className="replying">
      <Icon name="reply" size={14} /> <span>{quote(replyTo)}</span>
      <button type="button" className="button quiet small" onClick={onForget}>
        <Icon name="cross" size={14} />
        <span className="unseen">Do not reply to it</span>
      </button>
    </p>
  );
}

function Hints({ id, lines }: { readonly id: string; readonly lines: readonly CommandLine[] }) {
  if (!lines.length) return null;
  return (
    <ul className="hints" id={id}>
      {lines.map(({ usage, meaning }) => (
        <li key={usage}>
          <code>{usage}</code> <span className="fine">{meaning}</span>
        </li>
      ))}
    </ul>
  );
}
