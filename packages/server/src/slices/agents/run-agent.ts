import { lackingSentence } from '@attain/domain/access/permissions';
import { runInputOf } from '@attain/domain/agents/parameters';
import type { JsonObject } from '@attain/domain/workflows/json-value';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { must, Refusal } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import { rightsOf } from '../../runs/rights-of.ts';
import { startAllowedRun } from '../workflow-runs/start-run.ts';
import { agentDetail } from './agent-form.ts';

/**
 * Runs an agent: a run of its workflow's newest published version with the agent's defaults, and over them what is given; the same
 * key starts the same run only once.
 * Refuses NOT_FOUND, NOT_ALLOWED when its steps ask for what the actor may not do (AGENT-12), CONFLICT when the agent is switched off, has no workflow, or is given values though
 * it takes its defaults only, BAD_INPUT when a required parameter has no
 * value or a value does not fit; else as `startRun`.
 */
export async function runAgent(
  house: House,
  actor: Actor,
  wanted: { id: string; input: JsonObject; key?: string },
) {
  mustAllow(actor, 'run:agents');
  const agent = await house.read(actor, (tx) => agentDetail(tx, wanted.id));
  if (!agent.isActive) throw new Refusal('CONFLICT', `“${agent.name}” is switched off. Switch it on first.`);
  if (agent.workflowId === null) {
    throw new Refusal('CONFLICT', `“${agent.name}” has no workflow to run. Choose one in its form.`);
  }
  const { workflowId } = agent;
  const rights = await house.read(actor, (tx) => rightsOf(tx, [workflowId]));
  const lacking = lackingSentence(actor.roles, rights.get(workflowId) ?? []);
  if (lacking !== null) throw new Refusal('NOT_ALLOWED', `You cannot run “${agent.name}”. ${lacking}`);
  if (!agent.isCustomizable && Object.keys(wanted.input).length > 0) {
    throw new Refusal('CONFLICT', `“${agent.name}” takes its defaults only: it is not customizable.`);
  }
  const input = must(runInputOf(agent, wanted.input), 'BAD_INPUT', `“${agent.name}” cannot run like this.`);
  const { key } = wanted;
  return startAllowedRun(house, actor, { workflowId, input, variables: {}, trigger: 'manual', key });
}
