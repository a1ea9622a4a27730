import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';

/** Minimum characters of a search. */
export const minSearchLength = 2;

/** Search results the user may read, fresh for half a minute. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['/api', 'search', text],
    queryFn: ({ signal }) => client.search.find({ query: text }, { signal }),
    enabled: text.length >= minSearchLength,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
