import type { ImportSummary } from '@attain/contract/imports';
import type { PlanCalendar } from '@attain/domain/plans/plan-calendar';
import type { TenantTx } from '../../db/database.ts';
import type { TransactionJob } from '../../jobs/define-job.ts';
import { reachedPlans, readByNoCalculation } from '../records/record-reach.ts';
import { batchEffect } from './batches/batch-store.ts';
import type { FileTotals } from './checking/row-batch.ts';
import { limitsOf, pathOf, toApiError } from './import-file.ts';
import type { StoredImport } from './imports-store.ts';
import { lookupFiles } from './lookups/lookup-files.ts';
import { findAbsent, type Removal, storeAbsent } from './merging/absent-rows.ts';
import { addBad, countBadRows, createBad, storeBadRows, takeOutBadRows } from './merging/bad-rows.ts';
import { checkReferences } from './merging/check-references.ts';
import {
  countEffect,
  type Effect,
  findStaleRuns,
  storeChanges,
  touchedRows,
} from './merging/find-changes.ts';
import {
  addFound,
  addSkips,
  countFound,
  createFound,
  type FoundCounts,
  storeFound,
} from './merging/found-problems.ts';
import { noteReach } from './merging/import-reach.ts';
import { type PreviewPay, payEffect } from './merging/pay-effect.ts';
import { planEffect } from './merging/plan-components.ts';
import { createStaging, finishStaging, stage } from './merging/staging.ts';
import { totalsOfStaged } from './merging/sum-totals.ts';
import { isMerged, targets } from './merging/targets.ts';
import { findUnknown, selectPeople } from './people/people-store.ts';
import { readRows } from './reading/read-rows.ts';
import type { KnownPeople } from './reading/worker-messages.ts';

/** Does the dry run: reads every row, compares it with the stored records, and stores problems, changes and their effect on pay. */
export async function checkRows(
  job: TransactionJob<StoredImport>,
  previewPay: PreviewPay,
): Promise<() => Promise<void>> {
  const { tx, subject: stored } = job;
  const { totals, warnings, people, counts } = await stageFile(job);
  await tx.client.query('DELETE FROM import_changes WHERE import_id = $1', [stored.id]);
  const unknownPeople = counts.errors > 0 ? await findUnknown(tx, people) : [];
  const stops = counts.errors > 0 && !stored.skipBadRows;
  // what a file with errors is missing is not known
  const removal = stops ? null : await findAbsent(tx, stored);
  const effect = await effectOf(job, removal);
  await storeFound(tx, stored.id);
  // The affected people are stored permanently only on commit.
  await tx.client.query('SAVEPOINT before_reach');
  const { stale, isKnown } = await staleRuns(job, effect);
  const benefits = isKnown ? await selectBenefits(tx, stored.id) : null;
  const pay =
    !isMerged(stored.kind) || stops || stale.length === 0
      ? undefined
      : await payEffect(job, targets[stored.kind], { effect, stale, previewPay });
  await tx.client.query('ROLLBACK TO SAVEPOINT before_reach');
  const summary = {
    ...summaryOf(totals, effect, counts, stale),
    ...(counts.errors > 0 &&
      !stops && { badRows: 0, skipped: [...totals.skipped, ...(await countBadRows(tx))] }),
    unknownPeople,
    ...(removal && { removal }),
    ...(pay && { pay }),
  };
  job.progress(totals.rows, totals.rows);
  const preview = JSON.stringify(mergeWarnings(stored.preview.warnings, warnings));
  return async () => {
    await tx.client.query(
      `UPDATE imports SET status = 'checked', summary = $2, problem_count = $3, preview = jsonb_set(preview, '{warnings}', $4),
         benefits = $5, updated_at = now() WHERE id = $1`,
      [stored.id, JSON.stringify(summary), counts.errors, preview, benefits],
    );
    tx.record({
      action: 'import.checked',
      object: { type: 'import', id: stored.id },
      reason: { code: `${counts.errors} errors` },
    });
  };
}

/** How every plan divides its year: by its active version, or its newest where none is. */
async function selectCalendars(tx: TenantTx): Promise<PlanCalendar[]> {
  const result = await tx.client.query<PlanCalendar>(
    `SELECT DISTINCT ON (plan_id) document->>'name' AS "planName", document->'calendar' AS calendar
       FROM plan_versions ORDER BY plan_id, status = 'Active' DESC, version DESC`,
  );
  return result.rows;
}

/**
 * Reads the file into the staging table of this transaction and collects all problems of rows and references.
 * `shareOfWork` is the share of reading in the total work, for progress.
 */
