// Numbers of this process for Prometheus. Labels are codes and kinds from closed lists, never ids or texts.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds: from a read in memory to a slow model call. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export class Metrics {
  readonly #registry = new Registry();

  /** `processMetrics`: memory, event loop and garbage collection as well. */
  constructor({ processMetrics = false }: { readonly processMetrics?: boolean } = {}) {
    if (processMetrics) collectDefaultMetrics({ register: this.#registry });
  }

  /** The same name gives the same counter. */
  counter<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    const known = this.#registry.getSingleMetric(name) as Counter<Label> | undefined;
    return known ?? new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  gauge<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Gauge<Label> {
    const known = this.#registry.getSingleMetric(name) as Gauge<Label> | undefined;
    return known ?? new Gauge({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  /** In seconds. */
  duration<Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []): Histogram<Label> {
    const known = this.#registry.getSingleMetric(name) as Histogram<Label> | undefined;
    return known ?? new Histogram({ name, help, labelNames: [...labelNames], buckets: SECONDS, registers: [this.#registry] });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The Prometheus text format. */
  render(): Promise<string> {
    return this.#registry.metrics();
  }
}
