import type { ImportCounts } from '@attain/contract/imports';
import { exceededLimit, type ImportSize } from '@attain/domain/approvals/import-limits';
import type { TenantTx } from '../../db/database.ts';
import { limitsOfImports } from '../approvals/approval-requirements.ts';
import { type Asked, type StoredImport, selectCurrency, selectDaySizes } from './imports-store.ts';
import { isMerged } from './merging/targets.ts';

/** How an import counts against the limits. */
export function sizeOf({ added, changed, removal, totals }: ImportCounts): ImportSize {
  const amounts = [...totals, ...(removal?.totals ?? [])].map(({ currency, amount, gross }) => ({
    currency,
    amount: gross ?? amount,
  }));
  return { rows: added + changed + (removal?.rows ?? 0), totals: amounts };
}

/** The people behind the content of an import. */
export function editorsOf({ createdBy, editors }: Pick<Asked, 'createdBy' | 'editors'>): string[] {
  return [...new Set([createdBy, ...editors])];
}

/**
 * The limit that storing this import would exceed, with what these people imported without approval in the last 24 hours; null:
 * none (APR-13). `among` says whether imports that are being stored count as well.
 */
export async function limitExceeded(
  tx: TenantTx,
  { id, kind, summary }: Pick<StoredImport, 'id' | 'kind'> & { readonly summary: ImportCounts | null },
  { by, among }: { readonly by: readonly string[]; readonly among: 'started' | 'committed' },
): Promise<'rows' | 'amount' | null> {
  // what enters the draft of a plan is approved with the plan, and a file of adjustments always
  if (summary === null || !isMerged(kind)) return null;
  const { limits, accounts } = await limitsOfImports(tx, by);
  if (limits.rows === null && limits.amount === null) return null;
  const earlier = await selectDaySizes(tx, { id, by: accounts, among });
  const currency = await selectCurrency(tx);
  return exceededLimit(limits, { size: sizeOf(summary), earlier: earlier.map(sizeOf), currency });
}
