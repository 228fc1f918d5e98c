// Keeps a lease alive: a heartbeat at a third of its length. A refused heartbeat or a cancel stops the agent at once.
import { Unavailable } from '#domain/kernel';
import type { AssignmentChannel } from './assignment-channel.js';

export type StopCause =
  { readonly kind: 'cancel' } | { readonly kind: 'lease_lost'; readonly code: string } | { readonly kind: 'drain' };

export class LeaseKeeper {
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #beating: Promise<void> = Promise.resolve();
  #cause: StopCause | null = null;

  constructor(
    private readonly channel: AssignmentChannel,
    private readonly leaseMs: number,
  ) {}

  /** Aborts when the agent has to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get cause(): StopCause | null {
    return this.#cause;
  }

  begin(): void {
    this.#timer = setInterval(
      () => {
        this.#beating = this.#beating.then(() => this.#beat());
      },
      Math.max(1, Math.floor(this.leaseMs / 3)),
    );
    this.#timer.unref();
  }

  /** No heartbeat is under way when this resolves. */
  async end(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#beating;
  }

  stop(cause: StopCause): void {
    if (this.#cause) return;
    this.#cause = cause;
    this.#stop.abort();
  }

  async #beat(): Promise<void> {
    if (this.#cause) return;
    try {
      const { cancel } = await this.channel.observe({ type: 'heartbeat' });
      if (cancel) this.stop({ kind: 'cancel' });
    } catch (error) {
      // Still unreachable after resending: the next beat tries again, and the store's clock decides about the lease.
      if (error instanceof Unavailable) return;
      this.stop({ kind: 'lease_lost', code: codeOf(error) });
    }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'DEFECT';
