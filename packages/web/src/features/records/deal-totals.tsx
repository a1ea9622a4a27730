import { decimal, plain } from '@attain/domain/base/decimal';
import type { DealTotal } from '../../api/shapes.ts';
import { formatCount, sentenceCase } from '../../base/format-number.ts';
import { dealAmount } from './deal-table.tsx';
import { messages } from './messages.ts';

/** The search parameter that selects deals of every type. */
export const allKinds = 'all';

const usualKind = 'sale';

/** The type the list shows: the chosen one, else sales if there are any; undefined for every type. */
export function kindShown(chosen: string | undefined, totals: readonly DealTotal[]): string | undefined {
  if (chosen !== undefined) return chosen === allKinds ? undefined : chosen;
  return totals.length === 0 || totals.some(({ kind }) => kind === usualKind) ? usualKind : undefined;
}

/** The available types, each with its number of deals. */
export function kindOptions(totals: readonly DealTotal[], shown: string | undefined) {
  const counts = new Map<string, number>(shown === undefined ? [] : [[shown, 0]]);
  for (const { kind, deals } of totals) counts.set(kind, (counts.get(kind) ?? 0) + deals);
  const all = totals.reduce((sum, { deals }) => sum + deals, 0);
  return [
    { value: allKinds, label: messages.deals.allTypes, hint: formatCount(all) },
    ...[...counts].map(([kind, deals]) => ({
      value: kind,
      label: sentenceCase(kind),
      hint: formatCount(deals),
    })),
  ];
}

/** Sums of the deals shown, by currency and unit. */
export function DealTotals({ rows, kind }: { rows: readonly DealTotal[]; kind: string | undefined }) {
  const sums = sumsOf(rows.filter((row) => kind === undefined || row.kind === kind));
  if (sums.length === 0) return null;
  return (
    <>
      <span>{messages.deals.total}</span>
      {sums.map((one) => (
        <span key={`${one.currency} ${one.unit}`} className="figures font-medium text-fg-1">
          {dealAmount(one, 'currency')}
        </span>
      ))}
    </>
  );
}

function sumsOf(rows: readonly DealTotal[]): readonly DealTotal[] {
  const sums = new Map<string, DealTotal>();
  for (const row of rows) {
    const key = `${row.currency} ${row.unit}`;
    const known = sums.get(key);
    const amount = known ? plain(decimal(known.amount).plus(decimal(row.amount))) : row.amount;
    sums.set(key, { ...row, amount });
  }
  return [...sums.values()];
}
