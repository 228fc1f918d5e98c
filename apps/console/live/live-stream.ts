// The live events of one Project as bytes, over fetch, so that the token travels in a header.
import { ProblemError } from '../api/failure.js';
import type { ApiClient } from '../api/api-client.js';
import { paths } from '../api/paths.js';
import { LiveRefused } from './live-session.js';

/** Statuses after which the same request can never succeed. */
const FINAL = new Set([400, 401, 403, 404]);

export async function openLiveStream(
  api: ApiClient,
  projectId: string,
  position: number | null,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const headers: Record<string, string> = { Accept: 'text/event-stream' };
  if (position !== null) headers['Last-Event-ID'] = String(position);
  try {
    const answer = await api.open(paths.events, { query: { projectId }, signal, headers });
    return chunksOf(answer);
  } catch (error) {
    if (error instanceof ProblemError && FINAL.has(error.status)) throw new LiveRefused(error.code, error.message);
    throw error;
  }
}

async function* chunksOf(answer: Response): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
