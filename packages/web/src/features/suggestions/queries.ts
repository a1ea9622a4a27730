import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

/** Suggestions listed at once. */
const shown = 50;

/** The suggestions of a plan, newest first; of all plans without one. */
export const suggestionsQuery = (planId: string | null) =>
  queryOptions({
    queryKey: [...keys.suggestions, 'list', planId ?? 'all'],
    queryFn: ({ signal }) =>
      client.suggestions.list({ planId: planId ?? undefined, limit: shown }, { signal }),
    // the list of the last visit stays readable without a network
    gcTime: Number.POSITIVE_INFINITY,
  });

/** One suggestion, for links to one that the list does not contain. */
export const suggestionQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.suggestions, id],
    queryFn: ({ signal }) => client.suggestions.get({ id }, { signal }),
  });
