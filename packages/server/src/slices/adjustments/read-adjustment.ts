import type { AdjustmentRow } from '@attain/contract/adjustments';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectAdjustmentRow, selectProposed } from './adjustment-store.ts';

/** One adjustment for a record that names it; null: it does not exist. */
export function adjustmentById(tx: TenantTx, id: string): Promise<AdjustmentRow | null> {
  return selectAdjustmentRow(tx, id);
}

/** SQL condition: the adjustment with this id waits for an approval that has not expired. */
export function awaitsApproval(id: string): string {
  return `EXISTS (SELECT 1 FROM adjustments y JOIN attestation_records z ON z.tenant_id = y.tenant_id AND z.id = y.approval_id
    WHERE y.id = ${id} AND y.status = 'submitted' AND z.expires_at > now())`;
}

/** SQL: when the adjustment with this id was entered. */
export function enteredAt(id: string): string {
  return `(SELECT y.created_at FROM adjustments y WHERE y.id = ${id})`;
}

/** SQL: who approved the adjustment with this id and when, as JSON in order. */
export function approvalsOf(id: string): string {
  return `(SELECT coalesce(json_agg(json_build_object('by', coalesce(x.display_name, 'Attain'), 'at', ${isoMoment('v.created_at')}) ORDER BY v.created_at, v.user_id), '[]')
    FROM adjustments y JOIN approval_votes v ON v.tenant_id = y.tenant_id AND v.request_id = y.approval_id AND v.decision = 'approve'
    LEFT JOIN users x ON x.id = v.user_id WHERE y.id = ${id})`;
}

/** The adjustments that were proposed for a dispute about a participant's pay, oldest first. */
export const proposedFor = selectProposed;
