// The answer to a command.

export interface Receipt {
  readonly outcome: 'committed' | 'duplicate' | 'stale' | 'refused';
  readonly streamId: string;
  /** Revision of the stream after the batch; -1 when there is no event. */
  readonly revision: number;
  readonly eventIds: readonly string[];
  /** globalPosition of the last event of the batch; null when nothing was ever written for it. */
  readonly position: number | null;
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
