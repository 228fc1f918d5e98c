// What the refresher may read again, seen through react-query.
import type { Query, QueryClient } from '@tanstack/react-query';
import type { QueryPrefix, RefreshTarget } from './refresher.js';

export function cacheTargets(cache: QueryClient, prefix: QueryPrefix): readonly RefreshTarget[] {
  return cache
    .getQueryCache()
    .findAll({ queryKey: prefix })
    .map((query) => ({
      key: query.queryKey,
      reading: query.state.fetchStatus === 'fetching',
      asOf: asOfData(query.state.data),
      refresh: () => refresh(cache, query),
    }));
}

async function refresh(cache: QueryClient, query: Query): Promise<void> {
  await cache.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
}

/** The oldest position among the pages of an answer. */
function asOfData(data: unknown): number | null {
  if (typeof data !== 'object' || data === null) return null;
  if ('pages' in data && Array.isArray(data.pages)) {
    const all = data.pages.map((page: unknown) => asOfData(page));
    return all.length && all.every((asOf) => asOf !== null) ? Math.min(...all) : null;
  }
  return 'asOf' in data && typeof data.asOf === 'number' ? data.asOf : null;
}
