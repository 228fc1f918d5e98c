// What a store holds, counted in one pass.
import { envelopeText } from '#contracts/codec';
import type { Journal } from './journal.js';

export interface JournalStats {
  readonly events: number;
  readonly streams: number;
  readonly position: number;
  /** UTF-8 bytes of envelope text. */
  readonly bytes: number;
  /** recordedAt of the first and last event by position, epoch milliseconds; null for an empty store. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly byType: Readonly<Record<string, number>>;
}

export async function stats(journal: Journal): Promise<JournalStats> {
  const streams = new Set<string>();
  const byType: Record<string, number> = {};
  let [events, position, bytes] = [0, 0, 0];
  let firstAt: number | null = null;
  let lastAt: number | null = null;
  for await (const page of journal.readAll({ after: 0 })) {
    for (const event of page) {
      events += 1;
      position = event.globalPosition;
      bytes += Buffer.byteLength(envelopeText(event));
      streams.add(event.streamId);
      byType[event.type] = (byType[event.type] ?? 0) + 1;
      lastAt = event.metadata.recordedAt;
      firstAt ??= lastAt;
    }
  }
  return { events, streams: streams.size, position, bytes, firstAt, lastAt, byType };
}
