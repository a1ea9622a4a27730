import type { Component, Plan } from '@attain/domain/plans/plan';

/** A plan that may be activated: two components that pay a flat rate, weights 60 and 40. */
export function validPlan(change: Partial<Plan> = {}): Plan {
  return {
    name: 'Field Sales',
    type: 'sales-commission',
    currency: 'USD',
    calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
    rounding: { mode: 'HALF_UP' },
    order: ['gate', 'cap', 'weight'],
    acceleratorReading: 'incremental',
    undefinedAttainment: 'refuse',
    components: [
      flatComponent('acv-bookings', 'ACV Bookings', 60),
      flatComponent('services', 'Services', 40),
    ],
    ...change,
  };
}

/** A component that pays 2.5 percent of the amount. */
export function flatComponent(id: string, name: string, weight: number): Component {
  return {
    id,
    name,
    status: 'Active',
    measure: { unit: '$', of: 'amount' },
    filter: [],
    weight,
    rate: { kind: 'flat', ratePercent: '2.5' },
    cap: null,
    accelerator: null,
    gate: null,
  };
}
