import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { endGrant, finishGrant, startGrant } from '../slices/connections/connect-account.ts';
import { discardNextSecret, stageNextSecret, useNextSecret } from '../slices/connections/next-secret.ts';
import { listConnections, readConnection, readTables } from '../slices/connections/read-connections.ts';
import { removeConnection } from '../slices/connections/remove-connection.ts';
import { createConnection, saveConnection } from '../slices/connections/save-connection.ts';
import { testConnection } from '../slices/connections/test-connection.ts';
import { readMailSettings, saveMailSettings } from '../slices/mails/mail-settings.ts';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  saveWebhook,
  testWebhook,
} from '../slices/webhooks/webhooks.ts';

/** The endpoints of what a workspace is connected to, bound to their use-cases; part of `bindContract`. */
export function bindConnections(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  const { list, get, create, save, remove, test, stageSecret, switchSecret, discardSecret } = os.connections;
  const { webhooks } = os;
  return {
    connections: {
      list: list.handler(({ context, input }) => listConnections(ctx, context.actor, input)),
      get: get.handler(({ context, input }) => readConnection(ctx, context.actor, input.id)),
      tables: os.connections.tables.handler(({ context, input }) => readTables(ctx, context.actor, input.id)),
      create: create.handler(({ context, input }) => createConnection(ctx, context.actor, input)),
      save: save.handler(({ context, input }) => saveConnection(ctx, context.actor, input)),
      remove: remove.handler(({ context, input }) => removeConnection(ctx, context.actor, input.id)),
      test: test.handler(({ context, input }) => testConnection(ctx, context.actor, input)),
      stageSecret: stageSecret.handler(({ context, input }) => stageNextSecret(ctx, context.actor, input)),
      switchSecret: switchSecret.handler(({ context, input }) => useNextSecret(ctx, context.actor, input.id)),
      startGrant: os.connections.startGrant.handler(({ context, input }) => {
        const origin = `${context.request.protocol}://${context.request.host}`;
        return startGrant(ctx, context.actor, { id: input.id, origin });
      }),
      finishGrant: os.connections.finishGrant.handler(({ context, input }) =>
        finishGrant(ctx, context.actor, input),
      ),
      endGrant: os.connections.endGrant.handler(({ context, input }) =>
        endGrant(ctx, context.actor, input.id),
      ),
      discardSecret: discardSecret.handler(({ context, input }) =>
        discardNextSecret(ctx, context.actor, input.id),
      ),
    },
    mail: {
      get: os.mail.get.handler(({ context }) => readMailSettings(ctx, context.actor)),
      save: os.mail.save.handler(({ context, input }) =>
        saveMailSettings(ctx, context.actor, input.connectionId),
      ),
    },
    webhooks: {
      list: webhooks.list.handler(({ context }) => listWebhooks(ctx, context.actor)),
      create: webhooks.create.handler(({ context, input }) => createWebhook(ctx, context.actor, input)),
      save: webhooks.save.handler(({ context, input }) => saveWebhook(ctx, context.actor, input)),
      rotate: webhooks.rotate.handler(({ context, input }) => rotateSecret(ctx, context.actor, input.id)),
      remove: webhooks.remove.handler(({ context, input }) => removeWebhook(ctx, context.actor, input.id)),
      test: webhooks.test.handler(({ context, input }) => testWebhook(ctx, context.actor, input.id)),
      deliveries: webhooks.deliveries.handler(({ context, input }) =>
        listDeliveries(ctx, context.actor, input),
      ),
      replay: webhooks.replay.handler(({ context, input }) => replayDelivery(ctx, context.actor, input)),
    },
  };
}
