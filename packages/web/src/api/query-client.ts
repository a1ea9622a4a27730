import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { send } from './send.ts';

/** Fetches a query by its key: GET on its segments joined with slashes, parsed as JSON. Throws on 401 too. */
export async function readByKey({
  queryKey,
  signal,
}: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<unknown> {
  const path = queryKey.join('/');
  const response = await send(new Request(new URL(path, globalThis.location?.href), { signal }));
  return response.json();
}

/**
 * The query cache: no automatic refetch, staleness or retry. Without a network, requests fail at once
 * instead of waiting, and changes are never sent later.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readByKey,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
