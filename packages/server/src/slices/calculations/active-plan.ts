import type { Plan } from '@attain/domain/plans/plan';
import type { TenantTx } from '../../db/database.ts';
import { selectActivePlan } from './runs-store.ts';

/** The document of a plan's active version; null: none is active. */
export async function activePlan(tx: TenantTx, planId: string): Promise<Plan | null> {
  return (await selectActivePlan(tx, planId))?.document ?? null;
}
