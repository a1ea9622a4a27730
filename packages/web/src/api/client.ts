import { routes } from 'virtual:attain-routes';
import { clientOver } from './link.ts';

/** The API client, by endpoint: `client.plans.list({ search })`. */
export const client = clientOver(routes, location.origin);
