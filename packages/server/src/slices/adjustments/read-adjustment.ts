import type { AdjustmentRow } from '@attain/contract/adjustments';
import type { TenantTx } from '../../db/database.ts';
import { selectAdjustmentRow } from './adjustment-store.ts';

/** One adjustment for a record that names it; null: it does not exist. */
export function adjustmentById(tx: TenantTx, id: string): Promise<AdjustmentRow | null> {
  return selectAdjustmentRow(tx, id);
}

/** SQL condition: the adjustment with this id waits for an approval that has not expired. */
export function awaitsApproval(id: string): string {
  return `EXISTS (SELECT 1 FROM adjustments y JOIN attestation_records z ON z.tenant_id = y.tenant_id AND z.id = y.approval_id
    WHERE y.id = ${id} AND y.status = 'submitted' AND z.expires_at > now())`;
}
