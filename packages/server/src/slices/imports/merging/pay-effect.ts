import type { ImportSummary } from '@attain/contract/imports';
import type { PayDifference } from '@attain/contract/recalculations';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { TransactionJob } from '../../../jobs/define-job.ts';
import type { StoredImport } from '../imports-store.ts';
import { type Effect, type StaleRun, touchedRows } from './find-changes.ts';
import { mergeRows } from './merge-rows.ts';
import type { Target } from './targets.ts';

/** Effect of the records in a transaction on calculations, in order; these imports are in it, but not committed yet. */
export type PreviewPay = (
  tx: TenantTx,
  asked: { runIds: readonly string[]; alsoImports: readonly string[]; each: () => void },
) => Promise<ReadonlyMap<string, PayDifference | ApiError>>;

/** Maximum rows, calculations and lines for which a check previews pay; beyond that the calculation itself shows it. */
const MAX_ROWS = 10_000;
const MAX_RUNS = 12;
const LINES_SHOWN = 100;

/**
 * Effect of the staged rows on calculations that become stale: stores them, recalculates dependent payees period by
 * period, and rolls back, all inside this transaction. A calculation that can't be paid reports why.
 */
export async function payEffect(
  { tx, subject: stored, signal }: TransactionJob<StoredImport>,
  target: Target,
  { effect, stale, previewPay }: { effect: Effect; stale: readonly StaleRun[]; previewPay: PreviewPay },
): Promise<NonNullable<ImportSummary['pay']>> {
  const rows = touchedRows(effect);
  if (rows > MAX_ROWS) {
    const note = `${rows.toLocaleString('en-US')} rows are new, changed or removed, which is too many for a preview. Import them, recalculate, and compare the two versions.`;
    return { note, runs: [] };
  }
  const report = () => signal.throwIfAborted();
  await tx.client.query('SAVEPOINT before_storing');
  await mergeRows(tx, {
    importId: stored.id,
    target,
    mapping: stored.mapping,
    removes: effect.removed > 0,
    report,
  });
  const shown = stale.slice(0, MAX_RUNS);
  const runIds = shown.map(({ runId }) => runId);
  const results = await previewPay(tx, { runIds, alsoImports: [stored.id], each: report });
  await tx.client.query('ROLLBACK TO SAVEPOINT before_storing');
  const left = stale.length - shown.length;
  const note = left > 0 ? `${left} more calculations become out of date and are not included here.` : null;
  return { note, runs: shown.map((run) => ({ ...run, ...outcomeOf(results.get(run.runId)) })) };
}

function outcomeOf(result: PayDifference | ApiError | undefined) {
  if (result instanceof ApiError) {
    const reasons = result.problems.slice(0, 3).map(({ message }) => message);
    return { rejected: [result.message, ...reasons].join(' '), difference: null };
  }
  const difference = result && { ...result, lines: result.lines.slice(0, LINES_SHOWN) };
  return { rejected: null, difference: difference ?? null };
}
