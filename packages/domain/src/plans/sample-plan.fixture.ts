import type { Component, Plan } from './plan.ts';

/** A sound quarterly plan in USD with one flat component, with anything else as wanted. */
export function samplePlan(wanted: Partial<Plan> = {}): Plan {
  return {
    name: 'Sample',
    type: 'sales-commission',
    currency: 'USD',
    calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
    rounding: { mode: 'HALF_UP' },
    order: ['gate', 'cap', 'weight'],
    acceleratorReading: 'incremental',
    undefinedAttainment: 'refuse',
    components: [sampleComponent()],
    ...wanted,
  };
}

/** A flat 10 % component on money, with anything else as wanted. */
export function sampleComponent(wanted: Partial<Component> = {}): Component {
  return {
    id: 'sales',
    name: 'Sales',
    status: 'Active',
    measure: { unit: '$', of: 'amount' },
    filter: [],
    weight: 100,
    rate: { kind: 'flat', ratePercent: '10' },
    cap: null,
    accelerator: null,
    gate: null,
    ...wanted,
  };
}
