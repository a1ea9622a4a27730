import type { api } from '@attain/contract/api';
import { createORPCClient } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { type CallContext, send } from './send.ts';

/** The endpoints as functions, typed by the contract. */
export type Client = ContractRouterClient<typeof api, CallContext>;

/** A client for the contract's routes; changes get a new intent key unless the call provides one. */
export function clientOver(routes: AnyContractRouter, origin: string): Client {
  const link = new OpenAPILink<CallContext>(routes, {
    url: `${origin}/api`,
    fetch: (request, _init, { context }) =>
      send(request, { ...context, idempotencyKey: context.idempotencyKey ?? crypto.randomUUID() }),
  });
  return createORPCClient(link);
}
