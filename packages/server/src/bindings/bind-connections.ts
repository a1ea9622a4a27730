import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { listConnections, readConnection } from '../slices/connections/read-connections.ts';
import { removeConnection } from '../slices/connections/remove-connection.ts';
import { createConnection, saveConnection } from '../slices/connections/save-connection.ts';
import { testConnection } from '../slices/connections/test-connection.ts';

/** The endpoints of what a workspace is connected to, bound to their use-cases; part of `bindContract`. */
export function bindConnections(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { list, get, create, save, remove, test } = os.connections;
  return {
    connections: {
      list: list.handler(({ context, input }) => listConnections(ctx, context.actor, input)),
      get: get.handler(({ context, input }) => readConnection(ctx, context.actor, input.id)),
      create: create.handler(({ context, input }) => createConnection(ctx, context.actor, input)),
      save: save.handler(({ context, input }) => saveConnection(ctx, context.actor, input)),
      remove: remove.handler(({ context, input }) => removeConnection(ctx, context.actor, input.id)),
      test: test.handler(({ context, input }) => testConnection(ctx, context.actor, input.id)),
    },
  };
}
