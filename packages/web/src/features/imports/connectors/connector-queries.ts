import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { paged } from '../../../api/queries.ts';

export const connectorsQuery = () =>
  paged([...keys.imports, 'connectors'], (page, options) => client.connectors.list(page, options));

export const executionsQuery = (id: string) =>
  paged([...keys.imports, 'connectors', id], (page, options) =>
    client.connectors.executions({ id, ...page, limit: 20 }, options),
  );

/** Files of the drop folder that a connector took, newest first. */
export const takenFilesQuery = (id: string) =>
  paged([...keys.imports, 'connectors', id, 'files'], (page, options) =>
    client.connectors.files({ id, ...page, limit: 20 }, options),
  );
