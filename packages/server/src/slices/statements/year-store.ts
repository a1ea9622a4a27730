import type { Period, PeriodCalendar } from '@attain/domain/base/period';
import type { TenantTx } from '../../db/database.ts';
import { isPublishedTo } from '../calculations/publications.ts';

interface Amount {
  readonly currency: string;
  readonly amount: string;
}

interface PublishedPay {
  readonly planId: string;
  readonly period: Period;
  readonly calendar: PeriodCalendar;
  /** A moment that sorts as text. */
  readonly calculatedAt: string;
  readonly currency: string;
  readonly total: string;
}

/** Pay of the newest version published to payees of each period of a payee, the newest period first. */
export async function selectPublishedPay(
  tx: TenantTx,
  { participantId }: { readonly participantId: string },
): Promise<PublishedPay[]> {
  const result = await tx.client.query(
    `WITH run AS (
       SELECT DISTINCT ON (plan_id, period_from, period_to) * FROM calculation_runs
        WHERE tenant_id = $1 AND status = 'completed' AND ${isPublishedTo(`'payees'`, 'calculation_runs')}
        ORDER BY plan_id, period_from, period_to, version DESC
     )
     SELECT r.plan_id AS "planId", to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') AS "calculatedAt", json_build_object('key', r.period_key, 'from', r.period_from, 'to', r.period_to) AS period, v.document->'calendar' AS calendar,
            r.currency, (SELECT coalesce(sum(l.amount), 0)::text FROM payout_lines l
              WHERE l.tenant_id = $1 AND l.run_id = r.id AND l.participant_id = $2) AS total
       FROM run r JOIN plan_versions v ON v.tenant_id = $1 AND v.plan_id = r.plan_id AND v.version = r.plan_version
      WHERE EXISTS (SELECT 1 FROM payout_inputs i WHERE i.tenant_id = $1 AND i.run_id = r.id AND i.participant_id = $2)
      ORDER BY r.period_to DESC, r.plan_id`,
    [tx.tenantId, participantId],
  );
  return result.rows;
}

/** Payments of a payee that are marked paid, of payment runs whose period ends on the days. */
export async function selectPaidIn(
  tx: TenantTx,
  of: { readonly participantId: string; readonly from: string; readonly to: string },
): Promise<Amount[]> {
  const result = await tx.client.query(
    `SELECT p.currency, p.net::text AS amount FROM payments p
       JOIN payment_runs q ON q.tenant_id = $1 AND q.id = p.payment_run_id AND q.status IN ('paid', 'finalized')
      WHERE p.tenant_id = $1 AND p.participant_id = $2 AND q.period_to BETWEEN $3 AND $4 ORDER BY p.currency`,
    [tx.tenantId, of.participantId, of.from, of.to],
  );
  return result.rows;
}

/** What the newest posted payments leave held. */
export async function selectHeldNow(
  tx: TenantTx,
  { participantId }: { readonly participantId: string },
): Promise<Amount[]> {
  const result = await tx.client.query(
    `SELECT DISTINCT ON (p.currency) p.currency, p.closing->>'held' AS amount FROM payments p
       JOIN payment_runs q ON q.tenant_id = $1 AND q.id = p.payment_run_id AND q.posted_at IS NOT NULL
      WHERE p.tenant_id = $1 AND p.participant_id = $2 ORDER BY p.currency, q.period_to DESC`,
    [tx.tenantId, participantId],
  );
  return result.rows;
}
