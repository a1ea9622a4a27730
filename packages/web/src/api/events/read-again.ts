import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Makes old what was read, and reads again what is on the screen. Of an answer that is on its way nobody knows whether it
 * is from before or after: a first one is not asked for anew by itself, and one nobody looks at would count as fresh, so
 * both are made old once more when they are there.
 */
export async function readAgain(cache: QueryClient, what: InvalidateQueryFilters = {}): Promise<void> {
  const onTheWay = cache.getQueryCache().findAll({ ...what, fetchStatus: 'fetching' });
  const kept = onTheWay.filter((query) => query.state.data === undefined || !query.isActive());
  await cache.invalidateQueries(what);
  if (kept.length === 0) return;
  // how a first reading failed is said where it was asked for
  await Promise.allSettled(kept.map(({ promise }) => promise));
  await cache.invalidateQueries({ predicate: (query) => kept.includes(query) });
}
