import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Two contracts, one with a version and a draft after it, so that lists have a second page. */
export async function fillContracts(paid: PaidWorkspace, name: string): Promise<{ contractId: string }> {
  const { admin } = paid;
  await admin.post('/api/contracts', { name: `${name} idle`, ...rightContract });
  const { body } = await admin.post('/api/contracts', { name, ...rightContract });
  await admin.post(`/api/contracts/${body.id}/publish`, { revision: body.revision });
  return { contractId: body.id };
}

/** Fields that are right for a contract. */
export const rightContract = {
  type: 'input',
  schema: { type: 'object', properties: { id: { type: 'string' } } },
  sample: { id: 'text' },
};
