// Delta debugging: takes steps away from a failing trace as long as the same invariant still fails.
import type { Trace } from './trace.js';

/** Whether a trace still fails in the same way. */
export type StillFails = (trace: Trace) => Promise<boolean>;

const chunksOf = <Item>(items: readonly Item[], count: number): ReadonlyArray<readonly Item[]> => {
  const size = Math.ceil(items.length / count);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
};

/** A trace from which no single step can be taken away any more, or the best when patience ends. */
export async function shrink(trace: Trace, stillFails: StillFails, patient: () => boolean = () => true): Promise<Trace> {
  let { steps } = trace;
  let count = 2;
  while (steps.length > 1 && patient()) {
    const chunks = chunksOf(steps, count);
    let found = false;
    for (let index = 0; index < chunks.length && patient() && !found; index += 1) {
      const rest = chunks.flatMap((chunk, other) => (other === index ? [] : chunk));
      if (!(await stillFails({ ...trace, steps: rest }))) continue;
      steps = rest;
      count = Math.max(2, count - 1);
      found = true;
    }
    if (found) continue;
    if (count >= steps.length) break;
    count = Math.min(steps.length, count * 2);
  }
  return { ...trace, steps };
}
