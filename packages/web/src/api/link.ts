import type { api } from '@attain/contract/api';
import type { ContractRouterClient } from '@orpc/contract';
import { type CallContext, send } from './send.ts';

/** Method and path of each endpoint by its name in the contract: `{ plans: { list: 'GET /plans' } }`. */
export type Routes = { readonly [name: string]: string | Routes };

/** The endpoints as functions, typed by the contract. */
export type Client = ContractRouterClient<typeof api, CallContext>;

type Endpoint = ReturnType<typeof endpoint>;
type Endpoints = { readonly [name: string]: Endpoint | Endpoints };

/**
 * Makes the function of a route, or those of a group of routes; the same function for the same route. Fields in
 * braces fill the path, and the others are the query of a read or the JSON body of a change. Changes get a new
 * intent key unless the call provides one.
 */
export function clientOf(origin: string) {
  const made = new Map<string, Endpoint>();
  const functionOf = (route: string): Endpoint => {
    const known = made.get(route) ?? endpoint(route, `${origin}/api`);
    made.set(route, known);
    return known;
  };
  const functionsOf = (routes: Routes): Endpoints =>
    Object.fromEntries(
      Object.entries(routes).map(([name, one]) => [
        name,
        typeof one === 'string' ? functionOf(one) : functionsOf(one),
      ]),
    );
  return (routes: string | Routes) => (typeof routes === 'string' ? functionOf(routes) : functionsOf(routes));
}

type Options = { signal?: AbortSignal; context?: CallContext };

function endpoint(route: string, base: string) {
  const [method, path = ''] = route.split(' ');
  return async (input?: Readonly<Record<string, unknown>>, { signal, context }: Options = {}) => {
    const inPath = new Set<string>();
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      inPath.add(name);
      return encodeURIComponent(String(input?.[name]));
    });
    const rest = Object.entries(input ?? {}).filter(([name]) => !inPath.has(name));
    const url = new URL(base + filled);
    const init: RequestInit = { signal: signal ?? null };
    if (method === 'GET') for (const [name, value] of rest) addToQuery(url.searchParams, name, value);
    else if (rest.length > 0 || (input && inPath.size === 0)) {
      init.body = JSON.stringify(Object.fromEntries(rest));
      init.headers = { 'content-type': 'application/json' };
    }
    const response = await send(new Request(url, { ...init, method }), {
      ...context,
      idempotencyKey: context?.idempotencyKey ?? crypto.randomUUID(),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** Lists and objects in brackets: `stages[0]=won`. What is not given is left out. */
function addToQuery(query: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object') query.append(name, String(value));
  else for (const [key, one] of Object.entries(value)) addToQuery(query, `${name}[${key}]`, one);
}
