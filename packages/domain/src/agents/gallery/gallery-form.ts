import { type Agent, NEW_AGENT } from '../agent.ts';
import type { GalleryAgent } from './gallery-agent.ts';

/** The entry in the registry of a gallery agent that runs this workflow. */
export function galleryForm(agent: GalleryAgent, workflowId: string): Agent {
  const { agentId, name, description, category, type, riskLevel, asksPlan } = agent;
  const plan = {
    id: 'plan',
    name: 'Plan',
    type: 'string',
    description: 'Plan ID or name; blank: plans with most people first.',
    defaultValue: '',
    required: false,
  } as const;
  return {
    ...NEW_AGENT,
    agentId,
    name,
    description,
    category,
    type,
    riskLevel,
    workflowId,
    module: 'Compensation',
    parameters: asksPlan ? [plan] : [],
  };
}
