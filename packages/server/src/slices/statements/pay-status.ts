import type { StatementRow } from '@attain/contract/payouts';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { TenantTx } from '../../db/database.ts';

/** Names a statement with what it pays. */
interface Paid {
  readonly runId: string;
  readonly participantId: string;
  readonly currency: string;
  readonly total: string;
}

/** Payment progress, and the previous version's pay if it differs. */
export type PayProgress = Pick<StatementRow, 'status' | 'earlier' | 'version' | 'calculatedAt'>;

/** Payment progress of each statement; the runs are those that store lines. */
export async function payProgress(tx: TenantTx, statements: readonly Paid[]): Promise<PayProgress[]> {
  const result = await tx.client.query<{
    version: number;
    calculatedAt: string | null;
    status: PayProgress['status'];
    earlierRunId: string | null;
    earlierVersion: number;
    earlierTotal: string;
    earlierStatus: PayProgress['status'];
  }>(
    `SELECT r.version, r.finished_at AS "calculatedAt", ${statusOf('r')} AS status, e.id AS "earlierRunId", e.version AS "earlierVersion",
            coalesce((SELECT sum(l.amount) FROM payout_lines l WHERE l.tenant_id = r.tenant_id AND l.run_id = e.id
                       AND l.participant_id = w.participant_id), 0)::text AS "earlierTotal", ${statusOf('e')} AS "earlierStatus"
       FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS w (run_id, participant_id, seq)
       JOIN calculation_runs r ON r.tenant_id = $1 AND r.id = w.run_id
       LEFT JOIN LATERAL (SELECT b.* FROM calculation_runs b WHERE b.tenant_id = r.tenant_id AND b.plan_id = r.plan_id
            AND b.period_from = r.period_from AND b.period_to = r.period_to AND b.status = 'completed' AND b.version < r.version
            AND EXISTS (SELECT 1 FROM payout_inputs i WHERE i.tenant_id = b.tenant_id AND i.run_id = b.id AND i.participant_id = w.participant_id)
          ORDER BY b.version DESC LIMIT 1) e ON true
      ORDER BY w.seq`,
    [tx.tenantId, statements.map(({ runId }) => runId), statements.map((one) => one.participantId)],
  );
  return result.rows.map((row, at) => {
    const { version, calculatedAt, status, earlierRunId: runId } = row;
    const { total = '0', currency = '' } = statements[at] ?? {};
    const delta = decimal(total).minus(decimal(row.earlierTotal));
    const earlier =
      runId === null || delta.eq(0)
        ? null
        : {
            runId,
            version: row.earlierVersion,
            status: row.earlierStatus,
            total: moneyText(decimal(row.earlierTotal), currency),
            difference: moneyText(delta, currency),
          };
    return { version, calculatedAt, status, earlier };
  });
}

/** The status of the newest payments that took the calculation in, in whole or as the version before a difference. */
export function statusOf(run: string): string {
  return `coalesce((SELECT CASE q.status WHEN 'finalized' THEN 'paid' ELSE q.status END FROM payment_sources s
      JOIN payment_runs q ON q.tenant_id = s.tenant_id AND q.id = s.payment_run_id
     WHERE s.tenant_id = ${run}.tenant_id AND s.calculation_id = ${run}.id
       AND q.status IN ('calculated', 'approved', 'posted', 'paid', 'finalized') ORDER BY q.created_at DESC LIMIT 1), 'calculated')`;
}
