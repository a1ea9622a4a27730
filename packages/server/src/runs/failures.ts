import type { TenantTx } from '../db/database.ts';
import { runFailures } from '../db/schema/workflow-runs.ts';

/** Notes that a run failed, in the transaction that ends it: those who are responsible are notified later, once. */
export async function insertFailure(
  tx: TenantTx,
  { runId, workflowId, at }: { readonly runId: string; readonly workflowId: string; readonly at: Date },
): Promise<void> {
  await tx.db
    .insert(runFailures)
    .values({ tenantId: tx.tenantId, runId, workflowId, failedAt: at.toISOString() })
    .onConflictDoNothing();
}
