// The server's present time, once a second, from one timer for the whole page; it stands still while the page is hidden.
import { useSyncExternalStore } from 'react';
import { clock } from '../api/connection.js';

const watchers = new Set<() => void>();
let now = clock.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.hidden) return;
  now = clock.now();
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    now = clock.now();
    timer = setInterval(tick, 1000);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size || timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
