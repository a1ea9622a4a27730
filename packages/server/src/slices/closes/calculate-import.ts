import type { ImportedPeriod } from '@attain/contract/closes';
import type { Period } from '@attain/domain/base/period';
import { periodsOver } from '@attain/domain/closes/close-steps';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { calculationsOf } from '../calculations/read-calculations.ts';
import { calculatePeriods } from './calculate-periods.ts';
import { selectPeriods } from './closes-store.ts';
import { selectImportedDays, selectStored } from './imported-store.ts';
import { calculationState, closeMonths } from './read-close.ts';

/** Periods of an import beyond these are not offered: a file with years of deals is calculated by its closes. */
const maxPeriods = 24;

/** The periods whose pay a stored import changes. NOT_FOUND for an unknown import, CONFLICT for one that is not stored. */
export function readImportedPeriods(ctx: AppContext, actor: Actor, importId: string) {
  mustAllow(actor, 'read:calculations');
  return ctx.read(actor, async (tx) => {
    const today = ctx.today(actor);
    const periods = await importedPeriods(tx, actor, { importId, today });
    return { periods, month: await closeMonthOf(tx, today, periods) };
  });
}

/** Starts a calculation of each that has no results or is out of date, oldest first; returns those that can't start. */
export async function calculateImported(ctx: AppContext, actor: Actor, importId: string) {
  const { periods, month } = await readImportedPeriods(ctx, actor, importId);
  const due = periods.filter(({ calculation }) => ['none', 'failed', 'outdated'].includes(calculation));
  if (due.length === 0)
    throw new ApiError('NOT_CALCULABLE', 'Every period of this import is calculated and up to date.');
  const { runIds, ...result } = await calculatePeriods(ctx, actor, { due });
  return { ...result, runId: result.started === 1 ? (runIds[0] ?? null) : null, month };
}

async function importedPeriods(
  tx: TenantTx,
  actor: Actor,
  { importId, today }: { importId: string; today: string },
): Promise<ImportedPeriod[]> {
  if (!found(await selectStored(tx, importId), 'import'))
    throw new ApiError('CONFLICT', 'This import isn’t stored yet.');
  const touched = (await selectImportedDays(tx, importId)).flatMap(
    ({ planId, planName, calendar, spans }) => {
      const all = spans.flatMap((days) => periodsOver(calendar, days, { begunBy: today, limit: maxPeriods }));
      const periods = new Map(all.map((one) => [one.from, one]));
      return [...periods.values()].map((period) => ({ planId, planName, period }));
    },
  );
  const newest = touched.sort(byEnd).slice(-maxPeriods);
  const rows = await selectPeriods(tx, newest);
  const runs = await calculationsOf(
    tx,
    actor,
    rows.flatMap(({ runId }) => runId ?? []),
  );
  return newest.map(({ planId, planName, period }) => {
    const row = rows.find((one) => one.planId === planId && one.from === period.from);
    const run = runs.find(({ id }) => id === row?.runId) ?? null;
    return { planId, planName, period, calculation: calculationState(run), runId: run?.id ?? null };
  });
}

const byEnd = (a: { period: Period }, b: { period: Period }) => (a.period.to < b.period.to ? -1 : 1);

async function closeMonthOf(
  tx: TenantTx,
  today: string,
  periods: readonly ImportedPeriod[],
): Promise<string | null> {
  const months = await closeMonths(tx, today);
  const ends = periods.map(({ period }) => period.to.slice(0, 7));
  return months.find((month) => ends.includes(month)) ?? null;
}
