import type { Kind } from './kind.ts';

/** The components of a plan as a table: component, measure, weight, cap, accelerator, status (PLAN-24). */
export const planComponents: Kind = {
  name: 'plan-components',
  label: 'Plan components',
  stored: ['component', 'measure', 'weight', 'cap', 'accelerator', 'status'],
  key: ['component'],
  total: null,
  days: null,
  fields: [
    {
      field: 'component',
      label: 'Component',
      required: true,
      type: 'text',
      describe: 'Name of the component, unique in the plan, for example ACV Bookings.',
      hints: ['component', 'componentname', 'name'],
    },
    {
      field: 'measure',
      label: 'Measure',
      required: true,
      type: 'unit',
      describe: 'The unit: $, Score, Count or %.',
      hints: ['measure', 'unit', 'metric'],
    },
    {
      field: 'weight',
      label: 'Weight',
      required: true,
      type: 'weight',
      describe: 'Whole percentage 0–100; active components total 100.',
      hints: ['weight', 'weightpercent', 'weighting', 'share'],
    },
    {
      field: 'cap',
      label: 'Cap',
      required: false,
      type: 'cap',
      describe: 'A multiple of the target such as 2x; blank for none.',
      hints: ['cap', 'limit', 'maximum'],
    },
    {
      field: 'accelerator',
      label: 'Accelerator',
      required: false,
      type: 'accelerator',
      describe: 'For example >120% @ 1.2x; blank for none.',
      hints: ['accelerator', 'kicker', 'multiplier'],
    },
    {
      field: 'status',
      label: 'Status',
      required: false,
      type: 'status',
      describe: 'Active (the default), Draft or Inactive.',
      hints: ['status', 'state'],
      fallback: 'Active',
    },
  ],
  finish: () => () => {},
};
