// Restores a fold from a snapshot and keeps new ones, off the path of commands. A snapshot that does not fit is thrown away.
import type { Command, Decider, DomainEvent } from '#domain/kernel';
import type { Folded } from './fold.js';
import type { Journal } from './journal.js';
import type { Snapshot, SnapshotStore } from './snapshot-store.js';

const EVERY = 500;

type AnyDecider<State> = Pick<Decider<State, Command, DomainEvent>, 'name' | 'version' | 'initial'>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether JSON brings the state back as it was: records, lists and scalars only. */
function survivesJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(survivesJson);
  if (!isRecord(value)) return ['string', 'number', 'boolean'].includes(typeof value) || value === null;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(survivesJson);
}

/** Whether `state` has whatever the initial state has, each of the same kind. */
function fits(initial: unknown, state: unknown): boolean {
  if (initial === null) return state !== undefined;
  if (Array.isArray(initial)) return Array.isArray(state);
  if (!isRecord(initial)) return typeof state === typeof initial;
  return isRecord(state) && Object.entries(initial).every(([key, part]) => fits(part, state[key]));
}

export interface SnapshotOptions {
  /** A snapshot is written when a stream has passed another so many events. */
  readonly every?: number;
  /** Hears of snapshots that were thrown away and of writes that failed; neither harms a command. */
  readonly warn?: (message: string) => void;
}

export class Snapshots {
  readonly #store: SnapshotStore;
  readonly #every: number;
  readonly #warn: (message: string) => void;
  #writes: Promise<void> = Promise.resolve();

  constructor(store: SnapshotStore, { every = EVERY, warn = () => undefined }: SnapshotOptions = {}) {
    this.#store = store;
    this.#every = every;
    this.#warn = warn;
  }

  /** undefined when there is no snapshot that fits decider and Journal. */
  async restore<State>(journal: Journal, decider: AnyDecider<State>, streamId: string): Promise<Folded<State> | undefined> {
    try {
      const snapshot = await this.#store.load({ streamId, decider: decider.name, version: decider.version });
      if (!snapshot) return undefined;
      const state: unknown = JSON.parse(snapshot.state);
      if (fits(decider.initial, state) && (await this.#stands(journal, snapshot))) {
        return { state: state as State, head: snapshot.head, at: snapshot.at };
      }
      this.#warn(`The snapshot of ${streamId} for ${decider.name} does not fit; it is rebuilt from the events.`);
    } catch (error) {
      this.#warn(
        `The snapshot of ${streamId} for ${decider.name} cannot be read (${String(error)}); the events are read instead.`,
      );
    }
    return undefined;
  }

  /** Writes later, when `after` has passed another multiple of `every` since `before`. */
  keep<State>(decider: AnyDecider<State>, streamId: string, before: Folded<State> | undefined, after: Folded<State>): void {
    const marks = (folded: Folded<State> | undefined) => Math.floor(((folded?.head.revision ?? -1) + 1) / this.#every);
    if (marks(after) <= marks(before) || !survivesJson(decider.initial)) return;
    const { name, version } = decider;
    this.#writes = this.#writes.then(async () => {
      await new Promise(setImmediate);
      try {
        await this.#store.save({
          streamId,
          decider: name,
          version,
          head: after.head,
          at: after.at,
          state: JSON.stringify(after.state),
        });
      } catch (error) {
        this.#warn(`The snapshot of ${streamId} for ${name} was not written: ${String(error)}`);
      }
    });
  }

  /** Resolves when every snapshot that was to be written is. */
  async idle(): Promise<void> {
    await this.#writes;
  }

  /** The Journal still holds the very event that the snapshot ends with. */
  async #stands(journal: Journal, { streamId, head }: Snapshot): Promise<boolean> {
    for await (const [event] of journal.readStream(streamId, { from: head.revision, limit: 1 })) return event?.hash === head.hash;
    return false;
  }
}
