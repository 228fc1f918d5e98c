// Folds a stream into a decider's state. The chain is looked at on the way: contiguous, linked, and the last hash recomputed.
import { Rejection } from '#domain/kernel';
import type { Command, Decider, DomainEvent, Recorded, StreamHead } from '#domain/kernel';
import { isHashSound, ZERO_HASH } from '#contracts/codec';
import type { Codec, StoredEvent } from '#contracts/codec';
import { tampered } from './admission.js';
import type { Journal } from './journal.js';

export interface Folded<State> {
  readonly state: State;
  readonly head: StreamHead;
  /** The largest recordedAt folded, epoch milliseconds; 0 for an empty stream. */
  readonly at: number;
}

export const emptyFold = <State>(initial: State): Folded<State> => ({
  state: initial,
  head: { revision: -1, hash: ZERO_HASH },
  at: 0,
});

/** Records the break, so that appends to the stream stop, and tells it. */
async function broken(journal: Journal, streamId: string, revision: number): Promise<never> {
  await journal.markBroken(streamId, revision);
  throw tampered(streamId, revision);
}

const isTampered = (error: unknown): boolean => error instanceof Rejection && error.code === 'JOURNAL_TAMPERED';

/**
 * Reads on from `base` (default: the beginning). Throws Rejection JOURNAL_TAMPERED, after the break was recorded, and EVENT_UNKNOWN.
 */
export async function foldStream<State, Cmd extends Command, Event extends DomainEvent>(
  journal: Journal,
  decider: Decider<State, Cmd, Event>,
  streamId: string,
  codec: Codec,
  base: Folded<State> = emptyFold(decider.initial),
): Promise<Folded<State>> {
  let { state, head, at } = base;
  let last: StoredEvent | undefined;
  for await (const page of journal.readStream(streamId, { from: head.revision + 1 })) {
    for (const event of page) {
      if (event.revision !== head.revision + 1 || event.prevHash !== head.hash)
        await broken(journal, streamId, head.revision + 1);
      try {
        state = decider.evolve(state, codec.open(event) as Recorded<Event>);
      } catch (error) {
        if (isTampered(error)) await broken(journal, streamId, event.revision);
        throw error;
      }
      head = { revision: event.revision, hash: event.hash };
      at = Math.max(at, event.metadata.recordedAt);
      last = event;
    }
  }
  if (last && !isHashSound(last)) await broken(journal, streamId, last.revision);
  return { state, head, at };
}
