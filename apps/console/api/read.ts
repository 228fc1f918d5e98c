// A read that is at least as new as what live events have shown; where the view lags behind, the older answer, marked so.
import type { Page, Success } from '#contracts/http';
import { api, freshness } from './connection.js';
import type { QueryFields } from './api-client.js';
import { ProblemError } from './failure.js';

export interface Answer<Data> {
  readonly data: Data;
  readonly nextCursor: string | null;
  /** Journal position that the view had read; null where the route does not say. */
  readonly asOf: number | null;
  /** The view had not yet read facts that this tab has already seen. */
  readonly behind: boolean;
}

function answerOf<Data>(body: Success<Data>, behind: boolean): Answer<Data> {
  const page: Partial<Page> = body.page ?? {};
  return { data: body.data, nextCursor: page.nextCursor ?? null, asOf: page.asOf ?? null, behind };
}

export async function read<Data>(path: string, query: QueryFields, signal: AbortSignal): Promise<Answer<Data>> {
  const minPosition = freshness.minPosition();
  try {
    return answerOf(await api.get<Data>(path, { ...query, minPosition }, signal), false);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'PROJECTION_BEHIND') throw error;
    return answerOf(await api.get<Data>(path, query, signal), true);
  }
}
