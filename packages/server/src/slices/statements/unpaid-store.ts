import type { StatementRow } from '@attain/contract/payouts';
import type { Period, PeriodCalendar } from '@attain/domain/base/period';
import { isOwnPeriod } from '@attain/domain/payments/payable-periods';
import type { TenantTx } from '../../db/database.ts';
import { isPublishedTo } from '../calculations/publications.ts';
import { statusOf } from './pay-status.ts';

/** A published statement that no payment run has marked paid. */
export interface UnpaidStatement {
  readonly period: Period;
  readonly currency: string;
  readonly total: string;
  readonly status: StatementRow['status'];
  /** Payments of any version of the period once they are posted, by currency. */
  readonly payments: readonly { readonly runId: string; readonly currency: string; readonly net: string }[];
}

const settled = `('paid', 'finalized')`;

/** Payment runs `q` that took in a version of the days of run `r`. */
const takenIn = `payment_sources s
     JOIN calculation_runs c ON s.tenant_id = $1 AND c.tenant_id = $1 AND c.id = s.calculation_id
      AND c.plan_id = r.plan_id AND c.period_from = r.period_from AND c.period_to = r.period_to
     JOIN payment_runs q ON q.tenant_id = $1 AND q.id = s.payment_run_id`;

/**
 * The newest version published to payees of each period that is not paid, since the first posted payments (CLOSE-17). Of days
 * that are no period of the plan's calendar only what payments took in: the rest are trials.
 */
export async function selectUnpaid(
  tx: TenantTx,
  { participantId }: { readonly participantId: string },
): Promise<UnpaidStatement[]> {
  const result = await tx.client.query<UnpaidStatement & { calendar: PeriodCalendar }>(
    `WITH run AS (
       SELECT DISTINCT ON (plan_id, period_from, period_to) * FROM calculation_runs
        WHERE tenant_id = $1 AND status = 'completed' AND ${isPublishedTo(`'payees'`, 'calculation_runs')}
        ORDER BY plan_id, period_from, period_to, version DESC
     )
     SELECT json_build_object('key', r.period_key, 'from', r.period_from, 'to', r.period_to) AS period, v.document->'calendar' AS calendar,
            r.currency, ${statusOf('r')} AS status,
            (SELECT coalesce(sum(l.amount), 0)::text FROM payout_lines l
              WHERE l.tenant_id = $1 AND l.run_id = r.id AND l.participant_id = $2) AS total,
            (SELECT coalesce(json_agg(json_build_object('runId', p.payment_run_id, 'currency', p.currency, 'net', p.net::text)), '[]')
               FROM ${takenIn} AND q.status = 'posted'
               JOIN payments p ON p.tenant_id = $1 AND p.payment_run_id = q.id AND p.participant_id = $2) AS payments
       FROM run r JOIN plan_versions v ON v.tenant_id = $1 AND v.plan_id = r.plan_id AND v.version = r.plan_version
      WHERE EXISTS (SELECT 1 FROM payout_inputs i WHERE i.tenant_id = $1 AND i.run_id = r.id AND i.participant_id = $2)
        AND r.period_to >= coalesce((SELECT min(period_from) FROM payment_runs WHERE tenant_id = $1 AND posted_at IS NOT NULL), '-infinity')
        AND NOT EXISTS (SELECT 1 FROM ${takenIn} AND q.status IN ${settled})
      ORDER BY r.period_to, r.plan_id`,
    [tx.tenantId, participantId],
  );
  return result.rows.flatMap(({ calendar, ...row }) => {
    const isPosted = row.payments.length > 0;
    if (!isPosted && row.status === 'calculated' && !isOwnPeriod({ period: row.period, calendar })) return [];
    return [isPosted ? { ...row, status: 'posted' as const } : row];
  });
}
