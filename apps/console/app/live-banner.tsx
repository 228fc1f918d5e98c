// Says plainly when what is on the screen may be old, and what is being done about it.
import { Icon } from '../components/icon.js';
import { Ago } from '../components/time.js';
import { useLive } from '../live/live-context.js';

export function LiveBanner() {
  const { status, retry } = useLive();
  if (status.kind === 'live' || status.kind === 'connecting') return null;
  return (
    <div className={`banner tone-${status.kind === 'closed' ? 'bad' : 'wait'}`} role="alert">
      <Icon name="warning" size={18} />
      <p>
        {status.kind === 'closed' ? (
          <>
            <strong>Live updates have ended.</strong> {status.detail} <code>{status.code}</code>
          </>
        ) : (
          <>
            <strong>
              {status.kind === 'stale' ? 'This page may be out of date.' : (status.detail ?? 'The server cannot be reached.')}
            </strong>{' '}
            The last sign of the server came <Ago at={status.since} />. Trying to connect again.
          </>
        )}
      </p>
      <button type="button" className="button" onClick={retry}>
        Try now
      </button>
    </div>
  );
}
