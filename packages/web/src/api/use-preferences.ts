import type { Preferences } from '@attain/contract/auth';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { defaultMode } from '../base/modes.ts';
import { toast } from '../ui/overlays/toast-queue.ts';
import { client } from './client.ts';
import { describeError } from './http-error.ts';
import { keys } from './keys.ts';

/** The user's preferences in this workspace. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: keys.preferences,
    queryFn: ({ signal }) =>
      client.auth.preferences(undefined, { signal, context: { mayBeSignedOut: true } }),
  });

/**
 * The user's preferences and their setter, stored per user on the server. Changes show at once and are reverted with a toast if
 * saving fails.
 */
export function usePreferences(
  failure: string,
): [Preferences | undefined, (change: Partial<Preferences>) => void] {
  const cache = useQueryClient();
  const kept = useQuery(preferencesQuery()).data;
  const choose = useCallback(
    async (change: Partial<Preferences>) => {
      // a fetch in flight would overwrite this choice
      await cache.cancelQueries({ queryKey: keys.preferences });
      const before = cache.getQueryData<Preferences>(keys.preferences);
      const wanted = { mode: defaultMode, ...before, ...change };
      cache.setQueryData<Preferences>(keys.preferences, wanted);
      try {
        await client.auth.savePreferences(wanted);
        // the mode limits the assistant, and a read may have overtaken the change
        void cache.invalidateQueries({ queryKey: [...keys.assistant, 'state'] });
      } catch (error) {
        void cache.invalidateQueries({ queryKey: keys.preferences });
        cache.setQueryData<Preferences>(keys.preferences, before ?? { mode: defaultMode });
        toast({ id: failure, title: failure, text: describeError(error), meaning: 'bad' });
      }
    },
    [cache, failure],
  );
  return [kept, (change) => void choose(change)];
}
