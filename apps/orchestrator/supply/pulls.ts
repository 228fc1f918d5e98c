// The hosts that wait for work: each pull takes as many offers as it has free slots, in the order in which they turn up, then ends.
import type { PullWork } from '#contracts/commands';

/** A pull that a host holds open. */
export class OpenPull<Offer> {
  readonly #offers: Offer[] = [];
  #slots: number;
  #wake: (() => void) | undefined;

  constructor(readonly request: PullWork) {
    this.#slots = request.freeSlots;
  }

  get freeSlots(): number {
    return this.#slots;
  }

  /** Takes a slot before the claim, so that two claims never meet in one slot. */
  reserve(): void {
    this.#slots -= 1;
  }

  /** The claim came to nothing. */
  release(): void {
    this.#slots += 1;
  }

  /** Fills a reserved slot. */
  deliver(offer: Offer): void {
    this.#offers.push(offer);
    this.#wake?.();
  }

  async *offers(signal: AbortSignal): AsyncGenerator<Offer> {
    const wake = (): void => this.#wake?.();
    signal.addEventListener('abort', wake);
    try {
      for (let left = this.request.freeSlots; left > 0 && !signal.aborted;) {
        const next = this.#offers.shift();
        if (next !== undefined) {
          left -= 1;
          yield next;
        } else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }
}

export class Pulls<Offer> {
  readonly #open = new Set<OpenPull<Offer>>();

  /** `onOpen` is called when there are new free slots. */
  constructor(private readonly onOpen: () => void) {}

  /** Ends when its slots are filled, when the signal aborts, or when the reader leaves. */
  async *pull(request: PullWork, signal: AbortSignal): AsyncGenerator<Offer> {
    if (signal.aborted) return;
    const pull = new OpenPull<Offer>(request);
    this.#open.add(pull);
    this.onOpen();
    try {
      yield* pull.offers(signal);
    } finally {
      this.#open.delete(pull);
    }
  }

  /** The first pull with a free slot for this agent. */
  free(principalId: string): OpenPull<Offer> | undefined {
    for (const pull of this.#open) if (pull.freeSlots > 0 && pull.request.agents.includes(principalId)) return pull;
    return undefined;
  }
}
