// Which facts a reader of the event stream asked for.
import type { StoredEvent } from '#contracts/codec';

export interface StreamFilter {
  readonly projectId: string;
  readonly runId: string | null;
  /** Event types; null: all. */
  readonly types: ReadonlySet<string> | null;
}

/** Readers with equal keys get equal bytes. */
export const filterKey = ({ projectId, runId, types }: StreamFilter): string =>
  JSON.stringify([projectId, runId, types && [...types].sort()]);

export const concerns = (filter: StreamFilter, event: StoredEvent): boolean =>
  event.metadata.projectId === filter.projectId &&
  (filter.runId === null || event.streamId === `run-${filter.runId}`) &&
  (filter.types === null || filter.types.has(event.type));
