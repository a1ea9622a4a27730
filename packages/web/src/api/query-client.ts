import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { send } from './send.ts';

/** Reads what a query's key names: a GET on its segments joined with a slash, parsed as JSON. Throws on 401 too. */
export async function readByKey({
  queryKey,
  signal,
}: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<unknown> {
  const path = queryKey.join('/');
  const response = await send(new Request(new URL(path, globalThis.location?.href), { signal }));
  return response.json();
}

/**
 * The cache of the client: nothing is fetched again by itself, nothing goes stale, nothing is tried twice, and
 * nothing waits in silence for a network: without one it fails at once and says so, and no change is sent behind one's back later.
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
