import type { Agent } from '@attain/domain/agents/agent';
import { checkAgent } from '@attain/domain/agents/check-agent';
import type { Actor } from '../../base/actor.ts';
import { found, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectAgent, updateAgentRow } from './agent-store.ts';

/** The workflow an agent runs; null: none. Throws NOT_FOUND. */
export async function agentWorkflow(tx: TenantTx, agentId: string): Promise<string | null> {
  return found(await selectAgent(tx, agentId), 'agent').workflowId;
}

/** Puts a version's form into the agent; what versions do not keep stays. Throws BAD_INPUT if the form is not valid today. */
export async function restoreForm(
  tx: TenantTx,
  actor: Actor,
  of: { readonly agentId: string; readonly form: object },
): Promise<void> {
  const { version, environment, isActive, workflowId } = found(
    await selectAgent(tx, of.agentId, 'for update'),
    'agent',
  );
  const form = { ...(of.form as Agent), version, environment, isActive, workflowId };
  const agent = must(checkAgent(form), 'BAD_INPUT', 'The form of this version is not valid any more.');
  await updateAgentRow(tx, agent, actor.userId);
}
