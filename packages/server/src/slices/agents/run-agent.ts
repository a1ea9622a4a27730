import { missingPermissionsMessage } from '@attain/domain/access/permissions';
import { runInputOf } from '@attain/domain/agents/parameters';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { publishedRuns } from '../../runs/rights-of.ts';
import { type RunStart, startAllowedRun } from '../workflow-runs/start-run.ts';
import { holdInstance } from './agent-instances.ts';
import { markPresetRun } from './agent-presets.ts';
import { selectAgent } from './agent-store.ts';

/** The agent to run and its input. */
export interface AgentStart {
  readonly id: string;
  /** Over the agent's defaults. */
  readonly input: JsonObject;
  /** The `published` value of the agent when the actor opened it. */
  readonly published?: string | undefined;
  /** The same key starts the same run only once. */
  readonly key?: string;
  /** The actor’s preset that the values come from. */
  readonly preset?: string | undefined;
  /** The instance of the agent that runs. */
  readonly instance?: string | undefined;
}

/**
 * Runs an agent, or an instance of it in the instance’s environment: starts the deployed version of its workflow, or the newest, with
 * the agent's defaults, overridden by the instance’s and then the given values. Throws NOT_FOUND; NOT_ALLOWED if its steps need permissions the actor lacks (AGENT-12); CONFLICT if the agent
 * is turned off or has no workflow, if another version was published since the actor opened it (AGENT-13), or if it
 * or its instance gets values although it can't be customized; BAD_INPUT if a required parameter is missing or a value does not fit;
 * otherwise as `startRun`.
 */
export function runAgent(ctx: AppContext, actor: Actor, wanted: AgentStart) {
  mustAllow(actor, 'run:agents');
  return startAllowedRun(ctx, actor, (tx) => decideStart(tx, actor, wanted));
}

async function decideStart(tx: TenantTx, actor: Actor, wanted: AgentStart): Promise<RunStart> {
  // No one can turn it off or change its workflow while its run starts.
  const agent = found(await selectAgent(tx, wanted.id, 'for share'), 'agent');
  const { name, workflowId } = agent;
  if (!agent.isActive) throw new ApiError('CONFLICT', `“${name}” is turned off. Turn it on first.`);
  if (workflowId === null) {
    throw new ApiError('CONFLICT', `“${name}” has no workflow. Choose one in its form.`);
  }
  const instance = wanted.instance === undefined ? null : await instanceOf(tx, wanted.id, wanted.instance);
  const { id: instanceId, environment } = instance ?? {};
  const given = { ...instance?.parameters, ...wanted.input };
  const run = (await publishedRuns(tx, [workflowId], environment)).get(workflowId);
  const lacking = missingPermissionsMessage(actor.roles, run?.needs ?? []);
  if (lacking !== null) throw new ApiError('NOT_ALLOWED', `You can’t run “${name}”. ${lacking}`);
  if (wanted.published !== undefined && wanted.published !== run?.published) {
    throw new ApiError(
      'CONFLICT',
      `“${name}” changed after you opened it: version ${run?.version ?? 0} of its workflow or of a sub-workflow was published or deployed. Review it, then run it again.`,
    );
  }
  if (!agent.isCustomizable && Object.keys(given).length > 0) {
    throw new ApiError('CONFLICT', `“${name}” can’t be customized. Run it with its defaults.`);
  }
  const input = must(runInputOf(agent, given), 'BAD_INPUT', `The parameters of “${name}” have errors.`);
  if (wanted.preset !== undefined)
    await markPresetRun(tx, { agentId: wanted.id, userId: actor.userId, name: wanted.preset });
  return { workflowId, input, variables: {}, trigger: 'manual', key: wanted.key, instanceId, environment };
}

/** An instance of this agent, held until the transaction ends: its run moves its counters. Throws NOT_FOUND. */
async function instanceOf(tx: TenantTx, agentId: string, id: string) {
  const instance = await holdInstance(tx, id);
  return found(instance.agentId === agentId ? instance : null, 'instance');
}
