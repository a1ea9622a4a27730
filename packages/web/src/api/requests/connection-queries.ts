import type { ConnectionKind } from '@attain/domain/connections/connection-kinds';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { paged } from '../queries.ts';

export const connectionsQuery = (filter: { kind?: ConnectionKind; search?: string }) =>
  paged([...keys.connections, 'list', filter], (page, options) =>
    client.connections.list({ ...filter, ...page }, options),
  );

/** The tables that the last test found in a database. */
export const databaseTablesQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.connections, 'tables', id],
    queryFn: ({ signal }) => client.connections.tables({ id }, { signal }),
  });
