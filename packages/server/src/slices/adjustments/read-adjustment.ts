import type { AdjustmentRow } from '@attain/contract/adjustments';
import type { TenantTx } from '../../db/database.ts';
import { selectAdjustmentRow } from './adjustment-store.ts';

/** One adjustment for a record that names it; null: it does not exist. */
export function adjustmentById(tx: TenantTx, id: string): Promise<AdjustmentRow | null> {
  return selectAdjustmentRow(tx, id);
}