export async function stageFile(
  job: TransactionJob<StoredImport>,
  shareOfWork = 1,
): Promise<{
  totals: FileTotals;
  warnings: readonly string[];
  people: KnownPeople | null;
  counts: FoundCounts;
}> {
  const { ctx, tx, subject: stored } = job;
  await tx.client.query('DELETE FROM import_skips WHERE import_id = $1', [stored.id]);
  const people = await selectPeople(tx, stored.kind);
  await createStaging(tx, stored.kind);
  await createFound(tx);
  await createBad(tx, stored.kind);
  const reading = readRows({
    workspace: tx.tenantId,
    path: pathOf(ctx, stored.id),
    fileName: stored.fileName,
    kind: stored.kind,
    mapping: stored.mapping,
    limits: limitsOf(ctx),
    today: ctx.today(tx),
    calendars: await selectCalendars(tx),
    people,
    lookups: lookupFiles(ctx, stored.lookups, stored.mapping),
    signal: job.signal,
  });
  try {
    for (;;) {
      const step = await reading.next();
      if (step.done) {
        await finishStaging(tx);
        const { totals, warnings } = step.value;
        return { totals: await finishChecks(job, totals), warnings, people, counts: await countFound(tx) };
      }
      await stage(tx, step.value.copy);
      await addFound(tx, step.value.problems);
      await addBad(tx, stored.kind, step.value.bad);
      await addSkips(tx, stored.id, step.value.skipped);
      job.progress(Math.floor(step.value.rows * shareOfWork));
    }
  } catch (error) {
    throw toApiError(error);
  } finally {
    // a cancel or an error here leaves the reader in the middle: it ends, and gives its turn back
    await reading.return(undefined as never);
  }
}

/** Checks the staged rows against what is stored, and leaves only those without errors; returns their totals. */
async function finishChecks(
  { tx, subject: stored }: TransactionJob<StoredImport>,
  totals: FileTotals,
): Promise<FileTotals> {
  const { id, kind, skipBadRows } = stored;
  const check = () => checkReferences(tx, kind, stored.mapping, (field) => columnOf(stored, field));
  await check();
  if ((await countFound(tx)).errors === 0) return totals;
  await takeOutBadRows(tx, kind, { skips: skipBadRows, checkAgain: check });
  await storeBadRows(tx, id);
  return { ...totals, ...(await totalsOfStaged(tx, kind)) };
}

/** What the staged rows would do, with the rows that change written down. */
async function effectOf(
  { tx, subject: stored }: TransactionJob<StoredImport>,
  removal: Removal | null,
): Promise<Effect> {
  if (stored.kind === 'plan-components') return planEffect(tx, stored);
  if (!isMerged(stored.kind)) return batchEffect(tx);
  const target = targets[stored.kind];
  await storeChanges(tx, stored.id, target, stored.mapping);
  if (removal !== null && removal.rows > 0) await storeAbsent(tx, stored.id, target);
  return countEffect(tx, stored.kind, target, { mapping: stored.mapping, removal });
}

async function staleRuns(
  { tx, subject: stored }: TransactionJob<StoredImport>,
  effect: Effect,
): Promise<{ stale: ImportSummary['stale']; isKnown: boolean }> {
  const { id, kind, mapping } = stored;
  if (!isMerged(kind) || readByNoCalculation.includes(kind)) return { stale: [], isKnown: false };
  const rows = touchedRows(effect);
  const removes = effect.removed > 0;
  const reach = await noteReach(tx, { importId: id, kind, target: targets[kind], mapping, rows, removes });
  const plans = await reachedPlans(tx, id, reach);
  const stale = await findStaleRuns(tx, effect, { id, plans, ratePairs: reach.ratePairs });
  return { stale, isKnown: reach.known && kind !== 'exchange-rates' };
}

/** Accounts of the people whose pay the staged rows can change. */
async function selectBenefits(tx: TenantTx, sourceId: string): Promise<string[]> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT DISTINCT user_id AS id FROM memberships JOIN record_reach r USING (participant_id) WHERE r.source_id = $1`,
    [sourceId],
  );
  return result.rows.map(({ id }) => id);
}

function columnOf(stored: StoredImport, field: string): string | null {
  const source = stored.mapping.fields[field];
  if (source === undefined || !('columns' in source)) return null;
  return source.columns.map((column) => stored.preview.headers[column] ?? `Column ${column + 1}`).join(' + ');
}

function summaryOf(
  totals: FileTotals,
  effect: Effect,
  counts: FoundCounts,
  stale: ImportSummary['stale'],
): ImportSummary {
  return {
    rows: totals.rows,
    added: effect.added,
    changed: effect.changed,
    unchanged: effect.unchanged,
    badRows: counts.badRows,
    skipped: totals.skipped.map((one) => ({ ...one })),
    warnings: counts.warnings,
    from: totals.from,
    to: totals.to,
    totals: totals.totals.map((total) => ({ ...total })),
    ...(totals.controls.length > 0 && { controls: totals.controls.map((one) => ({ ...one })) }),
    sample: totals.sample.map((row) => ({ ...row })),
    stale,
  };
}

function mergeWarnings(known: readonly string[], found: readonly string[]): string[] {
  return [...new Set([...known, ...found])];
}
