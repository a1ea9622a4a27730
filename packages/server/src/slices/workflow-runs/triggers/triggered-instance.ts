import { runInputOf } from '@attain/domain/agents/parameters';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { ApiError, must } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { selectTriggered, type TriggerRow } from './trigger-store.ts';

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
