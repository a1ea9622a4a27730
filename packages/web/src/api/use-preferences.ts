import type { Preferences, PreferencesChange } from '@attain/contract/auth';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
 * The user's preferences and their setter, stored per user on the server. Changes show at once, are saved in the order in which they
 * were made, and are reverted with a toast if saving fails.
 */
export function usePreferences(
  failure: string,
): [Preferences | undefined, (change: PreferencesChange) => void] {
  const cache = useQueryClient();
  const kept = useQuery(preferencesQuery()).data;
  const { mutate } = useMutation({
    mutationKey: keys.preferences,
    scope: { id: 'preferences' },
    mutationFn: (change: PreferencesChange) => client.auth.savePreferences(change),
    onMutate: async (change) => {
      // a fetch in flight would overwrite this choice
      await cache.cancelQueries({ queryKey: keys.preferences });
      cache.setQueryData<Preferences>(keys.preferences, (before) => ({
        mode: defaultMode,
        ...before,
        ...change,
        ...(change.analytics && { analytics: { ...before?.analytics, ...change.analytics } }),
      }));
    },
    // the mode limits the assistant, and a read may have overtaken the change
    onSuccess: () => void cache.invalidateQueries({ queryKey: [...keys.assistant, 'state'] }),
    onError: (error) => toast({ id: failure, title: failure, text: describeError(error), meaning: 'bad' }),
    onSettled: () => {
      const isLast = cache.isMutating({ mutationKey: keys.preferences }) === 1;
      if (isLast) void cache.invalidateQueries({ queryKey: keys.preferences });
    },
  });
  return [kept, mutate];
}
