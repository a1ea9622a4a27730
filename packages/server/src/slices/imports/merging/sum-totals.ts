import type { ImportTotal } from '@attain/contract/imports';
import type { TenantTx } from '../../../db/database.ts';
import { allKinds } from '../kinds/all-kinds.ts';
import type { KindName } from '../kinds/kind.ts';

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
