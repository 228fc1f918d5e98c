// Builds a view anew beside its live generation and swaps when it has caught up: readers never see a view with rows missing.
import type { Projection } from '../projection.js';
import type { ReadModelStore } from '../read-model-store.js';
import { GenerationFollower } from './generation-follower.js';
import type { FollowerPorts } from './generation-follower.js';

/** `v<version>`, and `v<version>.<n>` for the nth rebuild of that version. */
export const isOfVersion = (generation: string, version: number): boolean =>
  generation === `v${version}` || generation.startsWith(`v${version}.`);

export const versionOf = (generation: string): number => Number(generation.slice(1).split('.')[0]);

async function nextGeneration(store: ReadModelStore, view: string, version: number): Promise<string> {
  const rebuilds = (await store.info())
    .filter((info) => info.view === view && isOfVersion(info.generation, version))
    .map(({ generation }) => Number(generation.split('.')[1] ?? 0));
  return `v${version}.${Math.max(0, ...rebuilds) + 1}`;
}

/** Resolves with the new generation once it is the live one; with undefined when the signal aborted or somebody else swapped first. */
export async function rebuildView<Row>(
  ports: FollowerPorts,
  projection: Projection<Row>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { name, version } = projection;
  const generation = await nextGeneration(ports.store, name, version);
  await ports.store.create(name, generation);
  let swapped = false;
  await new GenerationFollower(ports, projection, generation).follow(signal, async ({ live }) => {
    if (live) swapped = await ports.store.swap(name, generation);
    return !swapped;
  });
  return swapped ? generation : undefined;
}
