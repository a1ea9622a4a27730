import type { Connection } from '@attain/contract/agents/connections';
import type { TenantTx } from '../../db/database.ts';

/**
 * Limits a connection to these workflows; without one, all may use it. Returns those that are neither workflows of this workspace
 * nor bound before: a workflow that is gone keeps its row, so that its end opens the connection to no one else.
 */
export async function replaceBindings(
  tx: TenantTx,
  {
    id,
    environment,
    credentialId,
    workflows,
  }: Pick<Connection, 'id' | 'environment' | 'workflows'> & {
    readonly credentialId: string | null;
  },
): Promise<string[]> {
  const unknown = await tx.client.query<{ id: string }>(
    `SELECT w.id FROM unnest($2::text[]) AS w(id)
      WHERE NOT EXISTS (SELECT 1 FROM workflow_definitions d WHERE d.workflow_id = w.id)
        AND NOT EXISTS (SELECT 1 FROM credential_bindings b WHERE b.resource_id = $1 AND b.subject_id = w.id)`,
    [id, workflows],
  );
  await tx.client.query('DELETE FROM credential_bindings WHERE resource_id = $1 AND subject_id <> ALL ($2)', [
    id,
    workflows,
  ]);
  await tx.client.query(
    `INSERT INTO credential_bindings (tenant_id, subject_id, resource_id, credential_id, environment)
     SELECT $1, w, $2, $3, $4 FROM unnest($5::text[]) AS w
     ON CONFLICT (tenant_id, resource_type, resource_id, subject_type, subject_id)
     DO UPDATE SET credential_id = excluded.credential_id, environment = excluded.environment, updated_at = now()`,
    [tx.tenantId, id, credentialId, environment, workflows],
  );
  return unknown.rows.map((row) => row.id);
}
