// Waits until a view's live generation stands at a position: a reader sees what it has just written.
import { Unavailable } from '#domain/kernel';
import type { ReadModelStore } from '../read-model-store.js';

/** Applies made by another process wake nobody here. */
const POLL_MS = 25;

/** Resolves as soon as the view has reached the position. Thrown: Unavailable PROJECTION_BEHIND after `timeoutMs` milliseconds. */
export async function reached(store: ReadModelStore, view: string, position: number, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const wake = wakeUp(store, Math.min(POLL_MS, Math.max(0, deadline - performance.now())));
    const at = (await store.live(view))?.position ?? -1;
    if (at >= position) return wake.cancel();
    if (performance.now() >= deadline) {
      wake.cancel();
      throw new Unavailable(
        'PROJECTION_BEHIND',
        `View ${view} stands at position ${Math.max(at, 0)} and did not reach ${position} in ${timeoutMs} ms; retry, or ask without minPosition.`,
        1000,
        { view, position: Math.max(at, 0), minPosition: position },
      );
    }
    await wake.due;
  }
}

function wakeUp(store: ReadModelStore, ms: number): { readonly due: Promise<void>; cancel(): void } {
  let cancel = (): void => undefined;
  const due = new Promise<void>((resolve) => {
    const timer = setTimeout(() => cancel(), ms);
    const leave = store.onApply(() => cancel());
    cancel = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
  });
  return { due, cancel: () => cancel() };
}
