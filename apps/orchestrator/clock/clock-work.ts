// The durable ticker at one Run: the clock is advanced when an instant is due. Instants come from facts, so that no stop loses one.
import { Rejection } from '#domain/kernel';
import type { Receipt } from '#contracts/codec';
import { reactionMeta } from '../facts/commands.js';
import type { Commands } from '../facts/commands.js';
import type { OpenRun, RunBoard } from '../facts/run-board.js';

export interface ClockPorts {
  readonly commands: Commands;
  readonly board: RunBoard;
  /** The store's clock, epoch milliseconds. */
  readonly now: () => number;
}

export class ClockWork {
  constructor(private readonly ports: ClockPorts) {}

  /** Ids of the Runs in which something is due. */
  due(): readonly string[] {
    const now = this.ports.now();
    return this.ports.board.open.filter(({ dueAt }) => dueAt !== null && dueAt <= now).map(({ runId }) => runId);
  }

  /** A second ticker on the same facts sends the same command, and adds nothing. */
  async react({ runId, folded, cause, dueAt }: OpenRun): Promise<readonly Receipt[]> {
    if (dueAt === null || dueAt > this.ports.now()) return [];
    const meta = reactionMeta('clock', folded.state.projectId, cause, 'advance_clock', dueAt);
    try {
      return [await this.ports.commands.run('advance_clock', { runId }, meta)];
    } catch (error) {
      // The last fact is of this very millisecond: the next tick comes later.
      if (error instanceof Rejection && error.code === 'CLOCK_NOT_ADVANCING') return [];
      throw error;
    }
  }
}
