import { permissions } from '@attain/domain/access/permissions';
import { agentTypes, NEW_AGENT, parameterTypes, riskLevels } from '@attain/domain/agents/agent';
import { agentStatuses } from '@attain/domain/agents/agent-status';
import { z } from 'zod';
import { Decimal, endpoint, Moment, PageInput, pageOf, Words } from '../base.ts';
import { conversions, otherCosts } from '../costs.ts';
import { Json, RunSummary, runStatuses } from '../workflow-runs.ts';
import { Delivery, Environment } from '../workflows.ts';

const word = Words.max(200);
export const JsonObject = z.record(word, Json);
const presetName = Words.min(1, 'Enter a name.').max(100);

const AgentCapability = z.object({
  id: word.min(1),
  name: word,
  description: Words.max(4000).default(''),
  enabled: z.boolean().default(true),
});

/** A parameter of an agent’s runs. */
const AgentParameter = z.object({
  id: word.min(1),
  name: word,
  type: z.enum(parameterTypes),
  description: Words.max(4000).default(''),
  defaultValue: Json.default(null),
  required: z.boolean().default(false),
  options: z.array(word).max(100).optional().describe('Allowed values of a select'),
});

/** The editable fields of an agent. The workspace comes from the session, never from the form. */
export const AgentForm = z.object({
  agentId: word.default('').describe('Derived from the name if blank'),
  name: word,
  description: Words.max(4000).default(''),
  environment: Environment.default('dev'),
  type: z.enum(agentTypes).default('Custom'),
  category: word.default(''),
  module: word.default(''),
  submodule: word.default(''),
  capabilities: z.array(AgentCapability).max(100).default([]),
  defaultParameters: JsonObject.default({}).describe('Default value'),
  parameterSchema: JsonObject.default({}).describe('JSON Schema of the run parameters'),
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
    .describe('The workflow it runs; a workflow belongs to at most one agent'),
});

const Published = z
  .string()
  .nullable()
  .describe('Identifies what a run would start now: the newest versions of its workflow and sub-workflows');

const SendsTo = z.array(Delivery).describe('Recipients of values from its runs, sub-workflows included');

export const AgentDetail = AgentForm.extend({
  revision: z.number().int().describe('Increments on each save'),
  published: Published,
  sendsTo: SendsTo,
  createdAt: Moment,
  updatedAt: Moment,
  updatedBy: z.string().nullable().describe('Display name'),
});
export type AgentDetail = z.infer<typeof AgentDetail>;

/** An agent in the gallery, with the status and results of its runs. */
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
  runnable: z.boolean().describe('True if its workflow is published and not retired'),
  needs: z
    .array(z.enum(permissions))
    .describe('Permissions needed to run it; its steps run with the rights of the user who starts it'),
  published: Published,
  sendsTo: SendsTo,
  updatedAt: Moment,
  status: z.enum(agentStatuses),
  progress: z.number().int().nullable().describe('Percent, while running'),
  lastRun: z
    .object({
      id: z.uuid(),
      status: z.enum(runStatuses),
      at: Moment.describe('End time, or start time while running'),
      waitingFor: z.string().nullable(),
      error: z.string().nullable(),
      mine: z.boolean().describe('True if the caller started it'),
    })
    .nullable(),
  savings: Decimal.nullable().describe('From the latest completed run, in the workspace’s currency'),
  accuracy: Decimal.nullable().describe('From the latest completed run, from 0 to 1'),
  processedDeals: z.number().int().nullable().describe('From the latest completed run'),
  summary: z.string().nullable().describe('Summary reported by the latest completed run'),
});
export type AgentSummary = z.infer<typeof AgentSummary>;

/** What the runs of an agent came to; runs of other agents that it starts are theirs. */
const AgentFigures = z.object({
  id: z.string().describe('Its agentId'),
  ended: z.number().int().describe('Runs that ended; cancelled ones are not counted'),
  completed: z.number().int(),
  cost: Decimal.nullable().describe('In the workspace’s currency; null without access to costs'),
  unpriced: z.number().int().describe('Calls without a price'),
  others: otherCosts,
  environments: z.array(Environment).describe('Where a version of it is deployed'),
});
export type AgentFigures = z.infer<typeof AgentFigures>;

