// A cache in memory: a restart loses it, and loses time only.
import type { CheckpointCache } from '../ports.js';

export function memoryCheckpoints(): CheckpointCache {
  const states = new Map<string, string>();
  return {
    load: (key) => Promise.resolve(states.get(key) ?? null),
    store: (key, state) => Promise.resolve(void states.set(key, state)),
    remove: (key) => Promise.resolve(void states.delete(key)),
  };
}
