// Sealed batches for suites and specs: content, ids and hashes follow from a number.
import { eventIdOf, systemActor } from '#domain/kernel';
import type { StreamHead } from '#domain/kernel';
import { plainCodec, ZERO_HASH } from '#contracts/codec';
import type { AppendBatch, Journal, PrincipalOperation } from '../journal.js';
import { uuid } from './counter.js';

export const EMPTY_HEAD: StreamHead = { revision: -1, hash: ZERO_HASH };

export interface BatchContent {
  /** Makes commandId and eventIds. */
  readonly n: number;
  readonly count?: number;
  readonly type?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly recordedAt?: number;
  readonly operation?: PrincipalOperation | null;
  /** Other eventIds than those that follow from `n`, by ordinal. */
  readonly eventId?: Readonly<Record<number, string>>;
}

export function batchOn(streamId: string, expected: StreamHead, content: BatchContent): AppendBatch {
  const {
    n,
    count = 1,
    type = 'counter.added',
    data = {},
    recordedAt = 1_700_000_000_000,
    operation = null,
    eventId = {},
  } = content;
  const events = plainCodec.seal(
    Array.from({ length: count }, (_, ordinal) => ({ type, data: { by: 1, operationId: `op-${n}-${ordinal}`, ...data } })),
    {
      streamId,
      head: expected,
      metadata: {
        recordedAt,
        actor: systemActor('scheduler'),
        commandId: uuid(n),
        correlationId: uuid(n),
        causationId: null,
        projectId: 'demo',
        traceparent: null,
      },
      eventId: (ordinal) => eventId[ordinal] ?? eventIdOf(uuid(n), ordinal),
    },
  );
  return { streamId, expected, events, operation };
}

/** A batch on the present end of the stream. */
export const nextBatch = async (journal: Journal, streamId: string, content: BatchContent): Promise<AppendBatch> =>
  batchOn(streamId, await journal.head(streamId), content);
