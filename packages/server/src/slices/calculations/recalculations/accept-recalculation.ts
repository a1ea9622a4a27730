import type { Run } from '@attain/contract/calculations';
import type { Period } from '@attain/domain/base/period';
import { creditedBy } from '@attain/domain/crediting/credited-by';
import type { Deal } from '@attain/domain/crediting/deal';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import type { AppContext } from '../../../app-context.ts';
import { hashOf } from '../../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { writeSegments } from '../../records/ledger/write-segments.ts';
import { noteRecordChange, type RecordChange } from '../../records/note-record-change.ts';
import { findRun } from '../find-run.ts';
import { holdOrder, insertRun, selectLatestVersion, selectOpenRun } from '../runs-store.ts';
import {
  holdPlan,
  holdRecords,
  keepDealHistory,
  selectClosedBy,
  selectTried,
  type TriedChange,
} from './acceptance-store.ts';
import { selectLinesOf, selectPaidRun } from './recalculation-store.ts';
import { type AppliedChange, applyChange, sideHashes } from './stated-change.ts';

/**
 * Applies a previewed change to the records and orders the next version of its run, which recalculates the payees of
 * the preview (`recalculate-affected.ts`), in one transaction with the preview's reason. Needs the permission for that
 * change: `import:records`, or `assign:plans` for an assignment. Throws CONFLICT if it was already applied, if the
 * record or any input of the run changed, while records are imported or the period is calculated, and if the period is
 * closed, unless the difference is applied as an adjustment (PAYM-13).
 */
export async function acceptRecalculation(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; recalculationId: string; closedPeriod: 'refuse' | 'adjust' },
): Promise<Run> {
  mustAllow(actor, 'run:calculations');
  const run = await ctx.write(actor, async (tx) => {
    const runId = found(await selectLinesOf(tx, input.id), 'calculation');
    const { recalculationId } = input;
    const wanted = { runId, recalculationId };
    const { stated } = found(await selectTried(tx, wanted), 'recalculation');
    mustAllow(actor, stated.of === 'assignment' ? 'assign:plans' : 'import:records');
    if (!(await holdRecords(tx)))
      throw conflict('Records are being imported or changed right now. Apply the change when that is done.');
    // Read again: a user who applied it at the same moment has finished by now.
    const tried = found(await selectTried(tx, wanted), 'recalculation');
    if (tried.acceptedOn !== null) throw conflict(`This change was already applied on ${tried.acceptedOn}.`);
    const base = found(await selectPaidRun(tx, runId, null), 'calculation');
    await holdOrder(tx, base.planId, base.period);
    if (tried.stated.of === 'assignment') await holdPlan(tx, base.planId);
    const stored = await findRun(tx, runId);
    if (tried.stated.of === 'deal') await keepDealHistory(tx, tried.stated.id, recalculationId);
    const change = await applyChange(tx, base, tried.stated, actor.userId);
    mustBeAsTried(tried, change);
    if (tried.stated.of === 'deal') await writeSegments(tx);
    await mustBeNewest(tx, stored);
    if (input.closedPeriod === 'refuse') await mustBeOpen(tx, base);
    const id = newId();
    await insertRun(tx, {
      id,
      planId: base.planId,
      planVersion: stored.planVersion,
      period: base.period,
      recalculationId,
      engineVersion: ENGINE_VERSION,
      currency: base.plan.currency,
      createdBy: actor.userId,
    });
    await noteRecordChange(tx, {
      id: recalculationId,
      of: change.of,
      name: change.name,
      runId: id,
      createdBy: actor.userId,
      before: change.before,
      after: change.after,
      reason: tried.reason,
      planId: change.of === 'assignment' ? base.planId : null,
      ...touchedBy(tried, change),
    });
    tx.record({
      action: 'calculation.change-accepted',
      object: { type: 'calculation', id },
      reason: { code: `${change.of}-changed`, text: tried.reason },
      evidence: [hashOf({ recalculationId, name: change.name }), ...sideHashes(change)],
    });
    return findRun(tx, id);
  });
  await ctx.jobs.order('calculation', { tenantId: actor.tenantId, id: run.id });
  return run;
}

