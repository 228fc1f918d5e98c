// One message, reply or card. A card says what it is about, leads to its Run, and can be answered.
import { memo } from 'react';
import { Link } from 'react-router';
import type { SandboxMessageDto } from '#contracts/http';
import { Disclosed } from '../../components/disclosed.js';
import { Icon, type IconName } from '../../components/icon.js';
import { whoWords } from '../../format/names.js';
import { entry } from '../../format/phrase.js';
import { clockTime, fullTime } from '../../format/time.js';
import type { Tone } from '../../format/words.js';

interface Props {
  readonly message: SandboxMessageDto;
  readonly mine: boolean;
  /** The message that it answers, where it is loaded. */
  readonly answered: SandboxMessageDto | null;
  readonly onReply: (message: SandboxMessageDto) => void;
}

interface CardWords {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: Tone;
}

const CARDS: Readonly<Record<string, CardWords>> = {
  status: { label: 'Status', icon: 'info', tone: 'run' },
  progress: { label: 'Progress', icon: 'play', tone: 'run' },
  milestone: { label: 'Milestone', icon: 'check', tone: 'ok' },
  attention: { label: 'Needs attention', icon: 'attention', tone: 'wait' },
  conclusion: { label: 'Conclusion', icon: 'check', tone: 'ok' },
};

function Shown({ message, mine, answered, onReply }: Props) {
  const { kind, card } = message;
  const words = entry<CardWords>(CARDS, card?.kind ?? null, { label: 'Card', icon: 'info', tone: 'idle' });
  const who = whoWords(message.author);
  return (
    <article className={`message is-${kind}${mine ? ' is-mine' : ''}`}>
      <header>
        <span className="message-who" title={message.author}>
          <Icon name={kind === 'message' ? who.kind : 'agent'} size={14} /> {mine ? 'you' : who.name}
        </span>
        {kind === 'card' && (
          <span className={`badge tone-${words.tone}`}>
            <Icon name={words.icon} size={13} /> {words.label}
          </span>
        )}
        <time className="fine" dateTime={new Date(message.at).toISOString()} title={fullTime(message.at)}>
          {clockTime(message.at)}
        </time>
        <span className="message-links">
          {card?.runId && (
            <Link to={runPath(card.projectId, card.runId)} title={card.runId}>
              Open the Run
            </Link>
          )}
          {card?.kind === 'attention' && <Link to={`/workroom/${encodeURIComponent(card.projectId)}/attention`}>Decide</Link>}
          <button type="button" className="link-button" onClick={() => onReply(message)}>
            <Icon name="reply" size={12} /> Reply
          </button>
        </span>
      </header>
      {answered && <p className="quoted fine">{quote(answered)}</p>}
      <div className="message-body">
        <Disclosed text={message.body} />
      </div>
    </article>
  );
}

/** A message never changes; only what it answers may be loaded later. */
export const Message = memo(Shown);

const runPath = (projectId: string, runId: string): string =>
  `/workroom/${encodeURIComponent(projectId)}/runs/${encodeURIComponent(runId)}`;

/** The beginning of a message, for quoting it. */
export function quote({ body, author }: SandboxMessageDto): string {
  const text = body.text ?? 'a withheld message';
  return `${whoWords(author).name}: ${text.length > 90 ? `${text.slice(0, 90)}…` : text}`;
}
