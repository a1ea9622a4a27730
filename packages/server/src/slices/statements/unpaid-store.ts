import type { StatementRow } from '@attain/contract/payouts';
import type { Audience } from '@attain/domain/access/publication';
import type { TenantTx } from '../../db/database.ts';
import { isPublishedTo } from '../calculations/publications.ts';
import { statusOf } from './pay-status.ts';

/** A published statement that no payment run has marked paid. */
export interface UnpaidStatement {
  readonly periodKey: string;
  /** The last day of its period. */
  readonly to: string;
  readonly currency: string;
  readonly total: string;
  readonly status: StatementRow['status'];
  /** Its payments once they are posted, by currency. */
  readonly payments: readonly { readonly runId: string; readonly currency: string; readonly net: string }[];
}

const settled = `('paid', 'finalized')`;

/** The newest published version of each period of a payee that is not paid, since the first posted payments (CLOSE-17). */
export async function selectUnpaid(
  tx: TenantTx,
  { participantId, reader }: { readonly participantId: string; readonly reader: Audience | null },
): Promise<UnpaidStatement[]> {
  const result = await tx.client.query<UnpaidStatement>(
    `WITH run AS (
       SELECT DISTINCT ON (plan_id, period_from, period_to) * FROM calculation_runs
        WHERE tenant_id = $1 AND status = 'completed' AND ${isPublishedTo('$3', 'calculation_runs')}
        ORDER BY plan_id, period_from, period_to, version DESC
     )
     SELECT r.period_key AS "periodKey", r.period_to::text AS "to", r.currency, ${statusOf('r')} AS status,
            (SELECT coalesce(sum(l.amount), 0)::text FROM payout_lines l
              WHERE l.tenant_id = $1 AND l.run_id = r.id AND l.participant_id = $2) AS total,
            (SELECT coalesce(json_agg(json_build_object('runId', p.payment_run_id, 'currency', p.currency, 'net', p.net::text)), '[]')
               FROM payment_sources s JOIN payment_runs q ON q.tenant_id = $1 AND q.id = s.payment_run_id AND q.status = 'posted'
               JOIN payments p ON p.tenant_id = $1 AND p.payment_run_id = q.id AND p.participant_id = $2
              WHERE s.tenant_id = $1 AND s.calculation_id = r.id) AS payments
       FROM run r
      WHERE EXISTS (SELECT 1 FROM payout_inputs i WHERE i.tenant_id = $1 AND i.run_id = r.id AND i.participant_id = $2)
        AND r.period_to >= coalesce((SELECT min(period_from) FROM payment_runs WHERE tenant_id = $1 AND posted_at IS NOT NULL), '-infinity')
        AND NOT EXISTS (SELECT 1 FROM payment_sources s JOIN payment_runs q ON q.tenant_id = $1 AND q.id = s.payment_run_id AND q.status IN ${settled}
              JOIN calculation_runs c ON c.tenant_id = $1 AND c.id = s.calculation_id
             WHERE s.tenant_id = $1 AND c.plan_id = r.plan_id AND c.period_from = r.period_from AND c.period_to = r.period_to)
      ORDER BY r.period_to, r.plan_id`,
    [tx.tenantId, participantId, reader],
  );
  return result.rows;
}
