// Page cursors: opaque, signed, and bound to route, filter and principal, so that none can be made up or carried over.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Rejection } from '#domain/kernel';

export interface CursorScope {
  readonly route: string;
  /** The filter of the list; page size and cursor are no part of it. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly principalId: string;
}

export interface Place {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly key: string;
}

const hashOf = (filter: CursorScope['filter']): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(filter).sort()))
    .digest('base64url');

export class CursorSigner {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  write({ route, filter, principalId }: CursorScope, { at, key }: Place): string {
    const body = JSON.stringify({ v: 1, route, filterHash: hashOf(filter), principalId, afterPosition: at, afterId: key });
    const text = Buffer.from(body).toString('base64url');
    return `${text}.${this.#sign(text).toString('base64url')}`;
  }

  /** Throws Rejection CURSOR_INVALID for a cursor of another route, filter, principal or key. */
  read(scope: CursorScope, cursor: string): Place {
    const [text = '', signature = ''] = cursor.split('.');
    const given = Buffer.from(signature, 'base64url');
    const right = this.#sign(text);
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw invalid();
    const body: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const { v, route, filterHash, principalId, afterPosition, afterId } = body as Record<string, unknown>;
    const same = v === 1 && route === scope.route && filterHash === hashOf(scope.filter) && principalId === scope.principalId;
    if (!same) throw invalid();
    return { at: Number(afterPosition), key: String(afterId) };
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

const invalid = (): Rejection =>
  new Rejection('CURSOR_INVALID', 'This cursor was not given for this list, filter and token; begin again without one.');
