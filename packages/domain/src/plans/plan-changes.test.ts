import { expect, test } from 'vitest';
import type { Plan } from './plan.ts';
import { planChanges } from './plan-changes.ts';

const plan: Plan = {
  name: 'Field sales',
  type: 'sales-commission',
  currency: 'USD',
  calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'refuse',
  components: ['Bookings', 'Renewals'].map((name) => ({
    id: name.toLowerCase(),
    name,
    status: 'Active',
    measure: { unit: '$', of: 'amount' },
    filter: [],
    weight: 50,
    rate: { kind: 'target' },
    cap: null,
    accelerator: null,
    gate: null,
  })),
};
const [bookings, renewals] = plan.components as [Plan['components'][0], Plan['components'][0]];

test('says what a new version changes, and nothing where nothing differs', () => {
  expect(planChanges(plan, structuredClone(plan))).toEqual([]);
  const next: Plan = {
    ...plan,
    currency: 'EUR',
    components: [
      {
        ...bookings,
        weight: 60,
        cap: '2x',
        rate: { kind: 'flat', ratePercent: '3' },
        paidWhen: 'customer-pays',
      },
      { ...renewals, id: 'new', name: 'New logos', weight: 40 },
    ],
  };
  expect(planChanges(plan, next)).toEqual([
    { label: 'Currency', before: 'USD', after: 'EUR' },
    { label: 'Renewals', before: '50%', after: null },
    { label: 'Bookings: weight', before: '50%', after: '60%' },
    { label: 'Bookings: cap', before: null, after: '2x' },
    { label: 'Bookings: paid when', before: 'earned', after: 'the customer pays' },
    { label: 'Bookings: rate', before: null, after: 'Changed' },
    { label: 'New logos', before: null, after: '40%' },
  ]);
});

test('lists the components of a first version', () => {
  expect(planChanges(null, plan)).toEqual([
    { label: 'Bookings', before: null, after: '50%' },
    { label: 'Renewals', before: null, after: '50%' },
  ]);
});
