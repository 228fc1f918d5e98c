// Tells when a connection that claims to be open has gone silent: the server sends at least a comment every 15 s.

interface WatchdogPorts {
  now(): number;
  after(ms: number, call: () => void): () => void;
  status(status: { readonly kind: 'stale'; readonly since: number }): void;
}

export const SILENCE_MS = 45_000;
const LOOK_MS = 5_000;

export class Watchdog {
  /** When the last byte came, or this watchdog was made. */
  last: number;
  /** True from the moment a silence was found until calm(). */
  silent = false;
  private watching = false;
  private opened = 0;
  private cancel: (() => void) | null = null;

  constructor(
    private readonly ports: WatchdogPorts,
    private readonly onSilence: () => void,
  ) {
    this.last = ports.now();
  }

  /** A connection is being opened: watch it from now. */
  start(): void {
    this.opened = this.ports.now();
    this.watching = true;
    this.cancel ??= this.ports.after(LOOK_MS, () => this.tick());
  }

  heard(): void {
    this.last = this.ports.now();
    this.opened = this.last;
  }

  calm(): void {
    this.silent = false;
  }

  pause(): void {
    this.watching = false;
  }

  stop(): void {
    this.watching = false;
    this.cancel?.();
    this.cancel = null;
  }

  /** Looks now; timers sleep with the machine, so this is also called when it wakes. */
  look(): void {
    if (!this.watching || this.ports.now() - this.opened < SILENCE_MS) return;
    this.silent = true;
    this.watching = false;
    this.ports.status({ kind: 'stale', since: this.last });
    this.onSilence();
  }

  private tick(): void {
    this.cancel = this.ports.after(LOOK_MS, () => this.tick());
    this.look();
  }
}
