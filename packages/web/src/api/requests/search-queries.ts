import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';

/** The fewest characters that are looked for. */
export const minSearchLength = 2;

/** Everything one may read that contains the text. Asked again after half a minute: records change. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['/api', 'search', text],
    queryFn: ({ signal }) => client.search.find({ query: text }, { signal }),
    enabled: text.length >= minSearchLength,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
