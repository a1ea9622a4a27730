import type { AppContext } from '../app-context.ts';
import type { guardedContract } from '../http/api-routes.ts';
import { readAgentFigures } from '../slices/agents/agent-figures.ts';
import { listInstances, removeInstance, saveInstance } from '../slices/agents/agent-instances.ts';
import { listPresets, removePreset, savePreset } from '../slices/agents/agent-presets.ts';
import { listTemplates, removeTemplate, saveTemplate } from '../slices/agents/agent-templates.ts';
import { createAgent } from '../slices/agents/create-agent.ts';
import { listAgents, readAgent } from '../slices/agents/read-agents.ts';
import { removeAgent } from '../slices/agents/remove-agent.ts';
import { runAgent } from '../slices/agents/run-agent.ts';
import { updateAgent } from '../slices/agents/update-agent.ts';

/** The endpoints of agents, bound to their use-cases; part of `bindContract`. */
export function bindAgents(os: ReturnType<typeof guardedContract>, ctx: AppContext) {
  return {
    agents: {
      list: os.agents.list.handler(({ context, input }) => listAgents(ctx, context.actor, input)),
      figures: os.agents.figures.handler(({ context }) => readAgentFigures(ctx, context.actor)),
      get: os.agents.get.handler(({ context, input }) =>
        readAgent(ctx, context.actor, input.id, input.environment),
      ),
      create: os.agents.create.handler(({ context, input }) => createAgent(ctx, context.actor, input)),
      update: os.agents.update.handler(({ context, input }) => updateAgent(ctx, context.actor, input)),
      remove: os.agents.remove.handler(({ context, input }) => removeAgent(ctx, context.actor, input.id)),
      run: os.agents.run.handler(({ context, input }) => runAgent(ctx, context.actor, input)),
    },
    agentPresets: {
      list: os.agentPresets.list.handler(({ context, input }) => listPresets(ctx, context.actor, input.id)),
      save: os.agentPresets.save.handler(({ context, input }) => savePreset(ctx, context.actor, input)),
      remove: os.agentPresets.remove.handler(({ context, input }) => removePreset(ctx, context.actor, input)),
    },
    agentInstances: {
      list: os.agentInstances.list.handler(({ context, input }) => listInstances(ctx, context.actor, input)),
      save: os.agentInstances.save.handler(({ context, input }) => saveInstance(ctx, context.actor, input)),
      remove: os.agentInstances.remove.handler(({ context, input }) =>
        removeInstance(ctx, context.actor, input.id),
      ),
    },
    agentTemplates: {
      list: os.agentTemplates.list.handler(({ context, input }) => listTemplates(ctx, context.actor, input)),
      save: os.agentTemplates.save.handler(({ context, input }) => saveTemplate(ctx, context.actor, input)),
      remove: os.agentTemplates.remove.handler(({ context, input }) =>
        removeTemplate(ctx, context.actor, input.id),
      ),
    },
  };
}
