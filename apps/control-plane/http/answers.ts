// The frame of answers: success with data and page, and receipts of commands.
import { Conflict, Rejection } from '#domain/kernel';
import type { Receipt } from '#contracts/codec';
import type { ReceiptDto, Success } from '#contracts/http';
import type { Listed } from '../reading/view-reader.js';

export const success = <Data>(data: Data, asOf?: number): Success<Data> =>
  asOf === undefined ? { success: true, data } : { success: true, data, page: { asOf } };

export const listed = <Item>({ items, asOf, nextCursor }: Listed<Item>): Success<readonly Item[]> => ({
  success: true,
  data: items,
  page: nextCursor === null ? { asOf } : { asOf, nextCursor },
});

/** Throws what a receipt refuses: nothing that was not written answers 200. */
export function receiptDto({ outcome, streamId, revision, position, eventIds, code, details }: Receipt): ReceiptDto {
  if (outcome === 'stale') throw new Conflict(code ?? 'SEQUENCE_CONFLICT', `${streamId} has moved on; read it again.`, details);
  if (outcome === 'refused') throw new Rejection(code ?? 'VALUE_INVALID', `${streamId} refused the command.`, details);
  return {
    outcome,
    duplicate: outcome === 'duplicate',
    streamId,
    revision,
    position,
    eventIds,
    ...(code === undefined ? {} : { code }),
    ...(details === undefined ? {} : { details }),
  };
}
