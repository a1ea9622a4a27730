import type { Audience } from '@attain/domain/access/publication';
import { dayBefore } from '@attain/domain/base/day';
import type { Period, PeriodCalendar } from '@attain/domain/base/period';
import { isOwnPeriod } from '@attain/domain/payments/payable-periods';
import type { TenantTx } from '../../db/database.ts';
import { isPublishedTo } from '../calculations/publications.ts';
import { type Reach, reaches } from '../participants/visible-participants.ts';

/** A payee's results of a plan's period. */
interface PeriodPay {
  readonly planId: string;
  readonly period: Pick<Period, 'from'>;
  readonly participantId: string;
  readonly currency: string;
}

/** What a payee was paid in the period before. */
export interface PayBefore {
  readonly runId: string;
  readonly period: Period;
  readonly total: string;
}

/**
 * The newest results of the period of the plan's calendar before each of these, in the same order; null without them, in another
 * currency, or where they are not published to the reader or the payee was not within reach.
 */
export async function payBefore(
  tx: TenantTx,
  rows: readonly PeriodPay[],
  { reader, reach }: { readonly reader: Audience | null; readonly reach: Reach },
): Promise<(PayBefore | null)[]> {
  const periods = rows.map(({ planId, period: { from } }) => ({ planId, from }));
  const runs = (await selectRunsBefore(tx, periods, reader)).filter(isOwnPeriod);
  const found = rows.map((row) =>
    runs.find(
      (run) =>
        run.planId === row.planId &&
        run.period.to === dayBefore(row.period.from) &&
        run.currency === row.currency &&
        reaches(reach, row.participantId, run.period),
    ),
  );
  const totals = await selectTotals(
    tx,
    rows.map(({ participantId }, at) => ({ runId: found[at]?.runId ?? null, participantId })),
  );
  return found.map((run, at) => {
    const total = totals[at] ?? null;
    return run === undefined || total === null ? null : { runId: run.runId, period: run.period, total };
  });
}

/** The newest results of plans that end on the day before a period begins that the reader sees, with the calendar of their plan. */
async function selectRunsBefore(
  tx: TenantTx,
  periods: readonly { readonly planId: string; readonly from: string }[],
  reader: Audience | null,
): Promise<RunBefore[]> {
  const result = await tx.client.query<RunBefore>(
    `SELECT DISTINCT ON (r.plan_id, r.period_from, r.period_to) r.id AS "runId", r.plan_id AS "planId", r.currency,
            json_build_object('key', r.period_key, 'from', r.period_from, 'to', r.period_to) AS period, v.document->'calendar' AS calendar
       FROM unnest($2::uuid[], $3::date[]) AS p(plan_id, first)
       JOIN calculation_runs r ON r.tenant_id = $1 AND r.plan_id = p.plan_id AND r.period_to = p.first - 1 AND r.status = 'completed'
        AND ${isPublishedTo('$4', 'r')}
       JOIN plan_versions v ON v.tenant_id = $1 AND v.plan_id = r.plan_id AND v.version = r.plan_version
      ORDER BY r.plan_id, r.period_from, r.period_to, r.version DESC`,
    [tx.tenantId, periods.map(({ planId }) => planId), periods.map(({ from }) => from), reader],
  );
  return result.rows;
}

/** Results of a plan's period, and the calendar that the plan had. */
interface RunBefore {
  readonly runId: string;
  readonly planId: string;
  readonly currency: string;
  readonly period: Period;
  readonly calendar: PeriodCalendar;
}

/** What each payee is paid by a run, in the same order; null: they are not in it. */
async function selectTotals(
  tx: TenantTx,
  of: readonly { readonly runId: string | null; readonly participantId: string }[],
): Promise<(string | null)[]> {
  const result = await tx.client.query<{ total: string | null }>(
    `SELECT CASE WHEN i.run_id IS NOT NULL THEN (SELECT coalesce(sum(l.amount), 0)::text FROM payout_lines l
              WHERE l.tenant_id = $1 AND l.run_id = a.run_id AND l.participant_id = a.participant_id) END AS total
       FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS a(run_id, participant_id, place)
       LEFT JOIN payout_inputs i ON i.tenant_id = $1 AND i.run_id = a.run_id AND i.participant_id = a.participant_id ORDER BY a.place`,
    [tx.tenantId, of.map(({ runId }) => runId), of.map(({ participantId }) => participantId)],
  );
  return result.rows.map(({ total }) => total);
}
