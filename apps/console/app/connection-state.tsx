// One word on how live the page is.
import type { LiveStatus } from '../live/live-status.js';
import { useLive } from '../live/live-context.js';

const WORDS: Record<LiveStatus['kind'], string> = {
  connecting: 'Connecting',
  live: 'Live',
  stale: 'Stale',
  offline: 'Offline',
  closed: 'Closed',
};

export function ConnectionState() {
  const { status } = useLive();
  return (
    <span className={`connection is-${status.kind}`} role="status">
      <span className="lamp" aria-hidden="true" />
      <span>{WORDS[status.kind]}</span>
    </span>
  );
}
