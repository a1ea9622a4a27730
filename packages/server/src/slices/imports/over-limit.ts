import type { ImportCounts } from '@attain/contract/imports';
import { exceededLimit, type ImportSize } from '@attain/domain/approvals/import-limits';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { limitsOfImports } from '../approvals/approval-requirements.ts';
import { quotaSizesByHand } from '../records/note-record-change.ts';
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
  const imported = await selectDaySizes(tx, { id, by: accounts, among });
  const earlier = [...imported.map(sizeOf), ...(await quotaSizesByHand(tx, accounts))];
  return exceededLimit(limits, { size: sizeOf(summary), earlier, currency: await selectCurrency(tx) });
}

/**
 * Quotas that this user is about to change or remove by hand count as if they were imported (APR-13). Throws CONFLICT if that exceeds a
 * limit.
 */
export async function mustKeepLimits(
  tx: TenantTx,
  userId: string,
  quotas: readonly { readonly amount: string; readonly currency: string | null }[],
): Promise<void> {
  const { limits, accounts } = await limitsOfImports(tx, [userId]);
  if (limits.rows === null && limits.amount === null) return;
  const imported = await selectDaySizes(tx, { id: null, by: accounts, among: 'started' });
  const earlier = [...imported.map(sizeOf), ...(await quotaSizesByHand(tx, accounts))];
  const size = { rows: quotas.length, totals: quotas };
  if (exceededLimit(limits, { size, earlier, currency: await selectCurrency(tx) }) !== null)
    throw new ApiError(
      'CONFLICT',
      'With this, you would change more in a day than you may without approval. Import the quotas from a file: it waits for approval.',
    );
}
