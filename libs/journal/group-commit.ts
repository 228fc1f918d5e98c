// Group commit without a timer: whatever was appended while the last flush was under way goes into the next one.
import type { Receipt } from '#contracts/codec';
import type { AppendBatch } from './journal.js';

/** A receipt, or what the append throws. */
export type Answer = Receipt | Error;

const FLUSH_EVENTS = 4000;
const FLUSH_BYTES = 8 * 1024 * 1024;

interface Waiting {
  readonly batch: AppendBatch;
  readonly bytes: number;
  readonly resolve: (receipt: Receipt) => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #flush: (batches: readonly AppendBatch[]) => Promise<readonly Answer[]>;
  readonly #committed: () => void;
  readonly #asStoreError: (error: unknown) => unknown;
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;

  /** `flush` answers each batch; where it throws, nothing was written, or nobody knows. `committed` runs before the answers. */
  constructor(parts: {
    readonly flush: (batches: readonly AppendBatch[]) => Promise<readonly Answer[]>;
    readonly committed: () => void;
    readonly asStoreError: (error: unknown) => unknown;
  }) {
    this.#flush = parts.flush;
    this.#committed = parts.committed;
    this.#asStoreError = parts.asStoreError;
  }

  add(batch: AppendBatch, bytes: number): Promise<Receipt> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ batch, bytes, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    do {
      // Those whom the last flush answered append again in this turn of the event loop.
      await new Promise(setImmediate);
      await this.#flushPart(this.#takePart());
    } while (this.#queue.length > 0);
    this.#running = undefined;
  }

  #takePart(): readonly Waiting[] {
    let [events, bytes, count] = [0, 0, 0];
    for (const { batch, bytes: size } of this.#queue) {
      events += batch.events.length;
      bytes += size;
      if (count > 0 && (events > FLUSH_EVENTS || bytes > FLUSH_BYTES)) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  async #flushPart(part: readonly Waiting[]): Promise<void> {
    let answers: readonly Answer[];
    try {
      answers = await this.#flush(part.map(({ batch }) => batch));
    } catch (error) {
      for (const { reject } of part) reject(this.#asStoreError(error));
      return;
    }
    if (answers.some((answer) => !(answer instanceof Error) && answer.outcome === 'committed')) this.#committed();
    part.forEach(({ resolve, reject }, index) => {
      const answer = answers[index]!;
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
    });
  }
}
