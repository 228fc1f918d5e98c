// The row of a Run: its state as the decider folds it, and beside it what the state does not need but readers do.
import { createCodec } from '#contracts/codec';
import type { StoredEvent } from '#contracts/codec';
import type { TextRef } from '#domain/kernel';
import { runDecider, runEventCatalogue } from '#domain/run';
import type { RecordedRunEvent, RunState } from '#domain/run';

export interface DispatchRecord {
  readonly decisionId: string;
  readonly taskKey: string;
  readonly status: 'pending' | 'claimed' | 'withdrawn';
  /** When it got this status, epoch milliseconds. */
  readonly at: number;
}

export interface RunRow {
  readonly run: RunState;
  /** The newest dispatches, oldest first. */
  readonly dispatches: readonly DispatchRecord[];
  /** The last reason that somebody gave about a task, by its key. */
  readonly reasons: Readonly<Record<string, TextRef>>;
}

const DISPATCHES_KEPT = 50;
const codec = createCodec([runEventCatalogue]);

function dispatchesAfter(known: readonly DispatchRecord[], { type, data, at }: RecordedRunEvent): readonly DispatchRecord[] {
  switch (type) {
    case 'scheduler.dispatch_requested':
      return [...known, { decisionId: data.decisionId, taskKey: data.taskKey, status: 'pending' as const, at }].slice(
        -DISPATCHES_KEPT,
      );
    case 'scheduler.dispatch_withdrawn':
      return known.map((one) => (one.decisionId === data.decisionId ? { ...one, status: 'withdrawn', at } : one));
    case 'assignment.claimed':
      return known.map((one) =>
        one.taskKey === data.taskKey && one.status === 'pending' ? { ...one, status: 'claimed', at } : one,
      );
    default:
      return known;
  }
}

function reasonsAfter(known: RunRow['reasons'], { data }: RecordedRunEvent): RunRow['reasons'] {
  if (!('taskKey' in data) || !('reason' in data) || !data.taskKey || !data.reason || typeof data.reason === 'string')
    return known;
  return { ...known, [data.taskKey]: data.reason };
}

/** Throws Rejection EVENT_UNKNOWN for a fact that this build does not know. */
export function foldRun(row: RunRow | undefined, stored: StoredEvent): RunRow {
  const event = codec.open(stored) as RecordedRunEvent;
  return {
    run: runDecider.evolve(row?.run ?? runDecider.initial, event),
    dispatches: dispatchesAfter(row?.dispatches ?? [], event),
    reasons: reasonsAfter(row?.reasons ?? {}, event),
  };
}
