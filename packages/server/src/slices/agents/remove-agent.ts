import { environmentWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { agentHash } from './agent-form.ts';
import { deleteAgent, selectAgent, selectDeployedTo, selectOpenRuns } from './agent-store.ts';

/** Deletes an agent with its versions, branches and instances. Its workflow, runs and costs stay. Throws NOT_FOUND; CONFLICT while it runs or is deployed; POLICY_DENIED. */
export function removeAgent(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'delete:agents');
  return ctx.write(actor, async (tx) => {
    const agent = found(await selectAgent(tx, id, 'for update'), 'agent');
    await ctx.policies.guardEdit(tx, actor, agent);
    const open = await selectOpenRuns(tx, agent.workflowId);
    if (open > 0)
      throw new ApiError(
        'CONFLICT',
        `“${agent.name}” has ${open === 1 ? 'a run' : `${open} runs`} that ${open === 1 ? 'has' : 'have'} not ended. Cancel ${open === 1 ? 'it' : 'them'}, or wait.`,
      );
    const deployed = await selectDeployedTo(tx, id);
    if (deployed.length > 0)
      throw new ApiError(
        'CONFLICT',
        `“${agent.name}” is deployed to ${deployed.map((one) => environmentWords[one] ?? one).join(' and ')}. Deactivate it instead.`,
      );
    await deleteAgent(tx, id);
    tx.record({
      action: 'agent.removed',
      object: { type: 'agent', id },
      before: agentHash(agent),
      after: null,
    });
    return { removed: true as const };
  });
}
