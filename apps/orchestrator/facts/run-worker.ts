// Looks at each Run that changed and does what is due there. It reads the Run as it is, so that a restart needs no memory of what was done.
import { Conflict, Rejection } from '#domain/kernel';
import type { Receipt } from '#contracts/codec';
import type { FactTail } from './fact-tail.js';
import type { OpenRun, RunBoard } from './run-board.js';

export interface RunWorkerPorts {
  readonly board: RunBoard;
  readonly tail: Pick<FactTail, 'reached'>;
  /** What was done; nothing is asked again before the board has seen it. */
  readonly react: (run: OpenRun) => Promise<readonly Receipt[]>;
  /** A refusal that is not explained by facts that came meanwhile: the Run waits until it changes. */
  readonly onRefused: (runId: string, error: Rejection) => void;
}

export class RunWorker {
  readonly #dirty = new Set<string>();

  constructor(private readonly ports: RunWorkerPorts) {}

  mark(runIds: Iterable<string>): void {
    for (const runId of runIds) this.#dirty.add(runId);
  }

  markAll(): void {
    this.mark(this.ports.board.open.map(({ runId }) => runId));
  }

  /** Throws Unavailable; what was not looked at stays marked. */
  async work(): Promise<void> {
    const marked = [...this.#dirty];
    this.#dirty.clear();
    const ended = await Promise.allSettled(marked.map((runId) => this.#look(runId)));
    const failed = ended.flatMap((result, index) =>
      result.status === 'rejected' ? [{ index, reason: result.reason as unknown }] : [],
    );
    this.mark(failed.map(({ index }) => marked[index] ?? ''));
    if (failed[0]) throw failed[0].reason;
  }

  async #look(runId: string): Promise<void> {
    const run = this.ports.board.get(runId);
    if (!run) return;
    try {
      const receipts = await this.ports.react(run);
      const last = Math.max(0, ...receipts.map(({ position }) => position ?? 0));
      await this.ports.tail.reached(last);
    } catch (error) {
      if (!(error instanceof Rejection) && !(error instanceof Conflict)) throw error;
      await this.#stale(run, error);
    }
  }

  /** Facts that came meanwhile explain the refusal and mark the Run again by themselves. */
  async #stale({ runId, folded }: OpenRun, error: Rejection | Conflict): Promise<void> {
    const current = await this.ports.board.current(runId);
    if (current && current.sequence > folded.head.revision) return;
    if (error instanceof Rejection) this.ports.onRefused(runId, error);
  }
}
