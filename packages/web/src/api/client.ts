import { routes } from 'virtual:attain-routes';
import { clientOver } from './link.ts';

/** The server, endpoint by endpoint: `client.plans.list({ search })`. */
export const client = clientOver(routes, location.origin);
