import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Stale } from './event-keys.ts';
import { readAgain } from './read-again.ts';
import { isServerPushing } from './stream-state.ts';

/** How long an action waits for its own event. */
const eventMs = 300;

/** Keys that wait for an event. */
const awaited = new Map<QueryKey, ReturnType<typeof setTimeout>>();

/**
 * Refetches what an action of this window changed. While the server pushes, the action's own event refetches it, so it
 * is not fetched twice; keys that no event covers in time are refetched here.
 */
export function readChanged(cache: QueryClient, changes: readonly QueryKey[]): void {
  for (const queryKey of changes) {
    clearTimeout(awaited.get(queryKey));
    if (!isServerPushing()) {
      void readAgain(cache, { queryKey });
      continue;
    }
    // a screen that opens meanwhile fetches
    void cache.invalidateQueries({ queryKey, refetchType: 'none' });
    const late = () => {
      awaited.delete(queryKey);
      void readAgain(cache, { queryKey });
    };
    awaited.set(queryKey, setTimeout(late, eventMs));
  }
}

/** Keys that an event refetches no longer wait; null: all. */
export function coveredByEvent(stale: readonly Stale[] | null): void {
  for (const [queryKey, timer] of awaited) {
    if (stale !== null && !stale.some((one) => covers(one, queryKey))) continue;
    clearTimeout(timer);
    awaited.delete(queryKey);
  }
}

/** Whether an event refetches everything below the key. */
function covers({ queryKey, exact }: Stale, key: QueryKey): boolean {
  return exact !== true && queryKey.every((part, at) => JSON.stringify(part) === JSON.stringify(key[at]));
}
