import { type Client, clientOf } from './link.ts';

/**
 * The API client, by endpoint: `client.plans.list({ search })`. The build writes the route in place of the name
 * (vite-routes-plugin.ts), so each endpoint has to be named in full where it is used, or its group:
 * `client.payments[move]`.
 */
export const client = clientOf(location.origin) as unknown as Client;
