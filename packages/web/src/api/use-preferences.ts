import type { Preferences, PreferencesChange } from '@attain/contract/auth';
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultMode } from '../base/modes.ts';
import { toast } from '../ui/overlays/toast-queue.ts';
import { client } from './client.ts';
import { readAgain } from './events/read-again.ts';
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
  const stored = useQuery(preferencesQuery()).data;
  const { mutate } = useMutation({
    mutationKey: keys.preferences,
    scope: { id: 'preferences' },
    mutationFn: (change: PreferencesChange) => client.auth.savePreferences(change),
    onSuccess: async (saved) => {
      // a fetch in flight may be older
      await cache.cancelQueries({ queryKey: keys.preferences });
      cache.setQueryData<Preferences>(keys.preferences, saved);
      // the mode limits the assistant
      void readAgain(cache, { queryKey: [...keys.assistant, 'state'] });
    },
    onError: (error) => toast({ id: failure, title: failure, text: describeError(error), meaning: 'bad' }),
  });
  // what is read meanwhile never hides a change on its way
  const unsaved = useMutationState({
    filters: { mutationKey: keys.preferences, status: 'pending' },
    select: ({ state }) => state.variables as PreferencesChange,
  });
  const shown = unsaved.length === 0 ? stored : unsaved.reduce(changed, stored ?? { mode: defaultMode });
  return [shown, mutate];
}

function changed(
  before: Preferences,
  { mode = before.mode, analytics, ...rest }: PreferencesChange,
): Preferences {
  return { ...before, ...rest, mode, ...(analytics && { analytics: { ...before.analytics, ...analytics } }) };
}
