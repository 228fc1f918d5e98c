// The vocabulary of every rule in this product: a decider turns state and a command into facts, and folds facts into state.
import type { Actor, Capability } from './actor.js';

/** A fact that happened: past-tense type, content-free JSON data. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/** A fact as the fold sees it; `at` is the envelope's recordedAt in epoch milliseconds. */
export type Recorded<Event extends DomainEvent> = Event extends DomainEvent ? Event & { readonly at: number } : never;

/** Who sends a command, for which Project, and on whose account. All of it comes from the authenticated transport. */
export interface CommandMeta {
  /** UUID version 7. */
  readonly commandId: string;
  readonly projectId: string | null;
  readonly actor: Actor;
  /** The claims of the capability token; null for commands that the orchestrator's own processes issue. */
  readonly capability: Capability | null;
  /** eventId of the source conversation event, else the first commandId. */
  readonly correlationId: string | null;
  /** eventId that a Process reacted to. */
  readonly causationId: string | null;
  readonly traceparent: string | null;
}

export interface Command<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
  readonly meta: CommandMeta;
}

export interface DecideContext {
  /** max(store clock, last recordedAt of the stream), epoch milliseconds; stamped on every event of the batch. */
  readonly now: number;
  /** The stream's end as folded: revision -1 and 64 zeros when there is no event. */
  readonly head: StreamHead;
}

export interface StreamHead {
  readonly revision: number;
  /** 64 hex digits without prefix. */
  readonly hash: string;
}

/** What makes a repeat recognisable: one id, one digest. */
export interface Operation {
  readonly kind: 'operationId' | 'proposalId' | 'decisionId' | 'observationId' | 'commandId';
  readonly key: string;
  /** Digest of what the sender asked for, without values that intake fills in. */
  readonly digest: string;
}

export interface Decider<State, Cmd extends Command, Event extends DomainEvent> {
  readonly name: string;
  /** Rises when `evolve` changes the shape of the state: snapshots and caches of another version are thrown away. */
  readonly version: number;
  readonly initial: State;
  /** Checks that come before idempotency: scope, the stream's existence, its Project. Throws a Rejection. */
  admit(state: State, command: Cmd): void;
  /** The idempotency key of a command. */
  operation(command: Cmd): Operation;
  /** Pure. Throws a Rejection; returns [] when nothing needs to be said. */
  decide(state: State, command: Cmd, context: DecideContext): readonly Event[];
  /** Pure and total: facts already happened. Throws only Rejection EVENT_UNKNOWN for a type it does not know. */
  evolve(state: State, event: Recorded<Event>): State;
}

/** Reacts to facts with commands; folds what it reads; timers are facts with a due time. */
export interface Process<State, Event extends DomainEvent, Cmd> {
  readonly name: string;
  readonly initial: State;
  react(state: State, event: Recorded<Event>): readonly Cmd[];
  evolve(state: State, event: Recorded<Event>): State;
}
