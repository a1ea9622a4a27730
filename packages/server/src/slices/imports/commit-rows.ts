import { ApiError } from '../../base/api-error.ts';
import { holdTurn } from '../../db/turns.ts';
import type { TransactionJob } from '../../jobs/define-job.ts';
import { writeSegments } from '../records/ledger/write-segments.ts';
import { type Reach, reachedPlans } from '../records/record-reach.ts';
import { mustBeAllowed } from './approve-import.ts';
import { enterBatch } from './batches/adjustment-batch.ts';
import { batchEffect } from './batches/batch-store.ts';
import { stageFile } from './check-rows.ts';
import type { StoredImport } from './imports-store.ts';
import { isCorrected } from './mapping.ts';
import { findAbsent, mustBeFew, type Removal } from './merging/absent-rows.ts';
import { areBadRowsAsChecked } from './merging/bad-rows.ts';
import { countEffect, type Effect, touchedRows } from './merging/find-changes.ts';
import { storeFound } from './merging/found-problems.ts';
import { noteReach } from './merging/import-reach.ts';
import { mergeRows } from './merging/merge-rows.ts';
import { writeComponents } from './merging/plan-components.ts';
import { isMerged, targets } from './merging/targets.ts';
import { profileFor, rememberMapping } from './profiles/profile-store.ts';

/** Reading takes about this part of a commit's time, storing the rest. */
const SHARE_OF_READING = 0.3;

/**
 * Commits the file: reads it again, checks it against the records of this very moment and merges the rows. After a kill it has
 * either happened or it has not; then it starts afresh.
 */
export async function commitRows(job: TransactionJob<StoredImport>): Promise<() => Promise<void>> {
  const { tx, subject: stored } = job;
  // commits of one workspace have one order; whoever calculates sees all of one or nothing of it
  await holdTurn(tx, 'records', tx.tenantId);
  const { summary } = stored;
  const nothing = summary !== null && summary.added + summary.changed + (summary.removal?.rows ?? 0) === 0;
  if (nothing && stored.sameAs?.sameMapping) {
    const { unchanged } = summary;
    return finish(job, { added: 0, changed: 0, unchanged, removed: 0, touchedFrom: null, touchedTo: null });
  }
  const { totals, counts } = await stageFile(job, SHARE_OF_READING);
  if (stored.skipBadRows ? !(await areBadRowsAsChecked(tx, stored.id)) : counts.errors > 0) {
    const found = stored.skipBadRows ? 'other rows have errors now' : `${counts.errors} problems were found`;
    throw new ApiError(
      'CONFLICT',
      `The records changed after the check, and ${found}. Nothing was imported; check the file again.`,
    );
  }
  if (stored.kind === 'plan-components') {
    await writeComponents(tx, stored);
    return finish(job, null);
  }
  if (!isMerged(stored.kind)) {
    const effect = await batchEffect(tx);
    const approvalId = await enterBatch(job.ctx, tx, stored);
    return finish(job, effect, { reach: { known: true, ratePairs: [] }, approvalId });
  }
  const target = targets[stored.kind];
  const removal = await findAbsent(tx, stored);
  mustBeFew(removal);
  const effect = await countEffect(tx, stored.kind, target, { mapping: stored.mapping, removal });
  const { id: importId, kind, mapping } = stored;
  await mustBeAllowed(job.ctx, tx, {
    stored,
    now: {
      ...countsOf(effect),
      ...(removal && { removal }),
      totals: totals.totals.map((one) => ({ ...one })),
    },
  });
  const removes = effect.removed > 0;
  const reach = await noteReach(tx, { importId, kind, target, mapping, rows: touchedRows(effect), removes });
  await mergeRows(tx, {
    importId: stored.id,
    target,
    mapping: stored.mapping,
    removes,
    report: (done) => {
      job.signal.throwIfAborted();
      job.progress(Math.floor(totals.rows * (SHARE_OF_READING + (1 - SHARE_OF_READING) * done)));
    },
  });
  await storeFound(tx, stored.id);
  if (kind === 'deals') await writeSegments(tx);
  return finish(job, effect, { reach, removal });
}

/**
 * The step that marks the import as committed. One that no calculation depends on gets no place in the order, so that it makes
 * nothing stale.
 */
async function finish(
  job: TransactionJob<StoredImport>,
  effect: Effect | null,
  {
    reach,
    removal = null,
    approvalId = null,
  }: { reach?: Reach; removal?: Removal | null; approvalId?: string | null } = {},
): Promise<() => Promise<void>> {
  const { tx, subject: stored } = job;
  // who is assigned to a plan meanwhile is either seen here or waits until this is committed
  await holdTurn(tx, 'record-changes', tx.tenantId);
  const changed = effect !== null && touchedRows(effect) > 0;
  const plans = reach === undefined ? [] : await reachedPlans(tx, stored.id, reach);
  const { total } = stored.progress;
  if (total !== null) job.progress(total);
  const profile = await profileFor(tx, stored);
  return async () => {
    await tx.client.query(
      `UPDATE imports SET status = 'committed', committed_at = now(), updated_at = now(), has_images = $8,
         commit_seq = CASE WHEN $2 THEN (SELECT coalesce(max(commit_seq), 0) + 1 FROM imports) END, touched_from = $3, touched_to = $4, reached_plans = $6, rate_pairs = $7,
         approval_id = coalesce($9, approval_id), preview = jsonb_set(preview, '{profileName}', to_jsonb($10::text)),
         summary = CASE WHEN $5::jsonb IS NULL THEN summary ELSE summary || $5::jsonb END
        WHERE id = $1`,
      [
        stored.id,
        changed && plans?.length !== 0,
        effect?.touchedFrom ?? null,
        effect?.touchedTo ?? null,
        effect === null ? null : JSON.stringify({ ...countsOf(effect), ...(removal && { removal }) }),
        plans,
        reach?.ratePairs ?? [],
        changed && stored.kind !== 'plan-components',
        approvalId,
        profile,
      ],
    );
    // the next export is read as the last one, and not as its corrected rows
    if (!isCorrected(stored.preview)) await rememberMapping(tx, stored, profile);
    if (stored.kind !== 'plan-components' || effect !== null) record(job, changed);
  };
}

function countsOf(effect: Effect): { added: number; changed: number; unchanged: number } {
  return { added: effect.added, changed: effect.changed, unchanged: effect.unchanged };
}

function record({ tx, subject: stored }: TransactionJob<StoredImport>, changed: boolean): void {
  tx.record({
    action: 'import.committed',
    object: { type: 'import', id: stored.id },
    before: stored.contentHash,
    after: stored.contentHash,
    ...(changed ? {} : { reason: { code: 'unchanged' } }),
  });
}
