import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Invalidates queries and refetches those on screen. An answer in flight may be older than the change: a
 * first fetch is not repeated automatically, and an inactive one would count as fresh, so both are
 * invalidated again once they arrive.
 */
export async function readAgain(cache: QueryClient, what: InvalidateQueryFilters = {}): Promise<void> {
  const onTheWay = cache.getQueryCache().findAll({ ...what, fetchStatus: 'fetching' });
  const kept = onTheWay.filter((query) => query.state.data === undefined || !query.isActive());
  await cache.invalidateQueries(what);
  if (kept.length === 0) return;
  // errors of first fetches are handled by their callers
  await Promise.allSettled(kept.map(({ promise }) => promise));
  await cache.invalidateQueries({ predicate: (query) => kept.includes(query) });
}
