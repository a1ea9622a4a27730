import type { CarriedMoney } from '@attain/domain/suggestions/analysers/records/complete-records';
import type { DrawCourse } from '@attain/domain/suggestions/analysers/records/end-draw';
import type { TenantTx } from '../../../db/database.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

/** One posted payment of an account with a recoverable draw, and what it moved of the draw. */
interface DrawPayment extends Omit<DrawCourse, 'payments'> {
  readonly period: string;
  readonly to: string;
  readonly advanced: string;
  readonly recovered: string;
  readonly eased: boolean;
}

/** Recoverable draws of a plan's payees with every posted payment since they began, oldest first. */
export async function selectDrawCourses(
  tx: TenantTx,
  { planId, days }: { readonly planId: string; readonly days: Days },
): Promise<DrawCourse[]> {
  const result = await tx.client.query<DrawPayment>(
    `SELECT d.id AS "drawId", d.participant_id AS "participantId", p.name AS "participantName", d.currency, d.recovery->>'from' AS "recoverFrom",
            r.period_key AS period, r.period_to::text AS to,
            coalesce(sum(l.amount) FILTER (WHERE l.kind = 'draw-advanced'), 0)::text AS advanced,
            coalesce(-sum(l.amount) FILTER (WHERE l.kind = 'draw-recovered'), 0)::text AS recovered,
            EXISTS (SELECT 1 FROM leaves e WHERE e.tenant_id = $1 AND e.participant_id = d.participant_id AND e.from_date <= r.period_to AND e.to_date >= r.period_from)
              OR EXISTS (SELECT 1 FROM ramps e WHERE e.tenant_id = $1 AND e.participant_id = d.participant_id AND e.from_date <= r.period_to AND e.to_date >= r.period_from) AS eased
       FROM draws d
       JOIN participants p ON p.tenant_id = $1 AND p.id = d.participant_id
       JOIN payments y ON y.tenant_id = $1 AND y.participant_id = d.participant_id AND y.currency = d.currency
       JOIN payment_runs r ON r.tenant_id = $1 AND r.id = y.payment_run_id AND r.posted_at IS NOT NULL AND r.period_to >= d.from_date
       LEFT JOIN payment_lines l ON l.tenant_id = $1 AND l.payment_run_id = y.payment_run_id AND l.participant_id = d.participant_id
         AND l.currency = d.currency AND l.refers_to->>'drawId' = d.id::text
      WHERE d.tenant_id = $1 AND d.kind = 'recoverable' AND EXISTS (SELECT 1 FROM plan_assignments a WHERE a.tenant_id = $1 AND a.plan_id = $2
         AND a.participant_id = d.participant_id AND a.from_date <= $4 AND (a.to_date IS NULL OR a.to_date >= $3))
      GROUP BY d.tenant_id, d.id, d.participant_id, p.name, d.currency, d.recovery, r.id, r.period_key, r.period_from, r.period_to ORDER BY d.id, r.period_to, r.period_key`,
    [tx.tenantId, planId, days.from, days.to],
  );
  return [...Map.groupBy(result.rows, ({ drawId }) => drawId).values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    const { drawId, participantId, participantName, currency, recoverFrom } = first;
    const payments = rows.map(({ period, to, advanced, recovered, eased }) => ({
      period,
      to,
      advanced,
      recovered,
      eased,
    }));
    return [{ drawId, participantId, participantName, currency, recoverFrom, payments }];
  });
}

/** Deals of a plan's payees on days of the span on which no plan has them. */
export async function selectUncovered(
  tx: TenantTx,
  { planId, days }: { readonly planId: string; readonly days: Days },
): Promise<(CarriedMoney & { participantId: string })[]> {
  const result = await tx.client.query<CarriedMoney & { participantId: string }>(
    `SELECT d.participant_id AS "participantId", d.currency, count(*)::int AS deals, sum(d.amount)::text AS amount FROM deals d
      WHERE d.tenant_id = $1 AND d.unit = '$' AND d.currency IS NOT NULL AND d.date BETWEEN $3 AND $4
        AND EXISTS (SELECT 1 FROM plan_assignments a WHERE a.tenant_id = $1 AND a.plan_id = $2 AND a.participant_id = d.participant_id
          AND a.from_date <= $4 AND (a.to_date IS NULL OR a.to_date >= $3))
        AND NOT EXISTS (SELECT 1 FROM plan_assignments a WHERE a.tenant_id = $1 AND a.participant_id = d.participant_id
          AND a.from_date <= d.date AND (a.to_date IS NULL OR a.to_date >= d.date))
      GROUP BY d.participant_id, d.currency ORDER BY d.participant_id, d.currency`,
    [tx.tenantId, planId, days.from, days.to],
  );
  return result.rows;
}

/** Deals about which a dispute is not resolved. */
export async function selectDisputedDeals(tx: TenantTx): Promise<ReadonlySet<string>> {
  const result = await tx.client.query<{ id: string }>(
    `SELECT DISTINCT deal_id AS id FROM disputes WHERE tenant_id = $1 AND deal_id IS NOT NULL AND outcome IS NULL AND withdrawn_at IS NULL`,
    [tx.tenantId],
  );
  return new Set(result.rows.map(({ id }) => id));
}
