import type { Agent } from '@attain/domain/agents/agent';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { recordFirst } from '../versions/record-version.ts';
import { agentDetail, agentHash, readForm } from './agent-form.ts';
import { insertAgent } from './agent-store.ts';
import { beginFromTemplate } from './agent-templates.ts';

/**
 * Creates an agent; without an ID it gets one derived from its name. Nothing runs. Throws BAD_INPUT with all problems
 * of the form, NOT_FOUND for an unknown workflow or template, and CONFLICT if the ID is in use or another agent runs that workflow; POLICY_DENIED.
 */
export function createAgent(
  ctx: AppContext,
  actor: Actor,
  { template, ...form }: Agent & { readonly template?: string | undefined },
) {
  mustAllow(actor, 'edit:agents');
  return ctx.write(actor, async (tx) => {
    const checked = await readForm(tx, form);
    const { agent, copied } =
      template === undefined
        ? { agent: checked, copied: [] }
        : await beginFromTemplate(tx, actor, { agent: checked, template });
    await ctx.policies.guardEdit(tx, actor, agent);
    await insertAgent(tx, agent, actor.userId);
    const object = { type: 'agent', id: agent.agentId };
    const { clock } = ctx;
    const evidence = await recordFirst(tx, { actor, clock }, agent.agentId);
    tx.record({
      action: 'agent.created',
      object,
      after: agentHash(agent),
      evidence: [...evidence, ...copied],
    });
    return agentDetail(tx, agent.agentId);
  });
}
