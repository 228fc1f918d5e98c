// The Runs that are not over, folded from the Journal's tail: the working set of scheduler, supply, acceptance and clock.
import { isTerminal, nextDueAt, runDecider, runStreamOf } from '#domain/run';
import type { RecordedRunEvent, RunState } from '#domain/run';
import type { Codec, StoredEvent } from '#contracts/codec';
import type { WorkingSet } from '#feed';
import { foldStream } from '#journal';
import type { Folded, Journal } from '#journal';
import type { FactReader } from './fact-tail.js';

const READER = 'orchestrator.runs';
const PREFIX = runStreamOf('');

export interface OpenRun {
  readonly runId: string;
  readonly folded: Folded<RunState>;
  /** The last fact: what a reaction names as its cause. */
  readonly cause: { readonly eventId: string; readonly recordedAt: number };
  /** The earliest instant that waits, epoch milliseconds; null when none does. */
  readonly dueAt: number | null;
}

export interface RunBoardPorts {
  readonly journal: Journal;
  readonly codec: Codec;
  readonly workingSet: WorkingSet;
}

export class RunBoard implements FactReader {
  readonly #ports: RunBoardPorts;
  readonly #runs = new Map<string, OpenRun>();
  readonly #listeners: ((runIds: readonly string[]) => void)[] = [];
  /** Changed since the last save. */
  readonly #changed = new Set<string>();
  #position = 0;

  constructor(ports: RunBoardPorts) {
    this.#ports = ports;
  }

  /** Folds what was open when it was last kept; returns the position from which the tail goes on. */
  async load(): Promise<number> {
    const { position, streams } = await this.#ports.workingSet.load(READER);
    for (const { streamId } of streams) await this.#catchUp(streamId.slice(PREFIX.length));
    this.#position = position;
    return position;
  }

  get(runId: string): OpenRun | undefined {
    return this.#runs.get(runId);
  }

  get open(): readonly OpenRun[] {
    return [...this.#runs.values()];
  }

  /** The Run as the Journal has it now, closed Runs included; undefined when there is none. */
  async current(runId: string): Promise<RunState | undefined> {
    const { journal, codec } = this.#ports;
    const { state, head } = await foldStream(journal, runDecider, runStreamOf(runId), codec, this.#runs.get(runId)?.folded);
    return head.revision === -1 ? undefined : state;
  }

  /** Called after each batch with the Runs that it touched. */
  onChange(listener: (runIds: readonly string[]) => void): void {
    this.#listeners.push(listener);
  }

  async read(events: readonly StoredEvent[]): Promise<void> {
    const touched = new Set<string>();
    for (const event of events) {
      this.#position = event.globalPosition;
      if (!event.streamId.startsWith(PREFIX)) continue;
      const runId = event.streamId.slice(PREFIX.length);
      if (await this.#apply(runId, event)) touched.add(runId);
    }
    for (const runId of touched) this.#changed.add(runId);
    if (touched.size > 0) for (const listener of this.#listeners) listener([...touched]);
  }

  /** Keeps the working set: what is lost of it is read again from the Journal. */
  async save(): Promise<void> {
    if (this.#changed.size === 0) return;
    const changed = [...this.#changed];
    this.#changed.clear();
    const open = changed.flatMap((runId) => {
      const run = this.#runs.get(runId);
      return run ? [{ streamId: runStreamOf(runId), dueAt: run.dueAt }] : [];
    });
    const closed = changed.filter((runId) => !this.#runs.has(runId)).map(runStreamOf);
    await this.#ports.workingSet.save(READER, { position: this.#position, open, closed });
  }

  /** False when the fact was known, or belongs to a Run that is over. */
  async #apply(runId: string, event: StoredEvent): Promise<boolean> {
    const folded = this.#runs.get(runId)?.folded;
    const next = (folded?.head.revision ?? -1) + 1;
    if (folded ? event.revision < next : event.revision > 0) return false;
    if (event.revision > next) return this.#catchUp(runId);
    const recorded = this.#ports.codec.open(event) as RecordedRunEvent;
    this.#put(event, {
      state: runDecider.evolve(folded?.state ?? runDecider.initial, recorded),
      head: { revision: event.revision, hash: event.hash },
      at: Math.max(folded?.at ?? 0, recorded.at),
    });
    return true;
  }

  async #catchUp(runId: string): Promise<boolean> {
    const { journal, codec } = this.#ports;
    const streamId = runStreamOf(runId);
    const folded = await foldStream(journal, runDecider, streamId, codec, this.#runs.get(runId)?.folded);
    for await (const [last] of journal.readStream(streamId, { from: folded.head.revision, limit: 1 })) {
      if (last) this.#put(last, folded);
    }
    return true;
  }

  #put({ streamId, eventId, metadata }: StoredEvent, folded: Folded<RunState>): void {
    const runId = streamId.slice(PREFIX.length);
    if (isTerminal(folded.state)) {
      this.#runs.delete(runId);
      return;
    }
    const cause = { eventId, recordedAt: metadata.recordedAt };
    this.#runs.set(runId, { runId, folded, cause, dueAt: nextDueAt(folded.state) });
  }
}
