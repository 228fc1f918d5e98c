// What the command line asks of projections: how they stand, and to build them anew beside what is shown.
import { Rejection } from '#domain/kernel';
import type { Feed } from '#feed';
import { pause, rebuildView } from '#read-models';
import type { Projection, ReadModelStore, ViewInfo } from '#read-models';
import { VIEWS } from './views.js';

/** All generations of all views. */
export const projectionsStatus = (readModels: ReadModelStore): Promise<readonly ViewInfo[]> => readModels.info();

export interface RebuiltView {
  readonly view: string;
  /** The new live generation; null when it was stopped before it had caught up. */
  readonly generation: string | null;
}

/** One view, or all of them one after the other; each is swapped as soon as it has caught up. Throws Rejection VALUE_INVALID. */
export async function rebuildProjections(
  ports: { readonly readModels: ReadModelStore; readonly feed: Feed },
  view: string | null,
  signal: AbortSignal,
): Promise<readonly RebuiltView[]> {
  const chosen: readonly Projection<unknown>[] = view === null ? VIEWS : VIEWS.filter(({ name }) => name === view);
  if (!chosen.length) {
    const known = VIEWS.map(({ name }) => name).join(', ');
    throw new Rejection('VALUE_INVALID', `There is no view ${view}; name one of ${known}, or none for all.`, { view });
  }
  const rebuilt: RebuiltView[] = [];
  for (const projection of chosen) {
    const followed = { store: ports.readModels, feed: ports.feed, pause };
    rebuilt.push({ view: projection.name, generation: (await rebuildView(followed, projection, signal)) ?? null });
  }
  return rebuilt;
}