export const agentId = z.object({ id: z.string().min(1).max(200).describe('Its agentId') });

export const agents = {
  list: endpoint
    .route({ method: 'GET', path: '/agents', summary: 'List agents by name', tags: ['Agents'] })
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
            savings: Decimal.nullable().describe('Total saved by the agents; null if none reported savings'),
          })
          .describe('Counted over all matching agents, not only this page'),
      }),
    ),
  figures: endpoint
    .route({
      method: 'GET',
      path: '/agent-figures',
      summary: 'Runs and cost of each agent in the last 30 days',
      tags: ['Agents'],
    })
    .meta({ access: 'read:agents' })
    .output(
      z.object({
        days: z.number().int(),
        currency: z.string(),
        rows: z.array(AgentFigures),
        ...conversions,
      }),
    ),
  get: endpoint
    .route({ method: 'GET', path: '/agents/{id}', summary: 'Get an agent', tags: ['Agents'] })
    .meta({ access: 'read:agents' })
    .input(
      agentId.extend({
        environment: Environment.optional().describe(
          'Where the run takes place that `published` and `sendsTo` describe; omitted: where the agent runs',
        ),
      }),
    )
    .output(AgentDetail),
  create: endpoint
    .route({
      method: 'POST',
      path: '/agents',
      summary: 'Create an agent',
      tags: ['Agents'],
      successStatus: 201,
    })
    .meta({ access: 'edit:agents' })
    .input(
      AgentForm.extend({
        template: word
          .optional()
          .describe('The template it starts from: without a workflow it gets a copy of the template’s'),
      }),
    )
    .output(AgentDetail),
  update: endpoint
    .route({ method: 'PUT', path: '/agents/{id}', summary: 'Update an agent', tags: ['Agents'] })
    .meta({ access: 'edit:agents' })
    .input(
      AgentForm.omit({ agentId: true }).extend({
        id: agentId.shape.id,
        revision: z.number().int().min(0).max(1_000_000_000).describe('The revision you edited'),
      }),
    )
    .output(AgentDetail),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/remove',
      summary: 'Delete an agent with its versions and instances; its workflow and runs stay',
      tags: ['Agents'],
    })
    .meta({ access: 'delete:agents' })
    .input(agentId)
    .output(z.object({ removed: z.literal(true) })),
  run: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/runs',
      summary: 'Run an agent: starts its workflow with the given parameters',
      tags: ['Agents'],
      successStatus: 201,
    })
    .meta({ access: 'run:agents' })
    .input(
      agentId.extend({
        input: JsonObject.default({}).describe('Override the agent’s defaults'),
        published: z
          .string()
          .max(200)
          .optional()
          .describe('The `published` value you read; rejected if a newer version was published since'),
        preset: presetName.optional().describe('Your preset that the values come from'),
        instance: z
          .uuid()
          .optional()
          .describe('The instance to run: in its environment and with its values, which the input overrides'),
      }),
    )
    .output(RunSummary),
};

/** Values that a person keeps for runs of an agent. */
export const AgentPreset = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), Json),
  isCustom: z.boolean().describe('Differs from the agent’s defaults'),
  lastRun: Moment.nullable(),
  updatedAt: Moment,
});
export type AgentPreset = z.infer<typeof AgentPreset>;

const presetTags = ['Agent presets'];
const runs = { access: 'run:agents' } as const;
const presets = z.object({ rows: z.array(AgentPreset) });

export const agentPresets = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/agents/{id}/presets',
      summary: 'List your own presets of an agent, by name',
      tags: presetTags,
    })
    .meta(runs)
    .input(agentId)
    .output(presets),
  save: endpoint
    .route({
      method: 'PUT',
      path: '/agents/{id}/presets',
      summary: 'Save values as your preset; one of the same name is replaced',
      tags: presetTags,
    })
    .meta(runs)
    .input(
      agentId.extend({
        name: presetName,
        description: Words.max(500).default(''),
        parameters: JsonObject.describe('Values by parameter name'),
      }),
    )
    .output(presets),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/agents/{id}/presets/remove',
      summary: 'Delete one of your presets',
      tags: presetTags,
    })
    .meta(runs)
    .input(agentId.extend({ name: presetName }))
    .output(presets),
};
