import type { Run } from '@attain/contract/calculations';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectRun } from './runs-store.ts';

/** One run inside the caller's own transaction, for slices that show what it paid. NOT_FOUND in other workspaces. */
export async function findRun(tx: TenantTx, id: string): Promise<Run> {
  return found(await selectRun(tx, id), 'calculation');
}
