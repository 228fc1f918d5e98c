// Posts one decision and remembers how it went, also after the wait has left the list.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReceiptDto } from '#contracts/http';
import { api } from '../api/connection.js';
import { isPassing, ProblemError, Unreachable } from '../api/failure.js';
import { keys } from '../api/keys.js';
import { refreshTo } from '../live/live-context.js';

export interface Decision {
  readonly projectId: string;
  readonly waitId: string;
  readonly path: string;
  readonly body: object;
  /** What has happened once it succeeded. */
  readonly done: string;
  /** What it is about: task or Run. */
  readonly subject: string;
}

export interface Notice {
  readonly tone: 'ok' | 'bad' | 'wait';
  readonly subject: string;
  readonly text: string;
  readonly code: string | null;
  /** Sends the very same command again: the answer was lost. */
  readonly again: Decision | null;
}

export interface Deciding {
  readonly notice: Notice | null;
  /** The wait that is being decided on right now. */
  readonly busy: string | null;
  readonly decide: (decision: Decision) => void;
  readonly dismiss: () => void;
}

export function useDecide(): Deciding {
  const [notice, setNotice] = useState<Notice | null>(null);
  const mutation = useMutation({
    mutationFn: (decision: Decision) => api.post<ReceiptDto>(decision.path, decision.body),
    onMutate: () => setNotice(null),
    onSuccess: ({ data }, decision) => {
      setNotice(noticeOf(data, decision));
      refreshTo(keys.project(decision.projectId), data.position);
    },
    onError: (error, decision) => {
      setNotice(failureOf(error, decision));
      // Whatever was refused was refused for a state that is not on screen yet.
      refreshTo(keys.project(decision.projectId), null);
    },
  });
  return {
    notice,
    busy: mutation.isPending ? mutation.variables.waitId : null,
    decide: (decision) => mutation.mutate(decision),
    dismiss: () => setNotice(null),
  };
}

function noticeOf(receipt: ReceiptDto, decision: Decision): Notice {
  const { subject, done } = decision;
  if (receipt.outcome === 'committed' || receipt.outcome === 'duplicate')
    return { tone: 'ok', subject, text: done, code: null, again: null };
  const text =
    receipt.outcome === 'stale'
      ? 'It has changed since you looked, so nothing was done. Look again and decide on what is there now.'
      : 'It was refused; nothing was done.';
  return { tone: 'wait', subject, text, code: receipt.code ?? null, again: null };
}

function failureOf(error: unknown, decision: Decision): Notice {
  const { subject } = decision;
  const again = isPassing(error) ? decision : null;
  if (error instanceof ProblemError) return { tone: 'bad', subject, text: error.message, code: error.code, again };
  const text =
    error instanceof Unreachable ? 'No answer came, so it is not known whether it was done.' : 'The Console failed to send it.';
  return { tone: 'bad', subject, text, code: null, again };
}
