import type { Import, Mapping } from '../../api/shapes.ts';
import type { Meaning } from '../../ui/badge.tsx';
import { messages } from './list-messages.ts';

/** Name, rows and description of each import type. */
export const kindWords: Record<Import['kind'], { label: string; rows: string; hint: string }> = {
  deals: messages.types.deals,
  opportunities: messages.types.opportunities,
  participants: messages.types.participants,
  quotas: messages.types.quotas,
  territories: messages.types.territories,
  'reporting-lines': messages.types.reportingLines,
  leaves: messages.types.leaves,
  ramps: messages.types.ramps,
  'pay-terms': messages.types.payTerms,
  'payment-limits': messages.types.paymentLimits,
  adjustments: messages.types.adjustments,
  receipts: messages.types.receipts,
  'parallel-pay': messages.types.parallelPay,
  'exchange-rates': messages.types.exchangeRates,
  'plan-components': messages.types.planComponents,
};

/** The status of an import as shown: a stored one may be undone, or undo another; `by` names the import that undid it. */
export function shownStatus({ status, undone, undoes }: Import): {
  label: string;
  meaning: Meaning;
  by: string | null;
} {
  if (undone) return { ...messages.undone, by: messages.undoneBy(undone.fileName) };
  return { ...(undoes ? messages.undo : statusWords[status]), by: null };
}

const statusWords: Record<Import['status'], { label: string; meaning: Meaning }> = {
  uploaded: { label: messages.status.uploaded, meaning: 'neutral' },
  checking: { label: messages.status.checking, meaning: 'info' },
  checked: { label: messages.status.checked, meaning: 'warn' },
  committing: { label: messages.status.committing, meaning: 'info' },
  committed: { label: messages.status.committed, meaning: 'ok' },
  cancelled: { label: messages.status.cancelled, meaning: 'neutral' },
  failed: { label: messages.status.failed, meaning: 'bad' },
};

/** The accepted file extensions. */
export const importEndings: readonly string[] = ['.csv', '.tsv', '.txt', '.xlsx', '.xls'];

/** The fields a column feeds, for the header of the sample. */
export function fieldsOfColumn(mapping: Mapping, column: number): readonly string[] {
  return Object.entries(mapping.fields)
    .filter(([, source]) => 'columns' in source && source.columns.includes(column))
    .map(([field]) => field)
    .concat((mapping.ownFields ?? []).flatMap((own) => (own.column === column ? [own.name] : [])));
}
