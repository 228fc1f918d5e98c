// Turns many live events into few reads: each query is read again at most once a flush, never while it is being read,
// and not at all when its answer already reaches the event.

/** A key names every query that begins with it. */
export type QueryPrefix = readonly unknown[];

export interface RefreshTarget {
  readonly key: QueryPrefix;
  readonly reading: boolean;
  /** Position that its answer reaches; null where unknown. */
  readonly asOf: number | null;
  /** Reads again (or marks as old, where nobody looks). Settles when done; never rejects. */
  refresh(): Promise<void>;
}

export interface RefreshPorts {
  targets(prefix: QueryPrefix): readonly RefreshTarget[];
  after(ms: number, call: () => void): () => void;
}

const EVERY_MS = 400;

export class Refresher {
  private readonly wanted = new Map<string, { prefix: QueryPrefix; position: number }>();
  private scheduled = false;
  private waiting: Array<() => void> = [];

  constructor(private readonly ports: RefreshPorts) {}

  /** Answers under `prefix` should reach `position`. The first mark after a pause is acted on at once. */
  mark(prefix: QueryPrefix, position: number): void {
    const name = JSON.stringify(prefix);
    const known = this.wanted.get(name);
    if (!known || known.position < position) this.wanted.set(name, { prefix, position });
    if (this.scheduled) return;
    this.scheduled = true;
    this.ports.after(0, () => void this.flush());
  }

  /** Resolves once nothing marked is left. */
  settled(): Promise<void> {
    if (!this.wanted.size) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private async flush(): Promise<void> {
    const wanted = [...this.wanted];
    const started = new Set<unknown>();
    await Promise.all(wanted.map(([name, { prefix, position }]) => this.refreshUnder(name, prefix, position, started)));
    if (!this.wanted.size) for (const tell of this.waiting.splice(0)) tell();
    this.ports.after(EVERY_MS, () => {
      if (this.wanted.size) void this.flush();
      else this.scheduled = false;
    });
  }

  /** Keeps the mark while a query under it is still being read: that answer may be older than the event. */
  private async refreshUnder(name: string, prefix: QueryPrefix, position: number, started: Set<unknown>): Promise<void> {
    const old = this.ports.targets(prefix).filter((target) => target.asOf === null || target.asOf < position);
    if (!old.some((target) => target.reading)) this.wanted.delete(name);
    const due = old.filter((target) => !target.reading && !started.has(JSON.stringify(target.key)));
    for (const target of due) started.add(JSON.stringify(target.key));
    await Promise.all(due.map((target) => target.refresh()));
  }
}
