import { newId } from '../../base/ids.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Two connections that sign in nowhere, so that lists have a second page; `address` and the like are right for others, too. */
export async function fillConnections(
  paid: PaidWorkspace,
  name: string,
): Promise<{ connectionId: string; webhookId: string; deliveryId: string }> {
  const said = { kind: 'chat', ...rightConnection };
  await paid.admin.post('/api/connections', { ...said, name: `${name} idle` });
  const { body } = await paid.admin.post('/api/connections', { ...said, name });
  const [webhookId, deliveryId] = [newId(), newId()];
  await paid.sql(
    `WITH w AS (INSERT INTO webhooks (tenant_id, id, url, events, created_by) VALUES ($1, $2, 'https://' || $4, '{plan.activated}', $3))
     INSERT INTO webhook_deliveries (tenant_id, id, webhook_id, event, payload, state)
     SELECT $1, n, $2, 'plan.activated', $4, 'failed' FROM unnest($5::uuid[]) n`,
    [webhookId, deliveryId, name.replace(/[^\w-]/g, '-'), [deliveryId, newId()]],
  );
  return { connectionId: body.id, webhookId, deliveryId };
}

/** Fields that are right for a connection, and for nothing else. */
export const rightConnection = {
  address: 'https://chat.example.com/v1',
  authMethod: 'none',
  environment: 'dev',
  config: {},
  secret: undefined,
};
