import type { Agent } from '@attain/domain/agents/agent';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { minuteInWords } from '../../base/clock.ts';
import { recordFirst } from '../versions/record-version.ts';
import { agentDetail, agentHash, readForm } from './agent-form.ts';
import { selectAgent, updateAgentRow } from './agent-store.ts';

/**
 * Updates an agent; its ID stays. Throws BAD_INPUT with all problems of the form, NOT_FOUND, and CONFLICT if another
 * user saved it since the actor read it or another agent runs that workflow.
 */
export function updateAgent(
  ctx: AppContext,
  actor: Actor,
  input: Omit<Agent, 'agentId'> & { readonly id: string; readonly revision: number },
) {
  mustAllow(actor, 'edit:agents');
  const { id, revision, ...form } = input;
  return ctx.write(actor, async (tx) => {
    const before = found(await selectAgent(tx, id, 'for update'), 'agent');
    const agent = await readForm(tx, { ...form, agentId: before.agentId });
    // neither what it is nor what it becomes may be denied
    for (const one of [before, agent]) await ctx.policies.guardEdit(tx, actor, one);
    if (revision !== before.revision) {
      throw new ApiError(
        'CONFLICT',
        `${before.updatedBy ?? 'Another user'} saved this agent after you opened it (revision ${before.revision}, ` +
          `${minuteInWords(before.updatedAt)}; you edited revision ${revision}). Nothing was saved; keep theirs or overwrite it.`,
      );
    }
    await updateAgentRow(tx, agent, actor.userId);
    const { clock } = ctx;
    const evidence = await recordFirst(tx, { actor, clock }, agent.agentId);
    tx.record({
      action: 'agent.saved',
      object: { type: 'agent', id: agent.agentId },
      before: agentHash(before),
      after: agentHash(agent),
      evidence,
    });
    return agentDetail(tx, agent.agentId);
  });
}
