import type { Preferences } from '@attain/contract/auth';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { defaultMode, type Mode } from '../base/modes.ts';
import { toast } from '../ui/overlays/toast-queue.ts';
import { client } from './client.ts';
import { describeError } from './http-error.ts';
import { keys } from './keys.ts';

/** What the signed-in person has chosen in this workspace. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: keys.preferences,
    queryFn: ({ signal }) =>
      client.auth.preferences(undefined, { signal, context: { mayBeSignedOut: true } }),
  });

/**
 * The mode the signed-in person works in, and how to change it. One state for the whole app, kept per person on the server;
 * a change shows at once, and is taken back with a word when it could not be kept.
 */
export function useMode(): [Mode, (mode: Mode) => void] {
  const cache = useQueryClient();
  const kept = useQuery(preferencesQuery()).data?.mode;
  const choose = useCallback(
    async (mode: Mode) => {
      // What is on its way was asked before this choice, and would take it back.
      await cache.cancelQueries({ queryKey: keys.preferences });
      const before = cache.getQueryData<Preferences>(keys.preferences);
      const wanted = { ...before, mode };
      cache.setQueryData<Preferences>(keys.preferences, wanted);
      await client.auth.savePreferences(wanted).catch((error: unknown) => {
        void cache.invalidateQueries({ queryKey: keys.preferences });
        cache.setQueryData<Preferences>(keys.preferences, before ?? { mode: defaultMode });
        toast({
          id: 'mode',
          title: 'The mode could not be kept',
          text: describeError(error),
          meaning: 'bad',
        });
      });
    },
    [cache],
  );
  return [kept ?? defaultMode, (mode) => void choose(mode)];
}
