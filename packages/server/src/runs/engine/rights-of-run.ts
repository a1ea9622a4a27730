import type { Permission } from '@attain/domain/access/permissions';
import { rightsNeeded } from '@attain/domain/workflows/nodes/rights-needed';
import type { TenantTx } from '../../db/database.ts';
import { rightsOf } from '../rights-of.ts';
import { readPrepared } from './deliver-events.ts';

/** The workflow version a run is pinned to, and the run that started it as a sub-workflow. */
export interface PinnedRun {
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly parentRunId: string | null;
}

/** What the steps of a run ask for, those of its sub-workflows and of the runs that started it included: values pass both ways. */
export async function rightsOfRun(tx: TenantTx, run: PinnedRun): Promise<readonly Permission[]> {
  const all = new Set<Permission>();
  for (const one of [run, ...(await parentsOf(tx, run.parentRunId))])
    for (const right of await rightsOfVersion(tx, one)) all.add(right);
  return [...all].sort();
}

async function rightsOfVersion(
  tx: TenantTx,
  version: Omit<PinnedRun, 'parentRunId'>,
): Promise<readonly Permission[]> {
  const { nodes } = (await readPrepared(tx, version)).workflow;
  const inside = nodes.flatMap(({ type, config }) =>
    type === 'sub_workflow' && typeof config.workflow === 'string' ? [config.workflow] : [],
  );
  const below = inside.length === 0 ? [] : [...(await rightsOf(tx, inside)).values()].flat();
  return [...rightsNeeded(nodes), ...below];
}

async function parentsOf(tx: TenantTx, parentRunId: string | null) {
  if (parentRunId === null) return [];
  const result = await tx.client.query<Omit<PinnedRun, 'parentRunId'>>(
    `WITH RECURSIVE above AS (
       SELECT workflow_id, workflow_version, document_hash, parent_run_id FROM agent_executions WHERE tenant_id = $1 AND id = $2
       UNION ALL SELECT r.workflow_id, r.workflow_version, r.document_hash, r.parent_run_id
         FROM agent_executions r JOIN above a ON r.id = a.parent_run_id WHERE r.tenant_id = $1)
     SELECT DISTINCT workflow_id AS "workflowId", workflow_version AS version, document_hash AS "documentHash" FROM above`,
    [tx.tenantId, parentRunId],
  );
  return result.rows;
}
