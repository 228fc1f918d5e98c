// Whether the page is too narrow for a graph from left to right.
import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 760px)');

function subscribe(watcher: () => void): () => void {
  query.addEventListener('change', watcher);
  return () => query.removeEventListener('change', watcher);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
