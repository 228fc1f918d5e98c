// Loads earlier messages and keeps the reader's place.
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { loadEarlier } from './room-messages.js';

interface Props {
  readonly room: string;
  readonly log: RefObject<HTMLDivElement | null>;
}

export function EarlierButton({ room, log }: Props) {
  const earlier = useMutation({
    mutationFn: async () => {
      const height = log.current?.scrollHeight ?? 0;
      await loadEarlier(room);
      requestAnimationFrame(() => {
        if (log.current) log.current.scrollTop += log.current.scrollHeight - height;
      });
    },
  });
  return (
    <div className="more">
      <button type="button" className="button small" disabled={earlier.isPending} onClick={() => earlier.mutate()}>
        {earlier.isPending ? 'Loading …' : 'Show earlier messages'}
      </button>
      {earlier.isError && <span className="text-bad">{earlier.error.message}</span>}
    </div>
  );
}
