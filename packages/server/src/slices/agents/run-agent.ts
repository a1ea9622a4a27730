import { missingPermissionsMessage } from '@attain/domain/access/permissions';
import { runInputOf } from '@attain/domain/agents/parameters';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { publishedRuns } from '../../runs/rights-of.ts';
import { type RunStart, startAllowedRun } from '../workflow-runs/start-run.ts';
import { selectAgent } from './agent-store.ts';

/** Which agent is run, and with what. */
export interface AgentStart {
  readonly id: string;
  /** Over the agent's defaults. */
  readonly input: JsonObject;
  /** What the agent said was published when the actor looked at it. */
  readonly published?: string | undefined;
  /** The same key starts the same run only once. */
  readonly key?: string;
}

/**
 * Runs an agent: a run of its workflow's newest published version with the agent's defaults, and over them what is given.
 * Refuses NOT_FOUND; NOT_ALLOWED when its steps ask for what the actor may not do (AGENT-12); CONFLICT when the agent is switched
 * off or has no workflow, when something else is published than the actor looked at (AGENT-13), or when it is given values though
 * it takes its defaults only; BAD_INPUT when a required parameter has no value or a value does not fit; else as `startRun`.
 */
export function runAgent(ctx: AppContext, actor: Actor, wanted: AgentStart) {
  mustAllow(actor, 'run:agents');
  return startAllowedRun(ctx, actor, (tx) => decideStart(tx, actor, wanted));
}

async function decideStart(tx: TenantTx, actor: Actor, wanted: AgentStart): Promise<RunStart> {
  // nobody switches it off or gives it another workflow while its run begins
  const agent = found(await selectAgent(tx, wanted.id, 'for share'), 'agent');
  const { name, workflowId } = agent;
  if (!agent.isActive) throw new ApiError('CONFLICT', `“${name}” is switched off. Switch it on first.`);
  if (workflowId === null) {
    throw new ApiError('CONFLICT', `“${name}” has no workflow to run. Choose one in its form.`);
  }
  const run = (await publishedRuns(tx, [workflowId])).get(workflowId);
  const lacking = missingPermissionsMessage(actor.roles, run?.needs ?? []);
  if (lacking !== null) throw new ApiError('NOT_ALLOWED', `You cannot run “${name}”. ${lacking}`);
  if (wanted.published !== undefined && wanted.published !== run?.published) {
    throw new ApiError(
      'CONFLICT',
      `“${name}” runs something else than when you looked at it: version ${run?.version ?? 0} of its workflow, or of one inside of it, was published since. Nothing was started. Its steps would have your rights: look at it again, then run it.`,
    );
  }
  if (!agent.isCustomizable && Object.keys(wanted.input).length > 0) {
    throw new ApiError('CONFLICT', `“${name}” takes its defaults only: it is not customizable.`);
  }
  const input = must(runInputOf(agent, wanted.input), 'BAD_INPUT', `“${name}” cannot run like this.`);
  const version = run?.version ?? undefined;
  return { workflowId, version, input, variables: {}, trigger: 'manual', key: wanted.key };
}