/** The record is still what it was when the change was tried. */
function mustBeAsTried({ recordBefore }: TriedChange, { name, before }: AppliedChange): void {
  if (hashOf(recordBefore) === hashOf(before)) return;
  const [then, now] = [recordBefore ?? {}, before ?? {}] as Readonly<Record<string, unknown>>[];
  const fields = [...new Set([...Object.keys(then ?? {}), ...Object.keys(now ?? {})])].filter(
    (field) => hashOf(then?.[field] ?? null) !== hashOf(now?.[field] ?? null),
  );
  const what =
    recordBefore === null
      ? 'it now exists'
      : before === null
        ? 'it was removed'
        : fields
            .map((field) => `${field} is ${said(now?.[field])} instead of ${said(then?.[field])}`)
            .join(', ');
  throw conflict(
    `${name} has changed since this preview: ${what}. Preview the change again before you apply it.`,
  );
}

function said(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * The preview is what will be paid: the run is the newest of its period, its inputs are unchanged, and no one is
 * calculating it.
 */
async function mustBeNewest(tx: TenantTx, stored: Run): Promise<void> {
  const { id, planId, period, stale, engineVersion } = stored;
  const latest = await selectLatestVersion(tx, planId, period);
  if (latest !== null && latest.id !== id)
    throw conflict(
      `Version ${latest.version} of ${period.key} was calculated since. Preview the change on that version.`,
    );
  const [late] = stale;
  if (late !== undefined)
    throw conflict(`${late.message} Review and apply the late records first, then preview the change again.`);
  if (engineVersion !== ENGINE_VERSION)
    throw conflict(
      `The rules are now version ${ENGINE_VERSION}. Recalculate ${period.key}, then preview the change again.`,
    );
  if (await selectOpenRun(tx, planId, period))
    throw conflict(
      'This plan and period is being calculated right now. Wait until it is done and try again.',
    );
}

async function mustBeOpen(tx: TenantTx, scope: { planId: string; period: Period }): Promise<void> {
  const closedBy = await selectClosedBy(tx, scope);
  if (closedBy === null) return;
  const message = `${scope.period.key} is closed: the payments of ${closedBy} were posted. Apply the change as an adjustment to include the difference in the next payment run.`;
  throw new ApiError('CONFLICT', message, { problems: [{ rule: 'PAYM-13', path: 'closedPeriod', message }] });
}

/** Days, people, currencies and deal that a change is about, before and after. */
function touchedBy(
  { stated }: TriedChange,
  { before, after }: AppliedChange,
): Pick<RecordChange, 'dealId' | 'participantIds' | 'currencies' | 'from' | 'to'> {
  const none = { dealId: null, participantIds: [], currencies: [] };
  if (stated.of === 'exchange-rate')
    return { ...none, currencies: [stated.from, stated.to], from: stated.date, to: null };
  if (stated.of === 'quota')
    return { ...none, participantIds: [stated.participantId], from: stated.from, to: stated.to };
  const sides = [before, after].filter((side) => side !== null);
  if (stated.of === 'assignment') {
    const ends = (sides as unknown as { to?: string | null }[]).map(({ to }) => to ?? null);
    const to = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
    return { ...none, participantIds: [stated.participantId], from: stated.from, to };
  }
  const deals = sides as unknown as Deal[];
  const days = deals.map(({ date }) => date).sort();
  const participantIds = [...new Set(deals.flatMap(creditedBy))].sort();
  return { ...none, dealId: stated.id, participantIds, from: days[0] ?? '', to: days.at(-1) ?? null };
}

function conflict(message: string): ApiError {
  return new ApiError('CONFLICT', message);
}
