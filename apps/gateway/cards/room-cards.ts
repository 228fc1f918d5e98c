// Tells rooms what happens: tails the Journal and posts cards. The cursor moves after the post, and a repeated post is recognised:
// each card stands in its room exactly once, through any crash.
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredEvent } from '#contracts/codec';
import { CARDED_EVENTS, foldProgress } from '#domain/processes';
import type { ProgressState } from '#domain/processes';
import { Unavailable } from '#domain/kernel';
import type { RunState } from '#domain/run';
import type { CursorStore, Feed, FeedBatch } from '#feed';
import type { CardWriter } from './card-writer.js';
import type { RoomDirectory } from './room-directory.js';
import { recorded } from './run-memory.js';
import type { RunMemory } from './run-memory.js';

export const READER = 'gateway.cards';
const TOLD: ReadonlySet<string> = new Set([...CARDED_EVENTS, 'assignment.progress']);

export interface RoomCardsPorts {
  readonly feed: Feed;
  readonly cursors: CursorStore;
  readonly runs: RunMemory;
  readonly rooms: RoomDirectory;
  readonly cards: CardWriter;
  readonly log: (level: 'warn' | 'error', message: string, fields: Readonly<Record<string, unknown>>) => void;
}

export class RoomCards {
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #position = 0;
  /** Updates that no card has told yet. */
  readonly #progress = new Map<string, ProgressState>();

  constructor(private readonly ports: RoomCardsPorts) {}

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  /** Every card of facts up to here is posted. */
  get position(): number {
    return this.#position;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        this.#position = await this.ports.cursors.load(READER);
        for await (const batch of this.ports.feed.subscribe({ after: this.#position, signal })) await this.#tell(batch);
      } catch (error) {
        if (!(error instanceof Unavailable))
          this.ports.log('error', 'Posting cards failed; it is tried again.', { error: stackOf(error) });
        await pause(error instanceof Unavailable ? error.retryAfterMs : 5_000, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #tell({ events, position }: FeedBatch): Promise<void> {
    for (const event of events) {
      if (this.#stop.signal.aborted) return;
      if (event.type === 'catalog.replaced') this.ports.rooms.forget();
      if (event.streamId.startsWith('run-')) await this.#tellRun(event);
    }
    if (this.#stop.signal.aborted) return;
    this.#position = position;
    await this.ports.cursors.save(READER, position);
  }

  async #tellRun(event: StoredEvent): Promise<void> {
    const run = await this.ports.runs.after(event);
    if (!TOLD.has(event.type)) return;
    const rooms = await this.ports.rooms.of(run.projectId);
    if (!rooms) return;
    for (const due of this.#due(event, run)) await this.ports.cards.writeProgress(event, run, rooms, due);
    await this.ports.cards.write(event, run, rooms);
  }

  #due(event: StoredEvent, { runId }: RunState) {
    const { state, due } = foldProgress(this.#progress.get(runId) ?? [], recorded(event));
    if (state.length) this.#progress.set(runId, state);
    else this.#progress.delete(runId);
    return due;
  }
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.name) : typeof error);
