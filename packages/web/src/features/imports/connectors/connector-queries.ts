import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { paged } from '../../../api/queries.ts';

export const connectorsQuery = () =>
  paged([...keys.imports, 'connectors'], (page, options) => client.connectors.list(page, options));

export const executionsQuery = (id: string) =>
  paged([...keys.imports, 'connectors', id], (page, options) =>
    client.connectors.executions({ id, ...page, limit: 20 }, options),
  );
