// A host that pulls work for its free slots and runs each piece apart from the others, until it is told to stop.
import { Unavailable } from '#domain/kernel';
import { setTimeout as pause } from 'node:timers/promises';

export interface Piece {
  /** Ends by itself; what it rejects with is a defect and is handed to `onDefect`. */
  readonly ended: Promise<void>;
  /** Asks it to stop soon. */
  drain(): void;
}

export interface PullHostPorts<Offer> {
  /** What a restart gives back; runs before the first pull. */
  readonly resume: () => Promise<readonly Offer[]>;
  /** Yields at most `freeSlots` offers; ends when the signal aborts. */
  readonly pull: (freeSlots: number, signal: AbortSignal) => AsyncIterable<Offer>;
  readonly begin: (offer: Offer) => Piece;
  readonly onDefect: (what: 'pull' | 'piece', error: unknown) => void;
}

export interface PullHostOptions {
  readonly slots: number;
  /** How long a stop waits for pieces that are under way, milliseconds. */
  readonly drainMs: number;
  /** Pause after a pull that failed for no known reason, milliseconds. */
  readonly defectPauseMs?: number;
}

export class PullHost<Offer> {
  readonly #active = new Set<Piece>();
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #freed: () => void = () => undefined;

  constructor(
    private readonly ports: PullHostPorts<Offer>,
    private readonly options: PullHostOptions,
  ) {}

  /** Pieces under way. */
  get active(): number {
    return this.#active.size;
  }

  start(): void {
    this.#stop.signal.addEventListener('abort', () => this.#freed(), { once: true });
    this.#loop = this.#run();
  }

  /** Takes no more work, waits `drainMs` for what is under way, then asks the rest to stop and waits for that. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
    const done = Promise.all([...this.#active].map(({ ended }) => ended));
    const early = new AbortController();
    await Promise.race([done, pause(this.options.drainMs, undefined, { signal: early.signal }).catch(() => undefined)]);
    early.abort();
    for (const piece of this.#active) piece.drain();
    await done;
  }

  async #run(): Promise<void> {
    for (const offer of (await this.#retrying(() => this.ports.resume())) ?? []) this.#begin(offer);
    while (!this.#stop.signal.aborted) {
      const freeSlots = this.options.slots - this.#active.size;
      if (freeSlots > 0) await this.#retrying(() => this.#pull(freeSlots));
      else await this.#slotFreed();
    }
  }

  async #pull(freeSlots: number): Promise<void> {
    for await (const offer of this.ports.pull(freeSlots, this.#stop.signal)) this.#begin(offer);
  }

  #begin(offer: Offer): void {
    const begun = this.ports.begin(offer);
    const ended = begun.ended
      .catch((error: unknown) => this.ports.onDefect('piece', error))
      .finally(() => {
        this.#active.delete(piece);
        this.#freed();
      });
    const piece: Piece = { ended, drain: () => begun.drain() };
    this.#active.add(piece);
  }

  #slotFreed(): Promise<void> {
    return new Promise((resolve) => {
      this.#freed = resolve;
      if (this.#stop.signal.aborted || this.#active.size < this.options.slots) resolve();
    });
  }

  async #retrying<T>(ask: () => Promise<T>): Promise<T | undefined> {
    while (!this.#stop.signal.aborted) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Unavailable)) this.ports.onDefect('pull', error);
        const wait = error instanceof Unavailable ? error.retryAfterMs : (this.options.defectPauseMs ?? 5_000);
        await pause(wait, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }
}
