import type { AppContext } from '../../app-context.ts';
import { holdTurn } from '../../db/turns.ts';
import type { JobOrder } from '../../runs/jobs.ts';
import { type Reach, reachedPlans } from '../records/record-reach.ts';
import { dropFile } from './import-file.ts';
import { rememberMapping } from './imports-store.ts';
import { fingerprintOf } from './mapping.ts';
import { countEffect, type Effect } from './merging/find-changes.ts';
import { countFound, storeFound } from './merging/found-problems.ts';
import { noteReach } from './merging/import-reach.ts';
import { mergeRows } from './merging/merge-rows.ts';
import { writeComponents } from './merging/plan-components.ts';
import { targets } from './merging/targets.ts';
import { stageFile } from './perform-check.ts';
import { Cancelled, type ImportWork, runImportJob, Stopped } from './run-import-job.ts';

/** Reading takes about this part of a commit's time, storing the rest. */
const SHARE_OF_READING = 0.3;

/**
 * Does one ordered commit: reads the file again, checks it against the records of this very moment and merges the rows, in
 * one transaction. After a kill it has either happened or it has not; then it starts afresh.
 */
export async function performCommit(ctx: AppContext, order: JobOrder): Promise<void> {
  let committed = false;
  await runImportJob(ctx, order, {
    status: 'committing',
    work: async (work) => {
      await commit(ctx, work);
      committed = true;
    },
  });
  if (committed) await dropFile(ctx, order.id);
}

async function commit(ctx: AppContext, work: ImportWork): Promise<void> {
  const { tx, stored } = work;
  // commits of one workspace have one order; whoever calculates sees all of one or nothing of it
  await holdTurn(tx, 'records', tx.tenantId);
  const nothing = stored.summary !== null && stored.summary.added + stored.summary.changed === 0;
  if (nothing && stored.sameAs?.sameMapping) {
    const unchanged = stored.summary?.rows ?? 0;
    await finish(work, { added: 0, changed: 0, unchanged, touchedFrom: null, touchedTo: null });
    return;
  }
  const { totals } = await stageFile(ctx, work, SHARE_OF_READING);
  const { errors } = await countFound(tx);
  if (errors > 0) {
    throw new Stopped(
      `The records have changed since the dry run: ${errors} problems were found. Nothing was stored; check the file again.`,
    );
  }
  if (stored.kind === 'plan-components') {
    await writeComponents(tx, stored);
    await finish(work, null);
    return;
  }
  const target = targets[stored.kind];
  const effect = await countEffect(tx, stored.kind, target, stored.mapping);
  const { id: importId, kind, mapping } = stored;
  const reach = await noteReach(tx, { importId, kind, target, mapping, rows: effect.added + effect.changed });
  await mergeRows(tx, {
    importId: stored.id,
    target,
    mapping: stored.mapping,
    report: (done) => {
      if (work.signal.aborted) throw new Cancelled();
      work.progress(Math.floor(totals.rows * (SHARE_OF_READING + (1 - SHARE_OF_READING) * done)));
    },
  });
  await storeFound(tx, stored.id);
  await finish(work, effect, reach);
}

/** Marks the import committed. One that no calculation depends on gets no place in the order, so that it makes nothing stale. */
async function finish(work: ImportWork, effect: Effect | null, reach?: Reach): Promise<void> {
  const { tx, stored } = work;
  // who is assigned to a plan meanwhile is either seen here or waits until this is committed
  await holdTurn(tx, 'record-changes', tx.tenantId);
  await work.settle();
  const changed = effect !== null && effect.added + effect.changed > 0;
  const plans = reach === undefined ? [] : await reachedPlans(tx, stored.id, reach);
  const result = await tx.client.query(
    `UPDATE imports SET status = 'committed', committed_at = now(), updated_at = now(), progress_done = coalesce(progress_total, 0),
       commit_seq = CASE WHEN $2 THEN (SELECT coalesce(max(commit_seq), 0) + 1 FROM imports) END, touched_from = $3, touched_to = $4, reached_plans = $6, rate_pairs = $7,
       summary = CASE WHEN $5::jsonb IS NULL THEN summary ELSE summary || $5::jsonb END
      WHERE id = $1 AND cancel_requested = 0`,
    [
      stored.id,
      changed && plans?.length !== 0,
      effect?.touchedFrom ?? null,
      effect?.touchedTo ?? null,
      effect === null ? null : JSON.stringify(countsOf(effect)),
      plans,
      reach?.ratePairs ?? [],
    ],
  );
  if (result.rowCount === 0) throw new Cancelled();
  await rememberMapping(tx, stored, fingerprintOf(stored.preview.headers, stored.mapping.header));
  if (stored.kind !== 'plan-components' || effect !== null) record(work, changed);
}

function countsOf(effect: Effect): { added: number; changed: number; unchanged: number } {
  return { added: effect.added, changed: effect.changed, unchanged: effect.unchanged };
}

function record(work: ImportWork, changed: boolean): void {
  const { tx, stored } = work;
  tx.record({
    action: 'import.committed',
    object: { type: 'import', id: stored.id },
    before: stored.contentHash,
    after: stored.contentHash,
    ...(changed ? {} : { reason: { code: 'unchanged' } }),
  });
}
