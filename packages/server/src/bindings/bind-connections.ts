import type { House } from '../house.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { listConnections, readConnection } from '../slices/connections/read-connections.ts';
import { removeConnection } from '../slices/connections/remove-connection.ts';
import { createConnection, saveConnection } from '../slices/connections/save-connection.ts';
import { testConnection } from '../slices/connections/test-connection.ts';

/** The endpoints of what a workspace is connected to, bound to their use-cases; part of `bindContract`. */
export function bindConnections(os: ReturnType<typeof guardedContract>, house: House) {
  const { list, get, create, save, remove, test } = os.connections;
  return {
    connections: {
      list: list.handler(({ context, input }) => listConnections(house, context.actor, input)),
      get: get.handler(({ context, input }) => readConnection(house, context.actor, input.id)),
      create: create.handler(({ context, input }) => createConnection(house, context.actor, input)),
      save: save.handler(({ context, input }) => saveConnection(house, context.actor, input)),
      remove: remove.handler(({ context, input }) => removeConnection(house, context.actor, input.id)),
      test: test.handler(({ context, input }) => testConnection(house, context.actor, input.id)),
    },
  };
}
