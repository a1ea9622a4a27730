import type { Environment } from '@attain/domain/deployments/deployment';
import { EMPTY_WORKFLOW } from '@attain/domain/workflows/workflow';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import type { Deployer } from '../../runs/policies/asked-by.ts';
import type { DeployedAgent } from '../../runs/policies/policy-guard.ts';
import { activeMember } from '../people/active-member.ts';
import { type Deployable, selectDocument } from './binding-store.ts';

/** A version as policies judge it. */
async function governedAgent(
  tx: TenantTx,
  version: Deployable,
  environment: Environment,
): Promise<DeployedAgent> {
  return {
    agentId: version.agentId,
    name: version.agentName,
    environment,
    riskLevel: version.riskLevel,
    workflow: (await selectDocument(tx, version)) ?? EMPTY_WORKFLOW,
    workflowVersion: version.workflowVersion ?? 0,
    documentHash: version.documentHash ?? '',
  };
}

/** The policy that wants a deployment approved; null: none does. Throws POLICY_DENIED (REL-17). */
export async function judgeDeployment(
  ctx: AppContext,
  tx: TenantTx,
  of: { readonly version: Deployable; readonly environment: Environment; readonly by: Deployer },
): Promise<string | null> {
  return ctx.policies.judgeDeploy(tx, of.by, await governedAgent(tx, of.version, of.environment));
}

/** Asks the policies in the transaction that moves a pointer, as the person who ordered it (REL-17). */
export async function guardSwitch(
  ctx: AppContext,
  tx: TenantTx,
  of: { readonly version: Deployable; readonly environment: Environment; readonly orderedBy: string },
): Promise<void> {
  const agent = await governedAgent(tx, of.version, of.environment);
  await ctx.policies.guardDeploy(tx, await deployerOf(tx, of.orderedBy), agent);
}

/** Who ordered a deployment, with the roles held now: none once the person has left. */
export async function deployerOf(tx: TenantTx, userId: string): Promise<Deployer> {
  return { userId, roles: (await activeMember(tx, userId))?.roles ?? [] };
}

/** Throws CONFLICT for a version that names a data contract which was removed or is out of use (REL-17). */
export async function mustHaveContracts(tx: TenantTx, version: Deployable): Promise<number> {
  const { rows } = await tx.client.query<{ name: string; version: string; isUsable: boolean }>(
    `SELECT coalesce(c.name, n.id) AS name, n.version,
            coalesce(c.status = 'active' AND v.schema_hash = n.hash, false) AS "isUsable"
       FROM agent_versions a CROSS JOIN LATERAL jsonb_to_recordset(a.manifest->'contracts') AS n(id text, version text, hash text)
       LEFT JOIN data_contracts c ON c.contract_id = n.id
       LEFT JOIN data_contract_versions v ON v.contract_id = n.id AND v.version = n.version
      WHERE a.agent_id = $1 AND a.hash = $2 ORDER BY n.id, n.version`,
    [version.agentId, version.hash],
  );
  const lost = rows.find(({ isUsable }) => !isUsable);
  if (lost !== undefined)
    throw new ApiError(
      'CONFLICT',
      `The data contract “${lost.name}” ${lost.version} is no longer in use. Activate it, or choose another version.`,
    );
  return rows.length;
}
