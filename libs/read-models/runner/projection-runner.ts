// Keeps one view: finds its generation, follows the feed into it, makes it live once it has caught up, and goes on after a rebuild elsewhere.
// A defect of the projection stops the view at that event, never past it.
import { Rejection } from '#domain/kernel';
import type { Projection } from '../projection.js';
import { GenerationFollower } from './generation-follower.js';
import type { Followed, FollowerPorts } from './generation-follower.js';
import { isOfVersion, rebuildView, versionOf } from './rebuild-view.js';

export interface RunnerPorts extends FollowerPorts {
  /** Epoch milliseconds. */
  now(): number;
  /** Told after each batch: how old its newest fact was when readers could see it, in milliseconds. */
  observe(batch: { readonly view: string; readonly position: number; readonly lagMs: number | null }): void;
  /** Told once when the view stops. */
  defect(view: string, error: unknown): void;
}

export interface RunnerStatus {
  readonly view: string;
  readonly version: number;
  /** null before the first start. */
  readonly generation: string | null;
  readonly position: number;
  /** Readers see this generation, and it has met the end of the Journal at least once since the start. */
  readonly caughtUp: boolean;
  /** Why the view stands still; null when it does not. */
  readonly failure: string | null;
  readonly lagMs: number | null;
}

export class ProjectionRunner<Row = unknown> {
  readonly #ports: RunnerPorts;
  readonly #projection: Projection<Row>;
  #status: RunnerStatus;
  #stop = new AbortController();
  /** Ends the present subscription, so that the live generation is looked up again. */
  #again = new AbortController();
  #running: Promise<void> | null = null;

  constructor(ports: RunnerPorts, projection: Projection<Row>) {
    this.#ports = ports;
    this.#projection = projection;
    const { name: view, version } = projection;
    this.#status = { view, version, generation: null, position: 0, caughtUp: false, failure: null, lagMs: null };
  }

  status(): RunnerStatus {
    return this.#status;
  }

  /** Begins, or goes on where the view stands; does nothing while it runs. */
  start(): void {
    if (this.#running) return;
    this.#stop = new AbortController();
    this.#set({ failure: null, caughtUp: false });
    this.#running = this.#run(this.#stop.signal);
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#again.abort();
    await this.#running;
    this.#running = null;
  }

  /** Builds the view anew beside the live one and swaps; resolves with the new generation's name. */
  async rebuild(signal: AbortSignal): Promise<string | undefined> {
    const generation = await rebuildView(this.#ports, this.#projection, signal);
    this.#again.abort();
    return generation;
  }

  async #run(stop: AbortSignal): Promise<void> {
    this.#set({ generation: null });
    try {
      while (!stop.aborted) {
        this.#again = new AbortController();
        const generation = await this.#generation();
        this.#set({ generation, caughtUp: false });
        const follower = new GenerationFollower(this.#ports, this.#projection, generation);
        await follower.follow(AbortSignal.any([stop, this.#again.signal]), (batch) => this.#seen(generation, batch));
      }
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      this.#set({ failure, caughtUp: false });
      this.#ports.defect(this.#projection.name, error);
      const { generation } = this.#status;
      if (generation) await this.#ports.store.fail(this.#projection.name, generation, failure).catch(() => undefined);
    }
  }

  /** The live generation of this version; else one of this version that is under way, else a new one. */
  async #generation(): Promise<string> {
    const { name, version } = this.#projection;
    const live = await this.#ports.store.live(name);
    if (live && isOfVersion(live.generation, version)) return live.generation;
    if (live && versionOf(live.generation) > version)
      throw new Rejection(
        'VIEW_NEWER',
        `View ${name} is kept as ${live.generation}, by a newer Workroom than this one (version ${version}): run that one, or rebuild the view with "workroom projections rebuild ${name}".`,
      );
    await this.#ports.store.create(name, `v${version}`);
    return `v${version}`;
  }

  async #seen(generation: string, { position, live, recordedAt }: Followed): Promise<boolean> {
    const { store } = this.#ports;
    const { name } = this.#projection;
    if (live && !this.#status.caughtUp && (await store.live(name))?.generation !== generation) {
      if (!(await store.swap(name, generation))) return true;
    }
    const lagMs = recordedAt === null ? null : Math.max(0, this.#ports.now() - recordedAt);
    this.#set({ position, caughtUp: live, lagMs });
    this.#ports.observe({ view: name, position, lagMs });
    return true;
  }

  #set(change: Partial<RunnerStatus>): void {
    this.#status = { ...this.#status, ...change };
  }
}
