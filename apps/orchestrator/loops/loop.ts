// One piece of recurring work: it runs at once when woken, once a second without a wake-up, and never twice at the same time.
import { Conflict, Unavailable } from '#domain/kernel';

export interface LoopOptions {
  readonly name: string;
  /** Does what is due; it is run again when it was woken meanwhile. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** How long a lost wake-up can delay the work, milliseconds. */
  readonly tickMs?: number;
  /** Anything but Conflict and Unavailable: the loop has stopped for good. */
  readonly onDefect: (name: string, error: unknown) => void;
}

export class Loop {
  readonly name: string;
  readonly #options: LoopOptions;
  readonly #stop = new AbortController();
  readonly #idle = new Set<() => void>();
  #running = false;
  #rung = false;
  #started = false;
  #timer: NodeJS.Timeout | undefined;
  #delay = 0;

  constructor(options: LoopOptions) {
    this.name = options.name;
    this.#options = options;
  }

  start(): void {
    this.#started = true;
    this.wake();
  }

  /** Runs the work soon; wake-ups that come together count once. */
  wake(): void {
    this.#rung = true;
    if (this.#started && !this.#running && this.#delay === 0) void this.#run();
  }

  /** Nothing runs and nothing is due to run at once. */
  get idle(): boolean {
    return !this.#running && !this.#rung;
  }

  /** Resolves when the loop is idle, at once if it is. */
  async settled(): Promise<void> {
    while (!this.idle && !this.#stop.signal.aborted) await new Promise<void>((resolve) => this.#idle.add(resolve));
  }

  /** Resolves when the work in hand has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    while (this.#running) await new Promise<void>((resolve) => this.#idle.add(resolve));
    this.#rung = false;
    this.#release();
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running = true;
    try {
      while (this.#rung && !this.#stop.signal.aborted) {
        this.#rung = false;
        await this.#options.work(this.#stop.signal);
      }
      this.#wait(this.#options.tickMs ?? 1000);
    } catch (error) {
      this.#failed(error);
    }
    this.#running = false;
    this.#release();
  }

  #failed(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    if (error instanceof Unavailable || error instanceof Conflict) {
      this.#delay = error instanceof Unavailable ? error.retryAfterMs : 1;
      this.#rung = true;
      this.#wait(this.#delay);
      return;
    }
    this.#stop.abort();
    this.#rung = false;
    this.#options.onDefect(this.name, error);
  }

  #wait(ms: number): void {
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#delay = 0;
      this.wake();
    }, ms);
  }

  #release(): void {
    const waiting = [...this.#idle];
    this.#idle.clear();
    for (const resolve of waiting) resolve();
  }
}
