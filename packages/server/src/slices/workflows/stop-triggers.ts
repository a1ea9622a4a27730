import { missingPermissionsMessage } from '@attain/domain/access/permissions';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { rightsOf } from '../../runs/rights-of.ts';

/**
 * Switches off what would run a version that was just published with rights its publisher does not have (WF-43): triggers that
 * somebody else saved, of this workflow and of all that run it inside of theirs. They say why.
 */
export async function stopOthersTriggers(
  tx: TenantTx,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const others = await selectOthers(tx, id, actor.userId);
  const needed = await rightsOf(
    tx,
    others.map(({ workflowId }) => workflowId),
  );
  const stopped = others.filter(
    ({ workflowId }) => missingPermissionsMessage(actor.roles, needed.get(workflowId) ?? []) !== null,
  );
  const message = `Switched off: version ${version} of “${id}” was published by somebody who lacks rights its steps use. Look at it, then switch this on: runs have the rights of whoever does.`;
  await tx.client.query(
    'UPDATE workflow_triggers SET is_enabled = false, last_outcome = $2, updated_at = now() WHERE id = ANY($1)',
    [stopped.map((trigger) => trigger.id), message],
  );
}

interface OthersTrigger {
  readonly id: string;
  readonly workflowId: string;
}

async function selectOthers(tx: TenantTx, workflowId: string, userId: string): Promise<OthersTrigger[]> {
  const result = await tx.client.query<OthersTrigger>(
    `WITH RECURSIVE running AS (
       SELECT $1::text AS workflow_id
       UNION
       SELECT w.workflow_id
         FROM running r
         CROSS JOIN workflow_definitions w
         JOIN workflow_versions v ON v.workflow_id = w.workflow_id AND v.version = w.version
        WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(v.document->'nodes') n
                       WHERE n->>'type' = 'sub_workflow' AND n->'config'->>'workflow' = r.workflow_id))
     SELECT t.id, t.workflow_id AS "workflowId" FROM workflow_triggers t JOIN running USING (workflow_id)
      WHERE t.is_enabled AND t.runs_as <> $2`,
    [workflowId, userId],
  );
  return result.rows;
}
