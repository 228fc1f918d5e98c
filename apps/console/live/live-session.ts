// Keeps one stream of live events going: resumes after what was applied, drops repeats, applies in batches, and reloads
// lists whenever it cannot be sure. The cursor moves after applying, never before.
import type { RunEventDto } from '#contracts/http';
import { ProblemError } from '../api/failure.js';
import type { LiveCursor } from './live-cursor.js';
import type { LiveStatus } from './live-status.js';
import type { SseFrame } from './sse-parser.js';
import { SseParser } from './sse-parser.js';
import { Watchdog } from './watchdog.js';

/** Ends the session: the server said that trying again is of no use. */
export class LiveRefused extends Error {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

/** What was taken from the stream could not be applied. */
class ApplyFailed extends Error {}

export interface LivePorts {
  /** Opens the stream after `position` (null: from now). Throws LiveRefused where a retry is of no use. */
  open(position: number | null, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
  /** Brings facts into what is shown. Whatever it throws makes the session reload everything. */
  apply(facts: readonly RunEventDto[]): void;
  /** Resolves once everything shown is at least as new as `position`. */
  reload(position: number): Promise<void>;
  status(status: LiveStatus): void;
  now(): number;
  /** Calls back once, `ms` later; answers how to cancel. */
  after(ms: number, call: () => void): () => void;
  /** 0 ≤ r < 1 */
  random(): number;
}

const BATCH_MS = 250;
const BATCH_MAX = 2_000;
const RETRY_MS = 500;
const RETRY_MAX_MS = 15_000;

export class LiveSession {
  private readonly watchdog: Watchdog;
  private pending: RunEventDto[] = [];
  private cancelFlush: (() => void) | null = null;
  private connection: AbortController | null = null;
  private failures = 0;
  private stopped = false;
  private retryNow: (() => void) | null = null;
  private flushFailed = false;

  constructor(
    private readonly ports: LivePorts,
    private readonly cursor: LiveCursor,
  ) {
    this.watchdog = new Watchdog(ports, () => this.connection?.abort());
  }

  /** Runs until stop() or until the server refuses for good. */
  async run(): Promise<void> {
    this.ports.status({ kind: 'connecting' });
    while (!this.stopped) {
      try {
        await this.connect();
        this.lost(null);
      } catch (error) {
        if (this.stopped) return;
        if (error instanceof LiveRefused) {
          this.ports.status({ kind: 'closed', code: error.code, detail: error.message });
          return;
        }
        if (error instanceof ApplyFailed) this.cursor.forget();
        this.lost(error);
      }
      if (!this.stopped) await this.pause();
    }
  }

  stop(): void {
    this.stopped = true;
    this.dropPending();
    this.watchdog.stop();
    this.connection?.abort();
    this.retryNow?.();
  }

  /** The machine woke up or the network is back: look at once instead of at the next tick. */
  wake(): void {
    this.watchdog.look();
    this.retryNow?.();
  }

  private async connect(): Promise<void> {
    this.cursor.rewind();
    this.dropPending();
    this.flushFailed = false;
    const connection = new AbortController();
    this.connection = connection;
    try {
      this.watchdog.start();
      const stream = await this.ports.open(this.cursor.applied, connection.signal);
      this.watchdog.heard();
      if (this.cursor.applied !== null) this.connected();
      const parser = new SseParser();
      for await (const bytes of stream) {
        this.watchdog.heard();
        for (const frame of parser.push(bytes)) await this.take(frame);
        if (this.flushFailed) throw new ApplyFailed();
      }
    } catch (error) {
      throw this.flushFailed ? new ApplyFailed('apply', { cause: error }) : error;
    } finally {
      this.watchdog.pause();
      connection.abort();
      this.connection = null;
    }
    if (this.pending.length) this.flush();
    if (this.flushFailed) throw new ApplyFailed();
  }

  private async take(frame: SseFrame): Promise<void> {
    const data = parsed(frame.data);
    if (frame.event === 'closed')
      throw new LiveRefused(String(data['code']), `The server ended the live connection: ${String(data['code'])}.`);
    const position = positionOf(frame, data);
    if (frame.event === 'sync' || frame.event === 'reset') {
      this.dropPending();
      await this.ports.reload(position);
      this.cursor.commit(position);
      return this.connected();
    }
    if (frame.event === 'position') {
      this.flush();
      if (!this.flushFailed) this.cursor.commit(position);
      return;
    }
    if (!this.cursor.take(position)) return;
    this.pending.push(data as unknown as RunEventDto);
    if (this.pending.length >= BATCH_MAX) this.flush();
    else this.cancelFlush ??= this.ports.after(BATCH_MS, () => this.flush());
  }

  private flush(): void {
    const facts = this.pending;
    this.dropPending();
    const last = facts.at(-1);
    if (!last) return;
    try {
      this.ports.apply(facts);
    } catch {
      this.flushFailed = true;
      this.connection?.abort();
      return;
    }
    this.cursor.commit(last.globalPosition);
  }

  private dropPending(): void {
    this.cancelFlush?.();
    this.cancelFlush = null;
    this.pending = [];
  }

  private connected(): void {
    this.failures = 0;
    this.watchdog.calm();
    this.ports.status({ kind: 'live' });
  }

  private lost(error: unknown): void {
    this.dropPending();
    const since = this.watchdog.last;
    if (this.watchdog.silent) this.ports.status({ kind: 'stale', since });
    else if (this.failures === 0) this.ports.status({ kind: 'connecting' });
    else this.ports.status({ kind: 'offline', since, detail: error instanceof ProblemError ? error.message : null });
  }

  /** Waits before the next try: not at all after a silence, else longer with each failure; wake() cuts it short. */
  private pause(): Promise<void> {
    const wait = this.watchdog.silent && this.failures === 0 ? 0 : Math.min(RETRY_MS * 2 ** this.failures, RETRY_MAX_MS);
    this.failures += 1;
    return new Promise((resolve) => {
      const cancel = this.ports.after(wait * (0.75 + this.ports.random() / 2), () => this.retryNow?.());
      this.retryNow = () => {
        this.retryNow = null;
        cancel();
        resolve();
      };
    });
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    throw new ApplyFailed('A frame that is not JSON.');
  }
  throw new ApplyFailed('A frame that is no object.');
}

function positionOf(frame: SseFrame, data: Record<string, unknown>): number {
  const position = Number(frame.id ?? data['position'] ?? data['globalPosition']);
  if (!Number.isSafeInteger(position)) throw new ApplyFailed('A frame without a position.');
  return position;
}
