import type { AgentDetail } from '@attain/contract/agents/agents';
import { type Agent, NEW_AGENT } from '@attain/domain/agents/agent';
import { checkAgent } from '@attain/domain/agents/check-agent';
import { jcs } from '@attain/domain/proofs/canonical';
import { sha256Hex } from '../../audit/canonical.ts';
import { found, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { publishedRuns } from '../../runs/rights-of.ts';
import { selectAgent, selectWorkflowName } from './agent-store.ts';

/** The form as it will be stored. Throws BAD_INPUT with all its problems, and NOT_FOUND for an unknown workflow. */
export async function readForm(tx: TenantTx, form: Agent): Promise<Agent> {
  const agent = must(checkAgent(form), 'BAD_INPUT', 'The agent has errors and was not saved.');
  if (agent.workflowId !== null) {
    found(await selectWorkflowName(tx, agent.workflowId), `workflow “${agent.workflowId}”`);
  }
  return agent;
}

/** The agent in its wire format, with what would run in the environment if one is given. Throws NOT_FOUND. */
export async function agentDetail(tx: TenantTx, id: string, environment?: string): Promise<AgentDetail> {
  const agent = found(await selectAgent(tx, id), 'agent');
  const { workflowId } = agent;
  const run =
    workflowId === null ? undefined : (await publishedRuns(tx, [workflowId], environment)).get(workflowId);
  return { ...agent, published: run?.published ?? null, sendsTo: [...(run?.sendsTo ?? [])] };
}

/** SHA-256 over everything the form says, for the audit log. */
export function agentHash(agent: Agent): string {
  const said = Object.keys(NEW_AGENT).map((field) => [field, agent[field as keyof Agent]]);
  return sha256Hex(jcs(JSON.parse(JSON.stringify(Object.fromEntries(said)))));
}
