import type { Agent } from '@attain/domain/agents/agent';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { recordFirst } from '../versions/record-version.ts';
import { agentDetail, agentHash, readForm } from './agent-form.ts';
import { insertAgent } from './agent-store.ts';

/**
 * Creates an agent; without an ID it gets one derived from its name. Nothing runs. Throws BAD_INPUT with all problems
 * of the form, NOT_FOUND for an unknown workflow, and CONFLICT if the ID is in use or another agent runs that workflow; POLICY_DENIED.
 */
export function createAgent(ctx: AppContext, actor: Actor, form: Agent) {
  mustAllow(actor, 'edit:agents');
  return ctx.write(actor, async (tx) => {
    const agent = await readForm(tx, form);
    await ctx.policies.guardEdit(tx, actor, agent);
    await insertAgent(tx, agent, actor.userId);
    const object = { type: 'agent', id: agent.agentId };
    const { clock } = ctx;
    const evidence = await recordFirst(tx, { actor, clock }, agent.agentId);
    tx.record({ action: 'agent.created', object, after: agentHash(agent), evidence });
    return agentDetail(tx, agent.agentId);
  });
}
