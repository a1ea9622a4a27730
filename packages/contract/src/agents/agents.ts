import { permissions } from '@attain/domain/access/permissions';
import { agentTypes, NEW_AGENT, parameterTypes, riskLevels } from '@attain/domain/agents/agent';
import { agentStatuses } from '@attain/domain/agents/agent-status';
import { z } from 'zod';
import { Decimal, endpoint, Moment, PageInput, pageOf, Words } from '../base.ts';
import { Json, RunSummary, runStatuses } from '../workflow-runs.ts';
import { Delivery, Environment } from '../workflows.ts';

const word = Words.max(200);
const JsonObject = z.record(word, Json);

/** Something an agent can do. */
const AgentCapability = z.object({
  id: word.min(1),
  name: word,
  description: Words.max(4000).default(''),
  enabled: z.boolean().default(true),
});

/** Something a run of an agent is told. */
const AgentParameter = z.object({
  id: word.min(1),
  name: word,
  type: z.enum(parameterTypes),
  description: Words.max(4000).default(''),
  defaultValue: Json.default(null),
  required: z.boolean().default(false),
  options: z.array(word).max(100).optional().describe('What a select may be'),
});

/** The agent form: everything of an agent that people write. Its workspace is the session's, never the form's. */
export const AgentForm = z.object({
  agentId: word.default('').describe('Left blank it is made of the name'),
  name: word,
  description: Words.max(4000).default(''),
  environment: Environment.default('dev'),
  type: z.enum(agentTypes).default('Custom'),
  category: word.default(''),
  module: word.default(''),
  submodule: word.default(''),
  capabilities: z.array(AgentCapability).max(100).default([]),
  defaultParameters: JsonObject.default({}).describe('What a run is given unless somebody says otherwise'),
  parameterSchema: JsonObject.default({}).describe('JSON Schema of what a run may be given'),
  isTemplate: z.boolean().default(false),
  isCustomizable: z.boolean().default(true),
  riskLevel: z.enum(riskLevels).default('low'),
  trustThreshold: z.number().default(NEW_AGENT.trustThreshold).describe('From 0 to 1'),
  version: word.default('1.0.0'),
  isActive: z.boolean().default(true),
  parameters: z.array(AgentParameter).max(100).default([]),
  triggerConditions: z.array(Words.max(1000)).max(100).default([]),
  workflowId: word
    .nullable()
    .default(null)
    .describe('The workflow it runs; one workflow is run by one agent'),
});

const Published = z
  .string()
  .nullable()
  .describe(
    'Names what a run would start now: the newest versions of its workflow and of those inside of it',
  );

const SendsTo = z.array(Delivery).describe('Who receives values of its runs; sub-workflows included');

/** An agent with everything its form holds. */
export const AgentDetail = AgentForm.extend({
  revision: z.number().int().describe('Counts saves'),
  published: Published,
  sendsTo: SendsTo,
  createdAt: Moment,
  updatedAt: Moment,
  updatedBy: z.string().nullable().describe('Display name'),
});
export type AgentDetail = z.infer<typeof AgentDetail>;

/** An agent in the gallery: how it stands and what its runs brought. */
export const AgentSummary = z.object({
  id: z.string().describe('Its agentId'),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  type: z.enum(agentTypes),
  environment: Environment,
  riskLevel: z.enum(riskLevels),
  version: z.string(),
  isActive: z.boolean(),
  isTemplate: z.boolean(),
  workflowId: z.string().nullable(),
  runnable: z.boolean().describe('Whether its workflow has a published version and is in use'),
  needs: z
    .array(z.enum(permissions))
    .describe('What whoever runs it must be allowed to do: its steps run under their rights'),
  published: Published,
  sendsTo: SendsTo,
  updatedAt: Moment,
  status: z.enum(agentStatuses),
  progress: z.number().int().nullable().describe('Percent, while it runs'),
  lastRun: z
    .object({
      id: z.uuid(),
      status: z.enum(runStatuses),
      at: Moment.describe('Its end, or its start while it runs'),
      waitingFor: z.string().nullable(),
      error: z.string().nullable(),
      mine: z.boolean().describe('Whether who asks has started it'),
    })
    .nullable(),
  savings: Decimal.nullable().describe('Of the latest completed run, in the workspace’s currency'),
  accuracy: Decimal.nullable().describe('Of the latest completed run, from 0 to 1'),
  processedDeals: z.number().int().nullable().describe('Of the latest completed run'),
  summary: z.string().nullable().describe('What the latest completed run said of itself'),
});
export type AgentSummary = z.infer<typeof AgentSummary>;

const agentId = z.object({ id: z.string().min(1).max(200).describe('Its agentId') });

/** Agents: the registry, and what their runs brought. */
export const agents = {
  list: endpoint
    .route({ method: 'GET', path: '/agents', summary: 'Agents by name', tags: ['Agents'] })
    .meta({ access: 'read:agents' })
    .input(
      PageInput.extend({
        search: z.string().max(200).optional().describe('Names, descriptions, categories'),
        active: z.enum(['yes', 'no']).optional(),
      }),
    )
    .output(
      pageOf(AgentSummary).extend({
        totals: z
          .object({
            agents: z.number().int(),
            running: z.number().int(),
            completed: z.number().int(),
            savings: Decimal.nullable().describe('The sum of what the agents saved; null when none did'),
          })
          .describe('Over all that were asked for, not only this page'),
      }),
    ),
  get: endpoint
    .route({ method: 'GET', path: '/agents/{id}', summary: 'One agent', tags: ['Agents'] })
    .meta({ access: 'read:agents' })
    .input(agentId)
    .output(AgentDetail),
  create: endpoint
    .route({
      method: 'POST',
      path: '/agents',
      summary: 'New agent',
      tags: ['Agents'],
      successStatus: 201,
    })
    .meta({ access: 'edit:agents' })
    .input(AgentForm)
    .output(AgentDetail),
  update: endpoint
    .route({ method: 'PUT', path: '/agents/{id}', summary: 'Save an agent', tags: ['Agents'] })
    .meta({ access: 'edit:agents' })
    .input(
      AgentForm.omit({ agentId: true }).extend({
        id: agentId.shape.id,
        revision: z.number().int().min(0).max(1_000_000_000).describe('The revision you edited'),
      }),
    )
    .output(AgentDetail),
  run: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/runs',
      summary: 'Run an agent: a run of its workflow with its parameters',
      tags: ['Agents'],
      successStatus: 201,
    })
    .meta({ access: 'run:agents' })
    .input(
      agentId.extend({
        input: JsonObject.default({}).describe('Over the agent’s defaults'),
        published: z
          .string()
          .max(200)
          .optional()
          .describe('What the agent said was published when you looked: refused when it is another by now'),
      }),
    )
    .output(RunSummary),
};
