// The Runs that cards are made from, folded as their facts go by; a Run met in the middle is read from its stream up to there.
import type { StoredEvent } from '#contracts/codec';
import { runDecider } from '#domain/run';
import type { RecordedRunEvent, RunState } from '#domain/run';
import type { Journal } from '#journal';

const KEPT = 200;
const STREAM = 'run-';

export class RunMemory {
  /** Least recently touched first. */
  readonly #runs = new Map<string, RunState>();

  constructor(private readonly journal: Pick<Journal, 'readStream'>) {}

  /** The Run as it stands after this fact of its stream. */
  async after(event: StoredEvent): Promise<RunState> {
    const known = this.#runs.get(event.streamId);
    if (known && known.sequence >= event.revision) return known;
    const before = known?.sequence === event.revision - 1 ? known : await this.#read(event);
    const folded = runDecider.evolve(before, recorded(event));
    // The first fact does not name its Run: its stream does.
    const state = folded.runId ? folded : { ...folded, runId: event.streamId.slice(STREAM.length) };
    this.#runs.delete(event.streamId);
    this.#runs.set(event.streamId, state);
    for (const oldest of this.#runs.keys()) {
      if (this.#runs.size <= KEPT) break;
      this.#runs.delete(oldest);
    }
    return state;
  }

  async #read({ streamId, revision }: StoredEvent): Promise<RunState> {
    let state = runDecider.initial;
    if (revision === 0) return state;
    for await (const page of this.journal.readStream(streamId, { limit: revision })) {
      for (const event of page) state = runDecider.evolve(state, recorded(event));
    }
    return state;
  }
}

export const recorded = (event: StoredEvent): RecordedRunEvent =>
  ({ type: event.type, data: event.data, at: event.metadata.recordedAt }) as RecordedRunEvent;
