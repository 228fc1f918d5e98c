// A message of one's own that the room does not show yet: on its way, or failed with a way to try again.
import { Icon } from '../../components/icon.js';
import type { Outbox, Outgoing as OutgoingMessage } from './use-outbox.js';

interface Props {
  readonly outgoing: OutgoingMessage;
  readonly outbox: Outbox;
}

export function Outgoing({ outgoing, outbox }: Props) {
  const { post, state, error } = outgoing;
  return (
    <article className={`message is-message is-mine is-${state}`}>
      <header>
        <span className="message-who">
          <Icon name="person" size={14} /> you
        </span>
        <span className="fine">{state === 'failed' ? 'not sent' : 'sending …'}</span>
      </header>
      <div className="message-body">
        <span>{post.text}</span>
      </div>
      {state === 'failed' && (
        <footer role="alert">
          <span className="text-bad">
            <Icon name="warning" size={13} /> {error}
          </span>
          <button type="button" className="button small" onClick={() => outbox.again(post.operationId)}>
            Send again
          </button>
          <button type="button" className="button small quiet" onClick={() => outbox.drop(post.operationId)}>
            Drop it
          </button>
        </footer>
      )}
    </article>
  );
}
