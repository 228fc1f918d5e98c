// A moment as `4 min ago` with the exact time in its title, or a countdown to a deadline.
import { countdown, fullTime, relative } from '../format/time.js';
import { useNow } from './ticking-clock.js';

export function Ago({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {relative(at, useNow())}
    </time>
  );
}

interface CountdownProps {
  readonly to: number;
  /** What it is called once it has passed. */
  readonly late?: string;
  /** From this many milliseconds before the deadline it stands out. */
  readonly soon?: number;
}

export function Countdown({ to, late = 'expired', soon = 60_000 }: CountdownProps) {
  const now = useNow();
  const over = to <= now;
  return (
    <time
      className={over ? 'late' : to - now < soon ? 'soon' : undefined}
      dateTime={new Date(to).toISOString()}
      title={fullTime(to)}
    >
      {over ? `${late} ${relative(to, now)}` : countdown(to, now)}
    </time>
  );
}
