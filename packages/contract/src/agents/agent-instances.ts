import { z } from 'zod';
import { Decimal, endpoint, Moment, PageInput, pageOf, Words } from '../base.ts';
import { Environment } from '../workflows.ts';
import { JsonObject } from './agents.ts';

/** A runnable copy of an agent with its own values. */
const AgentInstance = z.object({
  id: z.uuid(),
  agentId: z.string(),
  agentName: z.string(),
  name: z.string(),
  description: z.string(),
  environment: Environment.describe('Where its runs take place'),
  parameters: JsonObject.describe('Override the agent’s defaults'),
  earlier: z.array(JsonObject).describe('Its values before the last changes, newest first'),
  isCustom: z.boolean().describe('Differs from the agent’s defaults'),
  status: z
    .enum(['idle', 'running', 'failed'])
    .describe('`running` while a run has not ended; `failed`: its last run failed'),
  lastRun: Moment.nullable().describe('When its last run ended'),
  ended: z.number().int().describe('Runs that ended'),
  completed: z.number().int(),
  confidence: Decimal.nullable().describe('Average over the runs whose result states one, from 0 to 1'),
  owner: z.string().describe('Display name of the user who created it'),
  revision: z.number().int().describe('Increments on each save'),
  updatedAt: Moment,
  updatedBy: z.string().nullable().describe('Display name'),
});
export type AgentInstance = z.infer<typeof AgentInstance>;

const tags = ['Agent instances'];

export const agentInstances = {
  list: endpoint
    .route({ method: 'GET', path: '/agent-instances', summary: 'List agent instances by name', tags })
    .meta({ access: 'read:agents' })
    .input(PageInput.extend({ agent: z.string().max(200).optional().describe('Its agentId') }))
    .output(pageOf(AgentInstance)),
  save: endpoint
    .route({
      method: 'PUT',
      path: '/agent-instances',
      summary: 'Create an instance of an agent, or change one',
      tags,
    })
    .meta({ access: 'edit:agents' })
    .input(
      z.object({
        instance: z
          .object({
            id: z.uuid(),
            revision: z.number().int().min(0).max(1_000_000_000).describe('The revision you edited'),
          })
          .optional()
          .describe('The instance to change; omitted: a new one'),
        agent: z.string().min(1).max(200).describe('Its agentId'),
        name: Words.trim().min(1, 'Enter a name for the instance.').max(100),
        description: Words.max(500).default(''),
        environment: Environment.default('dev'),
        parameters: JsonObject.default({}),
      }),
    )
    .output(AgentInstance),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/agent-instances/{id}/remove',
      summary: 'Delete an instance; its runs stay',
      tags,
    })
    .meta({ access: 'edit:agents' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ removed: z.literal(true) })),
};
