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

export function Countdown({ to, late = 'expired' }: { readonly to: number; readonly late?: string }) {
  const now = useNow();
  const over = to <= now;
  return (
    <time
      className={over ? 'late' : to - now < 60_000 ? 'soon' : undefined}
      dateTime={new Date(to).toISOString()}
      title={fullTime(to)}
    >
      {over ? `${late} ${relative(to, now)}` : countdown(to, now)}
    </time>
  );
}
