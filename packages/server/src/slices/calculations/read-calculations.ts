import { type PeriodCalendar, periodContaining } from '@attain/domain/base/period';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectRun, selectRuns, selectRunsOf } from './runs-store.ts';
import { seenCalculation } from './seen-calculation.ts';

/** Calculations of the workspace, newest first. */
export function listCalculations(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    planId?: string | undefined;
    period?: string | undefined;
  },
) {
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectRuns(tx, {
      planId: input.planId ?? null,
      period: input.period ?? null,
      after,
      limit: input.limit,
    });
    const seen = rows.map((row) => seenCalculation(actor, row));
    return onePage(seen, input.limit, (row) => [row.createdAt, row.id]);
  });
}

/** One calculation with progress and staleness. NOT_FOUND in other workspaces. */
export function readCalculation(ctx: AppContext, actor: Actor, id: string) {
  return ctx.read(actor, async (tx) => seenCalculation(actor, found(await selectRun(tx, id), 'calculation')));
}

/** These calculations with their staleness, newest period first, as the actor may see them. */
export async function calculationsOf(tx: TenantTx, actor: Actor, ids: readonly string[]) {
  return (await selectRunsOf(tx, ids)).map((run) => seenCalculation(actor, run));
}

/** The periods of a plan's calendar in which there are deals, newest first: what there is to calculate. */
export function listPeriods(ctx: AppContext, actor: Actor, planId: string) {
  return ctx.read(actor, async (tx) => {
    const plan = await tx.client.query<{ calendar: PeriodCalendar }>(
      `SELECT document->'calendar' AS calendar FROM plan_versions WHERE plan_id = $1 ORDER BY status = 'Active' DESC, version DESC LIMIT 1`,
      [planId],
    );
    const { calendar } = found(plan.rows[0], 'plan');
    const days = await tx.client.query<{ day: string; deals: number }>(
      `SELECT date::text AS day, count(*)::int AS deals FROM deals GROUP BY 1 ORDER BY 1 DESC`,
    );
    const periods = new Map<string, { key: string; from: string; to: string; dealCount: number }>();
    let period = { key: '', from: '', to: '' };
    for (const { day, deals } of days.rows) {
      if (day < period.from || day > period.to) period = periodContaining(calendar, day);
      const known = periods.get(period.key) ?? { ...period, dealCount: 0 };
      periods.set(period.key, { ...known, dealCount: known.dealCount + deals });
    }
    return [...periods.values()];
  });
}
