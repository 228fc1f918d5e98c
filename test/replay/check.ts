// What is wrong with recorded journals under some code: each finding says what to do.
import { checkShape, Rejection } from '#domain/kernel';
import type { Shape } from '#domain/kernel';
import { rowOf } from '#contracts/codec';
import type { EventCatalogue, StoredEvent } from '#contracts/codec';
import { verify } from '#journal';
import { MemoryJournal, MemoryStore } from '#journal/memory';
import type { Code } from './code.js';
import { digestsOf } from './golden.js';
import type { Digests, Golden } from './golden.js';

const KEPT = 'A recorded journal is never changed: mend the code, or give the change a version (docs/versioning.md).';

async function brokenChains({ name, events }: Golden): Promise<readonly string[]> {
  const store = new MemoryStore();
  for (const event of events) store.put(rowOf(event, event.globalPosition));
  const { breaks } = await verify(new MemoryJournal({ store }));
  return breaks.map(
    ({ kind, streamId, revision }) => `${name}: the ${kind} of ${String(streamId)} at ${String(revision)} does not fit. ${KEPT}`,
  );
}

function unreadable(name: string, event: StoredEvent, { codec, shapes }: Code): string | null {
  const at = `${name}: ${event.type} version ${event.schemaVersion} at ${event.streamId}:${event.revision}`;
  try {
    const { type, data } = codec.open(event);
    const shape = shapes[type];
    if (!shape) return `${at} has no shape in test/replay/code.ts.`;
    checkShape(shape as Shape<never>, data, type);
    return null;
  } catch (error) {
    if (error instanceof Rejection) return `${at} cannot be read any more: ${error.message} ${KEPT}`;
    throw error;
  }
}

function differences(what: string, recorded: Digests, today: Digests): readonly string[] {
  return Object.entries(today).flatMap(([version, digest]) => {
    const then = recorded[version];
    if (then === digest) return [];
    return then === undefined
      ? [`${what}: nothing is recorded for ${version} yet. Run \`npm run golden:record\` and commit what it adds.`]
      : [`${what}: ${version} folds to another result than when it was recorded. ${KEPT}`];
  });
}

function otherFolds({ name, events, digests }: Golden, code: Code): readonly string[] {
  const today = digestsOf(events, code);
  const streams = Object.entries(today.streams).flatMap(([streamId, states]) =>
    differences(`${name}: ${streamId}`, digests.streams[streamId] ?? {}, states),
  );
  return [...streams, ...differences(`${name}: rows`, digests.views, today.views)];
}

/** Everything that one recorded journal shows; [] when today's code folds it as it was folded then. */
export async function problemsOf(golden: Golden, code: Code): Promise<readonly string[]> {
  const broken = await brokenChains(golden);
  const blind = golden.events.flatMap((event) => unreadable(golden.name, event, code) ?? []);
  return broken.length + blind.length > 0 ? [...broken, ...blind] : otherFolds(golden, code);
}

/** Types whose current version is in no recorded journal. */
export function unrecorded(events: Iterable<StoredEvent>, catalogue: EventCatalogue): readonly string[] {
  const seen = new Set<string>();
  for (const { type, schemaVersion } of events) seen.add(`${type} version ${schemaVersion}`);
  return Object.entries(catalogue)
    .map(([type, { schemaVersion }]) => `${type} version ${schemaVersion}`)
    .filter((version) => !seen.has(version));
}
