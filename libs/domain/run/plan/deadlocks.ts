// Rings of tasks that wait for each other: each is named once, from its smallest key on.
import { compareIds } from '../../kernel/index.js';

interface Waiting {
  readonly key: string;
  readonly dependsOn: readonly string[];
}

function fromSmallest(ring: readonly string[]): readonly string[] {
  const start = ring.indexOf(ring.toSorted(compareIds)[0] as string);
  return [...ring.slice(start), ...ring.slice(0, start)];
}

/** A depth-first walk with an explicit stack, so that a long chain of tasks cannot exhaust the call stack. */
export function deadlocks(tasks: readonly Waiting[]): ReadonlyArray<readonly string[]> {
  const byKey = new Map(tasks.map((task) => [task.key, task]));
  const finished = new Set<string>();
  const rings = new Map<string, readonly string[]>();
  for (const { key: root } of tasks) {
    const path: Array<{ readonly key: string; next: number }> = finished.has(root) ? [] : [{ key: root, next: 0 }];
    const onPath = new Set(path.map((step) => step.key));
    while (path.length > 0) {
      const step = path.at(-1) as (typeof path)[number];
      const dependency = byKey.get(step.key)?.dependsOn[step.next];
      step.next += 1;
      if (dependency === undefined) {
        finished.add(step.key);
        onPath.delete(step.key);
        path.pop();
      } else if (onPath.has(dependency)) {
        const from = path.findIndex((one) => one.key === dependency);
        const ring = fromSmallest(path.slice(from).map((one) => one.key));
        if (ring.length > 1) rings.set(ring.join(), ring);
      } else if (byKey.has(dependency) && !finished.has(dependency)) {
        path.push({ key: dependency, next: 0 });
        onPath.add(dependency);
      }
    }
  }
  return [...rings.values()];
}
