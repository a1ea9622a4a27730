import type { Workflow } from '@attain/domain/workflows/workflow';
import type pg from 'pg';
import type { TriggerRow } from './trigger-store.ts';
import { triggerColumns } from './trigger-store.ts';

/** A webhook's trigger, with what its workflow wants to be started with. */
export type FoundHook = TriggerRow & { readonly startFields: Workflow['nodes'][number]['config']['fields'] };

/** The webhooks that listen at these addresses, by address: nobody knows the workspace yet. */
export async function findHooks(
  owner: pg.Pool,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, FoundHook>> {
  const result = await owner.query<FoundHook & { address: string }>({
    name: 'find-hooks',
    text: `SELECT ${triggerColumns}, (SELECT n->'config'->'fields' FROM workflow_definitions w
              JOIN workflow_versions v ON v.tenant_id = w.tenant_id AND v.workflow_id = w.workflow_id AND v.version = w.version,
              jsonb_array_elements(v.document->'nodes') n
            WHERE w.tenant_id = t.tenant_id AND w.workflow_id = t.workflow_id AND n->>'type' = 'start' LIMIT 1) AS "startFields"
       FROM workflow_triggers t WHERE t.address = ANY($1) AND t.kind = 'webhook'`,
    values: [[...new Set(addresses)]],
  });
  return new Map(result.rows.map((row) => [row.address, row]));
}
