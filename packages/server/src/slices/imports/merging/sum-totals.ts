import type { ImportTotal } from '@attain/contract/imports';
import type { TenantTx } from '../../../db/database.ts';
import { type FileTotals, ownValues, SAMPLE_ROWS } from '../checking/row-batch.ts';
import { allKinds } from '../kinds/all-kinds.ts';
import { type KindName, OWN_FIELDS } from '../kinds/kind.ts';
import { STAGED } from './staging.ts';

/** Totals, days and first rows of the staged rows, as the reader of a file counts them. */
export async function totalsOfStaged(
  tx: TenantTx,
  kind: KindName,
): Promise<Pick<FileTotals, 'totals' | 'from' | 'to' | 'sample'>> {
  const { days, stored } = allKinds[kind];
  const columnOf = (field: string) => `"${field}"`;
  const totals = await sumTotals(tx, kind, { table: STAGED, columnOf });
  const [from, to] =
    days === null ? ['NULL', 'NULL'] : [`"${days.from}"`, `coalesce("${days.to}", "${days.from}")`];
  const span = await tx.client.query<{ from: string | null; to: string | null }>(
    `SELECT min(${from})::text AS "from", max(${to})::text AS "to" FROM ${STAGED}`,
  );
  const sample = await tx.client.query<Record<string, string | null>>(
    `SELECT ${stored.map((field) => `"${field}"::text`).join(', ')} FROM ${STAGED} ORDER BY row_line LIMIT ${SAMPLE_ROWS}`,
  );
  return {
    ...{ totals, from: span.rows[0]?.from ?? null, to: span.rows[0]?.to ?? null },
    sample: sample.rows.map(({ [OWN_FIELDS]: own = null, ...row }) => ({ ...row, ...ownValues(own) })),
  };
}

/**
 * Sums the amounts of a temporary table by unit and currency, most rows first; `columnOf` names the column of a field. A kind
 * without amounts has no totals.
 */
export async function sumTotals(
  tx: TenantTx,
  kind: KindName,
  { table, columnOf }: { readonly table: string; readonly columnOf: (field: string) => string },
): Promise<ImportTotal[]> {
  const { total } = allKinds[kind];
  if (total === null) return [];
  const unit = total.unit === null ? `''` : `t.${columnOf(total.unit)}`;
  const currency = total.currency === null ? 'NULL' : `t.${columnOf(total.currency)}`;
  const amount = `t.${columnOf(total.amount)}`;
  const result = await tx.client.query<ImportTotal & { gross: string }>(
    `SELECT coalesce(${unit}, '') AS unit, ${currency}::text AS currency, sum(${amount})::text AS amount, sum(abs(${amount}))::text AS gross,
            count(*)::int AS rows FROM ${table} t WHERE ${amount} IS NOT NULL GROUP BY 1, 2 ORDER BY rows DESC, unit, currency`,
  );
  return result.rows.map(({ gross, ...total }) => (gross === total.amount ? total : { ...total, gross }));
}
