import type { HoldRow } from '@attain/contract/adjustments';
import type { Hold, Release } from '@attain/domain/payments/payment';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { dayOf } from '../../db/workspace-days.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

/** Not released whole, and its day has not come in payments that were posted. */
const open = `(NOT EXISTS (SELECT 1 FROM hold_releases e WHERE e.hold_id = h.id AND e.percent = 100)
  AND NOT EXISTS (SELECT 1 FROM payment_runs d WHERE d.posted_at IS NOT NULL AND d.period_to >= h.release_on))`;

/** From the day it was placed to its last change; without end while it is open. */
const heldDays = {
  from: dayOf('h.created_at', 'h.tenant_id'),
  to: `(CASE WHEN ${open} THEN NULL ELSE ${dayOf('h.updated_at', 'h.tenant_id')} END)`,
};

const columns = `h.id, h.participant_id AS "participantId", p.name AS "participantName", h.plan_id AS "planId", l.name AS "planName",
  h.component_id AS "componentId", h.deal_id AS "dealId", h.period_key AS "periodKey", h.percent::text, h.reason, h.release_event AS "releaseEvent",
  h.release_on AS "releaseOn", ${open} AS open,
  (SELECT coalesce(json_agg(json_build_object('currency', s.currency, 'amount', s.amount::text) ORDER BY s.currency), '[]'::json) FROM (
     SELECT k.currency, -sum(k.amount) AS amount FROM payment_lines k JOIN payment_runs r ON r.id = k.payment_run_id AND r.posted_at IS NOT NULL
      WHERE k.kind IN ('held', 'released') AND k.refers_to->>'holdId' = h.id::text GROUP BY k.currency HAVING sum(k.amount) <> 0) s) AS held,
  (SELECT coalesce(json_agg(json_build_object('id', e.id, 'percent', e.percent::text, 'reason', e.reason, 'event', e.event, 'by', coalesce(w.display_name, 'Attain'),
      'at', ${isoMoment('e.created_at')}, 'runId', e.payment_run_id) ORDER BY e.created_at), '[]'::json)
     FROM hold_releases e LEFT JOIN users w ON w.id = e.created_by WHERE e.hold_id = h.id) AS releases,
  coalesce(u.display_name, 'Attain') AS "createdBy", h.created_at AS "createdAt"`;

const source = `holds h LEFT JOIN participants p ON p.id = h.participant_id LEFT JOIN plans l ON l.id = h.plan_id
  LEFT JOIN users u ON u.id = h.created_by`;

/** One page of holds, newest first, one more than asked; who sees only some people's pay sees the holds that name them. */
export async function selectHoldRows(
  tx: TenantTx,
  query: { reach: Reach; open: boolean | null; after: readonly string[] | null; limit: number },
): Promise<HoldRow[]> {
  const result = await tx.client.query<HoldRow>(
    `SELECT ${columns} FROM ${source}
      WHERE ${withinReach('$1', 'h.participant_id', heldDays)} AND ($2::boolean IS NULL OR ${open} = $2)
        AND ($3::timestamptz IS NULL OR (h.created_at, h.id) < ($3, $4::uuid))
      ORDER BY h.created_at DESC, h.id DESC LIMIT $5`,
    [
      reachParameter(query.reach),
      query.open,
      query.after?.[0] ?? null,
      query.after?.[1] ?? null,
      query.limit + 1,
    ],
  );
  return result.rows;
}

/** One hold, or null. */
export async function selectHoldRow(tx: TenantTx, id: string): Promise<HoldRow | null> {
  const result = await tx.client.query<HoldRow>(`SELECT ${columns} FROM ${source} WHERE h.id = $1`, [id]);
  return result.rows[0] ?? null;
}

/** Locks the hold until the transaction ends, so that releases run one after the other. False if it does not exist. */
export async function lockHold(tx: TenantTx, id: string): Promise<boolean> {
  const result = await tx.client.query('SELECT 1 FROM holds WHERE id = $1 FOR UPDATE', [id]);
  return result.rowCount === 1;
}

/** References of a hold that do not exist: a participant, plan, component or deal. */
export async function selectUnknown(tx: TenantTx, hold: Hold): Promise<string[]> {
  const result = await tx.client.query<{ what: string }>(
    `SELECT 'participantId' AS what WHERE $1::text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM participants WHERE id = $1)
     UNION ALL SELECT 'planId' WHERE $2::uuid IS NOT NULL AND NOT EXISTS (SELECT 1 FROM plans WHERE id = $2)
     UNION ALL SELECT 'componentId' WHERE $3::text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM plan_versions v, jsonb_array_elements(v.document->'components') c
        WHERE v.plan_id = $2 AND c->>'id' = $3)
     UNION ALL SELECT 'dealId' WHERE $4::text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM deals WHERE id = $4)`,
    [hold.participantId, hold.planId, hold.componentId, hold.dealId],
  );
  return result.rows.map(({ what }) => what);
}

/** Stores a placed hold. */
export async function insertHold(tx: TenantTx, hold: Hold & { createdBy: string }): Promise<void> {
  await tx.client.query(
    `INSERT INTO holds (tenant_id, id, participant_id, plan_id, component_id, deal_id, period_key, percent, reason, created_by, release_event, release_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[
        tx.tenantId,
        hold.id,
        hold.participantId,
        hold.planId,
        hold.componentId,
        hold.dealId,
        hold.periodKey,
      ],
      ...[hold.percent, hold.reason, hold.createdBy, hold.releaseEvent ?? 'decision', hold.releaseOn ?? null],
    ],
  );
}

/** Stores a release; the next payment run takes it in. */
export async function insertRelease(tx: TenantTx, release: Release & { createdBy: string }): Promise<void> {
  await tx.client.query(
    'INSERT INTO hold_releases (tenant_id, id, hold_id, percent, reason, event, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [
      ...[tx.tenantId, release.id, release.holdId, release.percent, release.reason],
      ...[release.event ?? 'decision', release.createdBy],
    ],
  );
  await tx.client.query('UPDATE holds SET updated_at = clock_timestamp() WHERE id = $1', [release.holdId]);
}
