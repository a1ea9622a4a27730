import type { ConnectionKind } from '@attain/domain/connections/connection-kinds';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';

export const connectionsQuery = (filter: { kind?: ConnectionKind; search?: string }) =>
  paged([...keys.connections, 'list', filter], (page, options) =>
    client.connections.list({ ...filter, ...page }, options),
  );
