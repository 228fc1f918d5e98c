// The wait of a running process: a timer that a stop cuts short.
import { setTimeout as after } from 'node:timers/promises';

/** Resolves after so many milliseconds, at once when the signal aborts. */
export const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await after(ms, undefined, { signal, ref: false }).catch(() => undefined);
};
