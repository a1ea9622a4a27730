import type { AgentParameter } from '@attain/domain/agents/agent';
import { runInputOf } from '@attain/domain/agents/parameters';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { ApiError, must } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { TriggerRow } from './trigger-store.ts';

/** An instance of a workflow’s agent, as far as its runs need it. */
interface TriggeredInstance {
  readonly name: string;
  readonly environment: string;
  readonly values: JsonObject;
  readonly parameters: readonly AgentParameter[];
  readonly defaultParameters: JsonObject;
}

/** The instance, if it is one of the workflow’s agent. */
export async function selectTriggered(
  tx: TenantTx,
  workflowId: string,
  instanceId: string,
  lock: 'FOR NO KEY UPDATE OF i' | '' = '',
): Promise<TriggeredInstance | null> {
  const { rows } = await tx.client.query<TriggeredInstance>(
    `SELECT i.instance_name AS name, i.environment, i.parameters AS values, a.parameters, a.default_parameters AS "defaultParameters"
       FROM agent_instances i JOIN agent_registry a ON a.tenant_id = i.tenant_id AND a.agent_id = i.agent_id
      WHERE i.tenant_id = $1 AND i.id = $2 AND a.workflow_id = $3 ${lock}`,
    [tx.tenantId, instanceId, workflowId],
  );
  return rows[0] ?? null;
}

/**
 * Where the runs of a schedule for an instance take place, and their input. The instance is held, because the runs move its counters.
 * Throws CONFLICT if it is gone, and BAD_INPUT if its values no longer fit the agent.
 */
export async function holdTriggered(
  tx: TenantTx,
  { workflowId, name }: TriggerRow,
  instanceId: string,
): Promise<{ readonly environment: string; readonly input: JsonObject }> {
  const instance = await selectTriggered(tx, workflowId, instanceId, 'FOR NO KEY UPDATE OF i');
  if (instance === null)
    throw new ApiError('CONFLICT', `The instance that “${name}” runs was deleted. Choose another one.`);
  const message = `The values of “${instance.name}” no longer fit its agent. Edit the instance.`;
  return {
    environment: instance.environment,
    input: must(runInputOf(instance, instance.values), 'BAD_INPUT', message),
  };
}
