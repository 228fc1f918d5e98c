// Times and spans for people. Every function takes `now`, so that a page ticks as one.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `4 min ago`, `in 2 h`; the exact time belongs in a title beside it. */
export function relative(at: number, now: number): string {
  const distance = Math.abs(at - now);
  if (distance < 10_000) return 'just now';
  const text = span(distance);
  return at > now ? `in ${text}` : `${text} ago`;
}

/** A span in its largest sensible unit: `12 s`, `4 min`, `3 h`, `2 days`. */
export function span(ms: number): string {
  const value = Math.abs(ms);
  if (value < MINUTE) return `${Math.max(1, Math.floor(value / 1000))} s`;
  if (value < HOUR) return `${Math.floor(value / MINUTE)} min`;
  if (value < DAY) return `${Math.floor(value / HOUR)} h`;
  const days = Math.floor(value / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}

/** A countdown to the second below an hour: `14:05`; `2 h 10 min` above; `expired` from the deadline on. */
export function countdown(deadline: number, now: number): string {
  const left = deadline - now;
  if (left <= 0) return 'expired';
  if (left >= DAY) return span(left);
  if (left >= HOUR) return `${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / MINUTE)} min`;
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long something took: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.floor(ms / 1000)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / 1000)} s`;
  return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** Hours, minutes and seconds in the reader's zone. */
export const clockTime = (at: number): string => clock.format(at);

export const dayName = (at: number): string => day.format(at);

/** Date and time in full, for titles and details. */
export const fullTime = (at: number): string => `${day.format(at)}, ${clock.format(at)}`;

/** Clock time on the same day, date and clock time otherwise. */
export function momentOf(at: number, now: number): string {
  return day.format(at) === day.format(now) ? clock.format(at) : fullTime(at);
}
