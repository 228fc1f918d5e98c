// What the world is made of: commands on their way, what became of them, and the facts that they left.
import type { Actor } from '#domain/kernel';
import type { RecordedRunEvent, RunCommand, RunState } from '#domain/run';
import type { Receipt } from '#contracts/codec';

export interface Message {
  readonly command: RunCommand;
  /** What is wrong with it: it may never leave a fact. null for what an honest sender sends, however late. */
  readonly lie: string | null;
}

export type Outcome =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'refused'; readonly code: string; readonly why: string }
  | { readonly kind: 'crashed'; readonly place: string };

export type Fact = RecordedRunEvent & { readonly revision: number; readonly actor: Actor };

/** The facts of one command, with the Run before and after them. */
export interface Batch {
  readonly runId: string;
  readonly commandId: string;
  readonly command: RunCommand | null;
  readonly before: RunState;
  readonly after: RunState;
  readonly facts: readonly Fact[];
}

/** What became of a message. */
export interface Answer {
  readonly message: Message;
  readonly outcome: Outcome;
  /** null when it left no fact. */
  readonly batch: Batch | null;
}
