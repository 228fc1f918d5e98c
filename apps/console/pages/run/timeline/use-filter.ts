// The filter of the timeline lives in the address, so that a reload and a link show the same.
import { useSearchParams } from 'react-router';
import type { FactFilter } from '../../../format/facts/fact-filter.js';
import type { FactGroup } from '../../../format/facts/fact-sentence.js';

const GROUPS: readonly FactGroup[] = ['plan', 'task', 'assignment', 'review', 'scheduler', 'workspace'];

export function useFilter(): readonly [FactFilter, (filter: FactFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: FactFilter = {
    group: GROUPS.find((group) => group === search.get('facts')) ?? null,
    words: search.get('words') ?? '',
    pulses: search.has('heartbeats'),
    taskKey: null,
  };
  const setFilter = ({ group, words, pulses }: FactFilter) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        put(next, 'facts', group);
        put(next, 'words', words || null);
        put(next, 'heartbeats', pulses ? 'shown' : null);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [filter, setFilter];
}

/** Sets a field of the address, or takes it away. */
export function put(fields: URLSearchParams, name: string, value: string | null): void {
  if (value === null) fields.delete(name);
  else fields.set(name, value);
}
