// The facts of a Run's story as a store would hold them, for specs of views and of what is read from them.
import { createCodec, ZERO_HASH } from '#contracts/codec';
import type { Envelope, StoredEvent } from '#contracts/codec';
import { eventIdOf, systemActor } from '#domain/kernel';
import { runEventCatalogue, runStreamOf } from '#domain/run';
import { commandIdOf } from '#testing';
import type { RunStory } from '#testing/run';

const codec = createCodec([runEventCatalogue]);

/** One envelope a fact, chained from the start of the stream. `n` keeps the ids of several stories apart. */
export function storyEnvelopes(story: RunStory, n = 1): readonly Envelope[] {
  let head = { revision: -1, hash: ZERO_HASH };
  return story.facts.flatMap(({ type, data, at }, index) => {
    const commandId = commandIdOf(n * 100_000 + index);
    const sealed = codec.seal([{ type, data }], {
      streamId: runStreamOf(story.runId),
      head,
      metadata: {
        recordedAt: at,
        actor: systemActor('scheduler'),
        commandId,
        correlationId: null,
        causationId: null,
        projectId: story.state.projectId,
        traceparent: null,
      },
      eventId: (ordinal) => eventIdOf(commandId, ordinal),
    });
    const [envelope] = sealed;
    if (envelope) head = { revision: envelope.revision, hash: envelope.hash };
    return sealed;
  });
}

/** The same with positions, from `first` on. */
export const storyEvents = (story: RunStory, first = 1, n = 1): readonly StoredEvent[] =>
  storyEnvelopes(story, n).map((envelope, index) => ({ ...envelope, globalPosition: first + index }));
