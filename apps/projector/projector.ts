// Hosts the views: one runner a view, from start to stop of the process, with its numbers and its word on readiness.
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, LoggerService, OnApplicationBootstrap } from '@nestjs/common';
import type { Feed } from '#feed';
import type { Readiness } from '#platform/health';
import type { Metrics } from '#platform/metrics';
import { pause, ProjectionRunner, reached } from '#read-models';
import type { Projection, ReadModelStore, RunnerPorts, RunnerStatus } from '#read-models';

export interface ProjectorPorts {
  readonly readModels: ReadModelStore;
  readonly feed: Feed;
  /** Epoch milliseconds. */
  now(): number;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly logger: LoggerService;
}

@Injectable()
export class Projector implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #ports: ProjectorPorts;
  readonly #runners: readonly ProjectionRunner[];

  constructor(ports: ProjectorPorts, views: readonly Projection<unknown>[]) {
    this.#ports = ports;
    const runnerPorts = this.#runnerPorts();
    this.#runners = views.map((view) => new ProjectionRunner(runnerPorts, view));
    for (const runner of this.#runners) ports.readiness.add(`view ${runner.status().view}`, () => fault(runner.status()));
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  start(): void {
    for (const runner of this.#runners) runner.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.stop()));
  }

  status(): readonly RunnerStatus[] {
    return this.#runners.map((runner) => runner.status());
  }

  /** Resolves when every view shows the fact at this position. Thrown: Unavailable PROJECTION_BEHIND after `timeoutMs`. */
  async settled(position: number, timeoutMs: number): Promise<void> {
    await Promise.all(this.status().map(({ view }) => reached(this.#ports.readModels, view, position, timeoutMs)));
  }

  #runnerPorts(): RunnerPorts {
    const { readModels: store, feed, metrics, logger, now } = this.#ports;
    const positions = metrics.gauge('workroom_view_position', 'Journal position that a view stands at.', ['view']);
    const lags = metrics.duration('workroom_view_lag_seconds', 'Age of the newest fact when a view showed it.', ['view']);
    return {
      store,
      feed,
      pause,
      now,
      observe: ({ view, position, lagMs }) => {
        positions.set({ view }, position);
        if (lagMs !== null) lags.observe({ view }, lagMs / 1000);
      },
      defect: (view, error) => logger.error(error, `view ${view}`),
    };
  }
}

function fault({ failure, caughtUp, position }: RunnerStatus): string | null {
  if (failure !== null) return `stands still: ${failure}`;
  return caughtUp ? null : `is catching up, now at position ${position}`;
}
