import type { Deal } from './deal.ts';

/** A sale of one participant in USD in the sample period. */
export function sampleDeal(id: string, amount: string, wanted: Partial<Deal> = {}): Deal {
  return {
    id,
    date: '2024-02-15',
    amount,
    unit: '$',
    currency: 'USD',
    participantId: 'ann',
    splits: [],
    kind: 'sale',
    product: null,
    territory: null,
    customer: null,
    ...wanted,
  };
}
