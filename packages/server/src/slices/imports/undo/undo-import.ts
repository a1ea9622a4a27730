import type { ImportDetail } from '@attain/contract/imports';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import { holdTurn } from '../../../db/turns.ts';
import { valueHash } from '../../../db/write.ts';
import { withdrawBatch } from '../batches/adjustment-batch.ts';
import { detailOf } from '../import-detail.ts';
import { type StoredImport, selectImport } from '../imports-store.ts';
import { mustImport } from '../may-import.ts';
import { limitExceeded } from '../over-limit.ts';
import { whyDependent } from './later-work.ts';
import { insertUndoing, restoreRows } from './undo-store.ts';

/** Rows that are put back in one request. */
const MAX_ROWS = 200_000;

/**
 * Puts the records back as they were before an import, in one transaction, and returns it. Calculations that read them
 * become out of date. Throws CONFLICT with the reason where later work depends on it: the import was undone before, its
 * rows or days were changed since, payments with it are posted, or other records need the ones it added.
 */
export function undoImport(ctx: AppContext, actor: Actor, id: string): Promise<ImportDetail> {
  return ctx.write(actor, async (tx) => {
    // as a commit: one order of everything that changes records
    await holdTurn(tx, 'records', tx.tenantId);
    const stored = found(await selectImport(tx, id, true), 'import');
    mustImport(actor, stored.kind, stored.mapping);
    const by = [actor.userId];
    const limit = await limitExceeded(tx, stored, { by, among: 'committed' });
    const why = whyNever(stored) ?? (await whyDependent(tx, stored)) ?? whyLimited(limit);
    if (why !== null) throw new ApiError('CONFLICT', why);
    await holdTurn(tx, 'record-changes', tx.tenantId);
    const undoId = newId();
    const contentHash = valueHash({ undoes: id, of: stored.contentHash });
    await insertUndoing(tx, stored, { id: undoId, contentHash, createdBy: actor.userId });
    if (stored.kind === 'adjustments') await withdrawBatch(tx, id);
    else await restoreRows(tx, stored, undoId);
    tx.record({
      action: 'import.undone',
      object: { type: 'import', id },
      before: stored.contentHash,
      after: stored.contentHash,
      evidence: [contentHash],
    });
    return detailOf(tx, actor, found(await selectImport(tx, id), 'import'));
  });
}

/** Undoing changes as many records as the import did (APR-13); null: within the limits. */
function whyLimited(limit: 'rows' | 'amount' | null): string | null {
  return limit === null
    ? null
    : 'Undoing this import exceeds the limits of this workspace. Import a file with the earlier values, which can be approved.';
}

/** Why this import can’t be undone whatever came after it; null: it may. */
function whyNever({ status, undone, undoes, canUndo, summary }: StoredImport): string | null {
  if (status !== 'committed') return 'Only stored imports can be undone. Cancel this one instead.';
  if (undone !== null) return 'This import was undone already.';
  if (undoes !== null) return 'This is itself an undo. Import the file again to bring its records back.';
  if (!canUndo)
    return 'The earlier records of this import were not kept. Import a file with the earlier values.';
  const rows = (summary?.added ?? 0) + (summary?.changed ?? 0) + (summary?.removal?.rows ?? 0);
  return rows > MAX_ROWS
    ? `This import changed ${rows} records; at most ${MAX_ROWS} can be undone. Import a file with the earlier values.`
    : null;
}
