import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** A budget, a price and a monthly cost. */
export async function fillCosts(
  { admin }: PaidWorkspace,
  name: string,
): Promise<{ budgetId: string; priceId: string; entryId: string }> {
  const budget = await admin.post('/api/budgets', { ...rightCosts, name });
  const { body: connection } = await admin.post('/api/connections', {
    kind: 'llm',
    name: `Words of ${name}`,
    address: 'https://words.example.com',
    authMethod: 'none',
    config: { model: 'w-1' },
  });
  const price = await admin.post('/api/prices', { ...rightCosts, connection: connection.id });
  const entry = await admin.post('/api/cost-entries', { ...rightCosts, name });
  return { budgetId: budget.body.id, priceId: price.body.id, entryId: entry.body.id };
}

/** Fields that are right for budgets, prices and monthly costs. */
export const rightCosts = {
  limit: '100',
  period: 'monthly',
  alertThreshold: '80',
  scope: 'workspace',
  action: 'warn',
  validFrom: '2030-01-01',
  validTo: '2031-01-01',
  fromDay: '2024-01-01',
  amount: '100',
  perRequest: '0.01',
  currency: 'USD',
};
