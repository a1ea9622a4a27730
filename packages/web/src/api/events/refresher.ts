import type { QueryClient } from '@tanstack/react-query';
import type { Stale } from './event-keys.ts';
import { readAgain } from './read-again.ts';

/**
 * Refetches queries made stale by events, one fetch per key at a time; changes during a fetch cause one
 * more. A fast stream of changes thus neither starves slow answers nor leaves old data on screen.
 */
export function refresher(cache: QueryClient) {
  /** Keys being fetched, and whether they are stale again. */
  const reading = new Map<string, boolean>();
  const read = async (stale: Stale): Promise<void> => {
    const name = JSON.stringify(stale);
    if (reading.has(name)) {
      reading.set(name, true);
      return;
    }
    try {
      do {
        reading.set(name, false);
        await readAgain(cache, stale);
      } while (reading.get(name));
    } finally {
      reading.delete(name);
    }
  };
  return {
    read: (stale: readonly Stale[]) => Promise.all(stale.map(read)),
    everything: () => readAgain(cache),
    /** Data loaded before the first stream opened; the user's own data was fetched with it. */
    loadedBefore: () =>
      readAgain(cache, {
        predicate: ({ queryKey, state }) =>
          (state.dataUpdatedAt > 0 || state.fetchStatus === 'fetching') && queryKey[1] !== 'auth',
      }),
  };
}
