import type { Import, Mapping } from '../../api/shapes.ts';
import type { Meaning } from '../../ui/badge.tsx';

/** How the kinds of import are called, and what their rows are. */
export const kindWords: Record<Import['kind'], { label: string; rows: string; hint: string }> = {
  deals: {
    label: 'Deals',
    rows: 'deals',
    hint: 'Transactions that credit somebody: id, date, amount, participant',
  },
  participants: {
    label: 'Participants',
    rows: 'participants',
    hint: 'People with manager, hire and leave dates, target pay',
  },
  quotas: { label: 'Quotas', rows: 'quotas', hint: 'What somebody is asked to reach in a period' },
  territories: {
    label: 'Territories',
    rows: 'territory spans',
    hint: 'Who worked which territory, with dates',
  },
  'reporting-lines': {
    label: 'Reporting lines',
    rows: 'reporting lines',
    hint: 'Who led whom, with dates: credit of a team follows it',
  },
  leaves: { label: 'Leaves', rows: 'leaves', hint: 'Days off the plan, for plans that prorate' },
  ramps: {
    label: 'Ramps',
    rows: 'ramps',
    hint: 'Days on which only a percent of quota and target counts',
  },
  'payment-limits': {
    label: 'Payment limits',
    rows: 'limits',
    hint: 'The least and the most a payment of somebody may be, with dates',
  },
  'exchange-rates': {
    label: 'Exchange rates',
    rows: 'rates',
    hint: 'How many of one currency another one buys, by day',
  },
  'plan-components': {
    label: 'Plan components',
    rows: 'components',
    hint: 'Component, measure, weight, cap, accelerator, status',
  },
};

/** How an import stands, in words and colour. */
export const statusWords: Record<Import['status'], { label: string; meaning: Meaning }> = {
  uploaded: { label: 'To be mapped', meaning: 'neutral' },
  checking: { label: 'Checking', meaning: 'info' },
  checked: { label: 'Checked, not stored', meaning: 'warn' },
  committing: { label: 'Storing', meaning: 'info' },
  committed: { label: 'Stored', meaning: 'ok' },
  cancelled: { label: 'Cancelled', meaning: 'neutral' },
  failed: { label: 'Failed', meaning: 'bad' },
};

/** File endings an import takes. */
export const importEndings: readonly string[] = ['.csv', '.tsv', '.txt', '.xlsx', '.xls'];

/** The fields a column feeds, for the head of the sample. */
export function fieldsOfColumn(mapping: Mapping, column: number): readonly string[] {
  return Object.entries(mapping.fields)
    .filter(([, source]) => 'columns' in source && source.columns.includes(column))
    .map(([field]) => field)
    .concat((mapping.ownFields ?? []).flatMap((own) => (own.column === column ? [own.name] : [])));
}
