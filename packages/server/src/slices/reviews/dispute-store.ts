import type { Dispute } from '@attain/contract/reviews/disputes';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

const columns = `d.id, d.calculation_id AS "calculationId", l.name AS "planName", r.period_key AS "periodKey", d.participant_id AS "participantId",
  d.participant_name AS "participantName", d.component_id AS "componentId", d.component_name AS "componentName", d.currency,
  d.paid::text, d.expected::text, d.reason, d.status, a.username AS assignee, d.outcome,
  CASE WHEN d.resolved_at IS NULL THEN NULL ELSE json_build_object('by', coalesce(w.display_name, 'Attain'), 'at', ${isoMoment('d.resolved_at')},
    'reason', d.resolution_reason) END AS resolution,
  d.workflow_run_id AS "workflowRunId", coalesce(u.display_name, 'Attain') AS "openedBy", ${isoMoment('d.created_at')} AS "createdAt"`;
const source = `disputes d JOIN calculation_runs r ON r.id = d.calculation_id JOIN plans l ON l.id = r.plan_id
  LEFT JOIN users a ON a.id = d.assignee LEFT JOIN users w ON w.id = d.resolved_by LEFT JOIN users u ON u.id = d.opened_by`;

const isVisible = (parameter: string) =>
  withinReach(parameter, 'd.participant_id', { from: 'r.period_from', to: 'r.period_to' });

/** One dispute; null if it does not exist or is about pay outside the reach. */
export async function selectDispute(tx: TenantTx, id: string, reach: Reach = null): Promise<Dispute | null> {
  const result = await tx.client.query<Dispute>(
    `SELECT ${columns} FROM ${source} WHERE d.id = $1 AND ${isVisible('$2')}`,
    [id, reachParameter(reach)],
  );
  return result.rows[0] ?? null;
}

/** Filters of the dispute list; null: no filter. */
export interface DisputeFilter {
  readonly reach: Reach;
  readonly status: string | null;
  readonly participantId: string | null;
  readonly calculationId: string | null;
}

/** One page of disputes, newest first, one row more than asked. */
export async function selectDisputes(
  tx: TenantTx,
  filter: DisputeFilter,
  page: { after: readonly string[] | null; limit: number },
): Promise<Dispute[]> {
  const result = await tx.client.query<Dispute>(
    `SELECT ${columns} FROM ${source}
      WHERE ${isVisible('$1')} AND ($2::text IS NULL OR d.status = $2)
        AND ($3::text IS NULL OR d.participant_id = $3) AND ($4::uuid IS NULL OR d.calculation_id = $4)
        AND ($5::timestamptz IS NULL OR (d.created_at, d.id) < ($5, $6::uuid))
      ORDER BY d.created_at DESC, d.id DESC LIMIT $7`,
    [
      ...[reachParameter(filter.reach), filter.status, filter.participantId, filter.calculationId],
      ...[page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit + 1],
    ],
  );
  return result.rows;
}

/** The disputed pay, as calculated: one line, or all of a payee's. */
export interface DisputedPay {
  readonly participantName: string;
  readonly componentName: string | null;
  readonly currency: string;
  readonly paid: string;
}

/** Pay of the run for the line or statement; null if it pays nothing of the kind. */
export async function selectDisputedPay(
  tx: TenantTx,
  of: { linesOf: string; participantId: string; componentId: string | null },
): Promise<DisputedPay | null> {
  const result = await tx.client.query<DisputedPay>(
    `SELECT min(participant_name) AS "participantName", CASE WHEN $3::text IS NULL THEN NULL ELSE min(component_name) END AS "componentName",
            min(currency) AS currency, sum(amount)::text AS paid
       FROM payout_lines WHERE run_id = $1 AND participant_id = $2 AND ($3::text IS NULL OR component_id = $3)
     HAVING count(*) > 0`,
    [of.linesOf, of.participantId, of.componentId],
  );
  return result.rows[0] ?? null;
}

export type NewDispute = Pick<
  Dispute,
  'id' | 'calculationId' | 'participantId' | 'componentId' | 'expected' | 'reason' | 'workflowRunId'
> &
  DisputedPay & { readonly openedBy: string };

export async function insertDispute(tx: TenantTx, one: NewDispute): Promise<void> {
  await tx.client.query(
    `INSERT INTO disputes (tenant_id, id, calculation_id, participant_id, participant_name, component_id, component_name, currency, paid,
       expected, reason, workflow_run_id, opened_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[tx.tenantId, one.id, one.calculationId, one.participantId, one.participantName, one.componentId],
      ...[one.componentName, one.currency, one.paid, one.expected, one.reason],
      ...[one.workflowRunId, one.openedBy],
    ],
  );
}

/** Says who looks into a dispute; false: it is resolved. */
export async function updateAssigned(tx: TenantTx, id: string, assignee: string): Promise<boolean> {
  const result = await tx.client.query(
    `UPDATE disputes SET assignee = $2, status = 'assigned' WHERE id = $1 AND status <> 'resolved'`,
    [id, assignee],
  );
  return result.rowCount === 1;
}

/** Ends a dispute; false: it has ended before. */
export async function updateResolved(
  tx: TenantTx,
  one: { id: string; outcome: string; reason: string; by: string; at: string },
): Promise<boolean> {
  const result = await tx.client.query(
    `UPDATE disputes SET status = 'resolved', outcome = $2, resolution_reason = $3, resolved_by = $4, resolved_at = $5
      WHERE id = $1 AND status <> 'resolved'`,
    [one.id, one.outcome, one.reason, one.by, one.at],
  );
  return result.rowCount === 1;
}
