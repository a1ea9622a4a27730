import type { House } from '../house.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { createAgent } from '../slices/agents/create-agent.ts';
import { listAgents, readAgent } from '../slices/agents/read-agents.ts';
import { runAgent } from '../slices/agents/run-agent.ts';
import { updateAgent } from '../slices/agents/update-agent.ts';

/** The endpoints of agents, bound to their use-cases; part of `bindContract`. */
export function bindAgents(os: ReturnType<typeof guardedContract>, house: House) {
  return {
    agents: {
      list: os.agents.list.handler(({ context, input }) => listAgents(house, context.actor, input)),
      get: os.agents.get.handler(({ context, input }) => readAgent(house, context.actor, input.id)),
      create: os.agents.create.handler(({ context, input }) => createAgent(house, context.actor, input)),
      update: os.agents.update.handler(({ context, input }) => updateAgent(house, context.actor, input)),
      run: os.agents.run.handler(({ context, input }) => runAgent(house, context.actor, input)),
    },
  };
}
