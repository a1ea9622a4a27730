import type { Environment } from '@attain/domain/deployments/deployment';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { TenantTx } from '../../db/database.ts';

export type Slot = 'stable' | 'canary' | 'preview';

/** Which version of an agent a slot holds. */
export interface Binding {
  readonly slot: Slot;
  readonly agentVersion: string;
  readonly version: string;
  readonly revision: number;
}

/** What of an agent runs in an environment, held until the transaction ends. */
export async function lockBindings(
  tx: TenantTx,
  agentId: string,
  environment: Environment,
): Promise<readonly Binding[]> {
  // starts hold the agent too: none sees one pointer before and another after the switch
  await tx.client.query('SELECT 1 FROM agent_registry WHERE agent_id = $1 FOR UPDATE', [agentId]);
  const result = await tx.client.query<Binding>(
    `SELECT slot, agent_version AS "agentVersion", version, revision FROM agent_workflow_bindings
      WHERE agent_id = $1 AND environment = $2 AND is_active FOR UPDATE`,
    [agentId, environment],
  );
  return result.rows;
}

/** Where a slot points from now on. */
export interface Pointing {
  readonly agentId: string;
  readonly environment: Environment;
  readonly slot: Slot;
  readonly agentVersion: string;
  readonly deploymentId: string | null;
  readonly movedBy: string;
  readonly percent?: number;
  readonly salt?: string;
  readonly stickyBy?: readonly string[];
}

/** Points a slot at a published version of main. */
export async function pointSlot(tx: TenantTx, to: Pointing): Promise<void> {
  await tx.client.query(
    `INSERT INTO agent_workflow_bindings (tenant_id, agent_id, workflow_id, environment, slot, version, agent_version, workflow_version,
       document_hash, percent, salt, sticky_by, deployment_id, moved_by)
     SELECT v.tenant_id, v.agent_id, v.manifest->'workflow'->>'id', $2, $3, v.version, v.hash, v.workflow_version,
            v.manifest->'workflow'->>'hash', $5, $6, $7, $8, $9
       FROM agent_versions v WHERE v.agent_id = $1 AND v.hash = $4
     ON CONFLICT (tenant_id, agent_id, environment, slot) DO UPDATE SET workflow_id = excluded.workflow_id,
       version = excluded.version, agent_version = excluded.agent_version, workflow_version = excluded.workflow_version,
       document_hash = excluded.document_hash, percent = excluded.percent, salt = excluded.salt, sticky_by = excluded.sticky_by,
       deployment_id = excluded.deployment_id, moved_by = excluded.moved_by, moved_at = now(), updated_at = now(),
       is_active = true, revision = agent_workflow_bindings.revision + 1`,
    [
      ...[to.agentId, to.environment, to.slot, to.agentVersion, to.percent ?? 100, to.salt ?? ''],
      ...[to.stickyBy ?? [], to.deploymentId, to.movedBy],
    ],
  );
}

/** Empties a slot. */
export async function clearSlot(
  tx: TenantTx,
  of: { readonly agentId: string; readonly environment: Environment; readonly slot: Slot },
): Promise<void> {
  await tx.client.query(
    `UPDATE agent_workflow_bindings SET is_active = false, revision = revision + 1, moved_at = now(), updated_at = now()
      WHERE agent_id = $1 AND environment = $2 AND slot = $3 AND is_active`,
    [of.agentId, of.environment, of.slot],
  );
}

/** Empties the canary and preview slots that a deployment filled. */
export async function clearSlotsOf(tx: TenantTx, deploymentId: string): Promise<void> {
  await tx.client.query(
    `UPDATE agent_workflow_bindings SET is_active = false, revision = revision + 1, moved_at = now(), updated_at = now()
      WHERE deployment_id = $1 AND slot IN ('canary', 'preview') AND is_active`,
    [deploymentId],
  );
}

/** A version that may be deployed, with what is checked of it. */
export interface Deployable {
  readonly agentId: string;
  readonly agentName: string;
  readonly agentActive: boolean;
  readonly riskLevel: string;
  readonly hash: string;
  readonly version: string;
  readonly branch: string;
  readonly status: string;
  readonly author: string;
  readonly workflowId: string | null;
  readonly workflowVersion: number | null;
  readonly workflowActive: boolean | null;
  readonly documentHash: string | null;
  readonly connections: readonly { readonly id: string }[];
}

/** A version as it is deployed; null: the agent has none of that hash. */
export async function selectDeployable(
  tx: TenantTx,
  agentId: string,
  hash: string,
): Promise<Deployable | null> {
  const result = await tx.client.query<Deployable>(
    `SELECT a.agent_id AS "agentId", a.name AS "agentName", a.is_active AS "agentActive", a.risk_level AS "riskLevel", v.hash, v.version,
            v.branch, v.status, v.created_by AS author, v.manifest->'workflow'->>'id' AS "workflowId",
            v.workflow_version AS "workflowVersion", w.is_active AS "workflowActive",
            v.manifest->'workflow'->>'hash' AS "documentHash", v.manifest->'connections' AS connections
       FROM agent_registry a JOIN agent_versions v ON v.agent_id = a.agent_id
       LEFT JOIN workflow_definitions w ON w.workflow_id = v.manifest->'workflow'->>'id'
      WHERE a.agent_id = $1 AND v.hash = $2`,
    [agentId, hash],
  );
  return result.rows[0] ?? null;
}

/** The document of a version’s workflow; null: it has none. */
export async function selectDocument(
  tx: TenantTx,
  { workflowId, workflowVersion }: Deployable,
): Promise<Workflow | null> {
  const result = await tx.client.query<{ document: Workflow }>(
    'SELECT document FROM workflow_versions WHERE workflow_id = $1 AND version = $2',
    [workflowId, workflowVersion],
  );
  return result.rows[0]?.document ?? null;
}
