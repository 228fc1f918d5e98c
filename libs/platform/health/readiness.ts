// Whether this process can take work: each part says so by a check of its own.
import { Unavailable } from '#domain/kernel';

export interface ReadinessReport {
  readonly ready: boolean;
  /** By name: null when it is well, else why it is not. */
  readonly checks: Readonly<Record<string, string | null>>;
}

export class Readiness {
  readonly #checks = new Map<string, () => Promise<string | null> | string | null>();

  /** `check` answers null when all is well, else one sentence with the mend; what it throws counts as a sentence too. */
  add(name: string, check: () => Promise<string | null> | string | null): void {
    this.#checks.set(name, check);
  }

  async report(): Promise<ReadinessReport> {
    const results = await Promise.all(
      [...this.#checks].map(async ([name, check]): Promise<[string, string | null]> => [name, await answerOf(check)]),
    );
    return { ready: results.every(([, why]) => why === null), checks: Object.fromEntries(results) };
  }

  /** Throws Unavailable RUNTIME_NOT_READY that names the checks that are red. */
  async require(): Promise<ReadinessReport> {
    const report = await this.report();
    if (report.ready) return report;
    const red = Object.entries(report.checks).filter(([, why]) => why !== null);
    const message = `Not ready: ${red.map(([name, why]) => `${name} (${why ?? ''})`).join(', ')}`;
    throw new Unavailable('RUNTIME_NOT_READY', message, 2000, { checks: report.checks });
  }
}

async function answerOf(check: () => Promise<string | null> | string | null): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    const { code } = error as { code?: unknown };
    return typeof code === 'string' ? code : 'the check failed';
  }
}
