import type { QueryClient } from '@tanstack/react-query';
import type { Stale } from './event-keys.ts';
import { readAgain } from './read-again.ts';

/**
 * Reads again what events make old. Each key is read by one reader at a time: what changes meanwhile is read once more
 * afterwards, so that a fast stream of changes neither starves a slow answer nor leaves an old one on the screen.
 */
export function refresher(cache: QueryClient) {
  /** Keys being read, and whether they are old again already. */
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
    /** What was loaded before a first stream was open; who is signed in was asked for together with it. */
    loadedBefore: () =>
      readAgain(cache, {
        predicate: ({ queryKey, state }) =>
          (state.dataUpdatedAt > 0 || state.fetchStatus === 'fetching') && queryKey[1] !== 'auth',
      }),
  };
}
