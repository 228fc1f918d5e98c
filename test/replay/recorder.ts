// Tells commands to deciders as the Journal's handler does, with a fixed clock: what it keeps is what a store keeps.
import { eventIdOf } from '#domain/kernel';
import type { Actor, Command, CommandMeta, Decider, DomainEvent, Recorded, StreamHead } from '#domain/kernel';
import { rowOf, storedEvent, ZERO_HASH } from '#contracts/codec';
import type { StoredEvent } from '#contracts/codec';
import { commandIdOf, deepFreeze, metaOf } from '#testing';
import { T0 } from '#testing/run';
import { factCodec } from '../../apps/orchestrator/facts/fact-codec.js';

const NOTHING: StreamHead = { revision: -1, hash: ZERO_HASH };

export class Recorder {
  /** By position, from 1 at index 0. */
  readonly events: StoredEvent[] = [];
  now = T0;
  private readonly heads = new Map<string, StreamHead>();
  private readonly states = new Map<string, unknown>();
  private sent = 0;

  headOf(streamId: string): StreamHead {
    return this.heads.get(streamId) ?? NOTHING;
  }

  /** A command id that no other command of the journal has. */
  meta(actor: Actor, projectId: string | null): CommandMeta {
    this.sent += 1;
    return { ...metaOf(actor, projectId, this.sent), commandId: commandIdOf(this.sent) };
  }

  /** Admits, decides, keeps and folds; throws the Rejection of a refusal. */
  tell<State, Cmd extends Command, Event extends DomainEvent>(
    decider: Decider<State, Cmd, Event>,
    streamId: string,
    command: Cmd,
  ): readonly Event[] {
    let state = (this.states.get(streamId) ?? decider.initial) as State;
    decider.admit(state, deepFreeze(command));
    const facts = decider.decide(state, command, { now: this.now, head: this.headOf(streamId) });
    this.keep(streamId, command.meta, facts, this.now);
    for (const fact of facts) state = decider.evolve(state, { ...fact, at: this.now } as unknown as Recorded<Event>);
    this.states.set(streamId, state);
    return facts;
  }

  keep(streamId: string, meta: CommandMeta, facts: readonly DomainEvent[], recordedAt: number): void {
    const { actor, commandId, correlationId, causationId, projectId, traceparent } = meta;
    const sealed = factCodec.seal(facts, {
      streamId,
      head: this.headOf(streamId),
      metadata: { recordedAt, actor, commandId, correlationId, causationId, projectId, traceparent },
      eventId: (ordinal) => eventIdOf(commandId, ordinal),
    });
    for (const envelope of sealed) {
      this.events.push(storedEvent(rowOf(envelope, this.events.length + 1)));
      this.heads.set(streamId, { revision: envelope.revision, hash: envelope.hash });
    }
  }
}
