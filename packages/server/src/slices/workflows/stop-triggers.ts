import { isNarrowed, missingPermissionsMessage } from '@attain/domain/access/permissions';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { rightsOf } from '../../runs/rights-of.ts';

/**
 * Disables triggers that would run a newly published version with rights its publisher lacks (WF-43): those saved by
 * other users (from an API token: also the user's own), for this workflow and for all that run it as a sub-workflow. Each stores the reason.
 */
export async function stopOthersTriggers(
  tx: TenantTx,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const others = await selectOthers(tx, id, isNarrowed(actor.roles) ? null : actor.userId);
  const needed = await rightsOf(
    tx,
    others.map(({ workflowId }) => workflowId),
  );
  const stopped = others.filter(
    ({ workflowId }) => missingPermissionsMessage(actor.roles, needed.get(workflowId) ?? []) !== null,
  );
  const message = `Turned off: version ${version} of “${id}” was published by a user without the rights its steps need. Review it, then turn this on; its runs will have your rights.`;
  await tx.client.query(
    `UPDATE workflow_triggers SET is_enabled = false, next_at = NULL, queued_for = NULL, backfill = '{}', last_outcome = $2,
       updated_at = now() WHERE id = ANY($1)`,
    [stopped.map((trigger) => trigger.id), message],
  );
}

interface OthersTrigger {
  readonly id: string;
  readonly workflowId: string;
}

async function selectOthers(
  tx: TenantTx,
  workflowId: string,
  userId: string | null,
): Promise<OthersTrigger[]> {
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
      WHERE t.is_enabled AND t.runs_as IS DISTINCT FROM $2`,
    [workflowId, userId],
  );
  return result.rows;
}
