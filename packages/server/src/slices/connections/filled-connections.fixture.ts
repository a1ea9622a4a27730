import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Two connections that sign in nowhere, so that lists have a second page; `address` and the like are right for others, too. */
export async function fillConnections(paid: PaidWorkspace, name: string): Promise<{ connectionId: string }> {
  const said = { kind: 'chat', ...rightConnection };
  await paid.admin.post('/api/connections', { ...said, name: `${name} idle` });
  const { body } = await paid.admin.post('/api/connections', { ...said, name });
  return { connectionId: body.id };
}

/** Fields that are right for a connection, and for nothing else. */
export const rightConnection = {
  address: 'https://chat.example.com/v1',
  authMethod: 'none',
  environment: 'dev',
  config: {},
  secret: undefined,
};
