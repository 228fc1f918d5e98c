// Deciders as given / when / then: exact, ordered, deep. What is given and sent is frozen first, so a rule that changes it fails.
import { Rejection } from '#domain/kernel';
import type { Command, Decider, DomainEvent, Recorded } from '#domain/kernel';

export interface When<Cmd> {
  /** `now`: epoch milliseconds; left out: the `at` of the last given fact. */
  when(command: Cmd, now?: number): Then;
}

export interface Then {
  /** Exactly these facts, in this order, with exactly these keys. */
  then(expected: readonly DomainEvent[]): void;
  /** Refused with this code and a whole sentence; `details` must hold at least these entries. */
  thenRejected(code: string, details?: Readonly<Record<string, unknown>>): void;
  /** Nothing to say: no fact, no refusal. */
  thenNothing(): void;
}

/** Freezes a value and everything below it; returns the same value. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/** A hash for a head that no store has sealed: different for each revision. */
export const fixedHash = (revision: number): string => (revision + 1).toString(16).padStart(64, revision < 0 ? '0' : 'a');

/** Folds facts from the initial state; each state is frozen before the next fact. */
export function fold<State, Event extends DomainEvent>(
  decider: Decider<State, never, Event>,
  facts: ReadonlyArray<Recorded<Event>>,
): State {
  return facts.reduce<State>((state, fact) => deepFreeze(decider.evolve(state, deepFreeze(fact))), decider.initial);
}

/** What a refusal says to people: words to the end and a full stop, with nothing left blank before it. */
export const WHOLE_SENTENCE = /^\S+ .*[^\s.,:;]\.$/s;

type Outcome = { readonly facts: readonly DomainEvent[] } | { readonly refused: Rejection };

const outcomeOf = (run: () => readonly DomainEvent[]): Outcome => {
  try {
    return { facts: run() };
  } catch (error) {
    if (error instanceof Rejection) return { refused: error };
    throw error;
  }
};

function thenOf(outcome: Outcome): Then {
  const facts = (): readonly DomainEvent[] => {
    if ('facts' in outcome) return outcome.facts;
    throw new Error(`refused with ${outcome.refused.code}: ${outcome.refused.message}`, { cause: outcome.refused });
  };
  return {
    then: (expected) => expect(facts()).toStrictEqual(expected),
    thenNothing: () => expect(facts()).toStrictEqual([]),
    thenRejected: (code, details = {}) => {
      if ('facts' in outcome) throw new Error(`not refused; facts: ${JSON.stringify(outcome.facts, null, 2)}`);
      expect(outcome.refused.code).toBe(code);
      expect(outcome.refused.message).toMatch(WHOLE_SENTENCE);
      expect(outcome.refused.details).toMatchObject(details);
    },
  };
}

/** `specify(decider).given(facts).when(command).then(facts)`. */
export function specify<State, Cmd extends Command, Event extends DomainEvent>(
  decider: Decider<State, Cmd, Event>,
): { given(facts: ReadonlyArray<Recorded<Event>>): When<Cmd> } {
  return {
    given: (facts) => ({
      when: (command, now = facts.at(-1)?.at ?? 0) => {
        const state = fold(decider as unknown as Decider<State, never, Event>, facts);
        const revision = facts.length - 1;
        return thenOf(
          outcomeOf(() => {
            deepFreeze(command);
            decider.admit(state, command);
            return decider.decide(state, command, { now, head: { revision, hash: fixedHash(revision) } });
          }),
        );
      },
    }),
  };
}
