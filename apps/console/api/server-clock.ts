// The server's time as well as this machine can know it: deadlines are the server's, and a laptop's clock may be minutes off.

/** Smaller differences are not worth a correction: the header has a resolution of a second. */
const TOLERANCE_MS = 2_000;
/** An answer that took longer says too little about the present. */
const SLOW_MS = 3_000;

export class ServerClock {
  private offset = 0;

  /** `local`: this machine's time. */
  constructor(readonly local: () => number) {}

  /** The time on the server, epoch milliseconds. */
  readonly now = (): number => this.local() + this.offset;

  /** Learns from the Date header of an answer to a request sent at `sent` by the local clock. */
  note(header: string | null, sent: number): void {
    const received = this.local();
    const told = header === null ? Number.NaN : Date.parse(header);
    if (Number.isNaN(told) || received - sent > SLOW_MS || received < sent) return;
    const offset = told + 500 - (sent + received) / 2;
    this.offset = Math.abs(offset) > TOLERANCE_MS ? Math.round(offset) : 0;
  }
}
