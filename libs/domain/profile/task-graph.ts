// Rings and order in a graph of who waits for whom.
import { compareIds } from '#domain/kernel';

/** For each key the keys that it waits for. Keys that are waited for but not listed wait for nothing. */
export type WaitGraph = ReadonlyMap<string, readonly string[]>;

const next = (graph: WaitGraph, key: string): readonly string[] => graph.get(key) ?? [];

/** Every key that `from` waits for, directly or not; `from` itself only when it lies on a ring. */
export function upstreamOf(graph: WaitGraph, from: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [...next(graph, from)];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    queue.push(...next(graph, key));
  }
  return seen;
}

/** The shortest way from `key` back to itself; it exists when the key lies on a ring. */
function ringThrough(graph: WaitGraph, key: string): readonly string[] {
  const cameFrom = new Map<string, string>();
  const queue = [key];
  for (let index = 0; index < queue.length; index += 1) {
    const here = queue[index] ?? key;
    for (const target of next(graph, here)) {
      if (target === key) return wayBack(cameFrom, key, here);
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, here);
      queue.push(target);
    }
  }
  return [];
}

function wayBack(cameFrom: ReadonlyMap<string, string>, start: string, end: string): readonly string[] {
  const ring: string[] = [];
  for (let key: string | undefined = end; key !== undefined; key = key === start ? undefined : cameFrom.get(key)) ring.push(key);
  return ring.reverse();
}

/**
 * One ring for each group of keys that wait for each other, a key that waits for itself included: each as the keys in the order of
 * waiting, from the smallest key of the group; rings in the order of those keys. Empty when nobody waits for himself.
 */
export function findRings(graph: WaitGraph): readonly (readonly string[])[] {
  const rings: (readonly string[])[] = [];
  const named = new Set<string>();
  for (const key of [...graph.keys()].toSorted(compareIds)) {
    if (named.has(key)) continue;
    const upstream = upstreamOf(graph, key);
    if (!upstream.has(key)) continue;
    rings.push(ringThrough(graph, key));
    for (const other of upstream) if (upstreamOf(graph, other).has(key)) named.add(other);
  }
  return rings;
}

/** Each key after all that it waits for; among free ones the order of `keys`. The graph must be free of rings. */
export function topologicalOrder(keys: readonly string[], graph: WaitGraph): readonly string[] {
  const placed = new Set<string>();
  const order: string[] = [];
  let waiting = [...keys];
  while (waiting.length > 0) {
    const key = waiting.find((candidate) => next(graph, candidate).every((dependency) => placed.has(dependency)));
    if (key === undefined) break;
    placed.add(key);
    order.push(key);
    waiting = waiting.filter((other) => other !== key);
  }
  return order;
}
