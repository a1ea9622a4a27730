import { z } from 'zod';
import { endpoint, Moment, PageInput, pageOf, Words } from '../base.ts';
import { AgentForm } from './agents.ts';

const word = Words.trim().max(100);

/** An agent to start others from, as it was when saved. */
const AgentTemplate = z.object({
  id: z.string().describe('Its templateId, unique in the workspace'),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  industry: z.string(),
  useCase: z.string(),
  tags: z.array(z.string()),
  isRecommended: z.boolean(),
  popularity: z.number().int().describe('How many agents were created from it'),
  savedFrom: z.string().describe('The agentId it was saved from, which may be gone'),
  agent: AgentForm.describe('The form that a new agent starts with; without ID and workflow'),
  workflow: z.string().nullable().describe('Name of the workflow that is copied; null: none'),
  updatedAt: Moment,
  updatedBy: z.string().nullable().describe('Display name'),
});
export type AgentTemplate = z.infer<typeof AgentTemplate>;

const tags = ['Agent templates'];
const templateId = z.object({ id: z.string().min(1).max(200).describe('Its templateId') });

export const agentTemplates = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/agent-templates',
      summary: 'List agent templates: recommended first, then most used, then by name',
      tags,
    })
    .meta({ access: 'read:agents' })
    .input(
      PageInput.extend({
        search: z
          .string()
          .max(200)
          .optional()
          .describe('Names, descriptions, categories, industries, uses, tags'),
      }),
    )
    .output(pageOf(AgentTemplate)),
  save: endpoint
    .route({
      method: 'POST',
      path: '/agent-templates',
      summary: 'Save an agent and its workflow as a template',
      tags,
      successStatus: 201,
    })
    .meta({ access: 'edit:agents' })
    .input(
      z.object({
        agent: z.string().min(1).max(200).describe('The agentId it is saved from'),
        name: word.min(1, 'Enter a name for the template.').describe('The templateId is derived from it'),
        description: Words.max(1000).default(''),
        industry: word.default(''),
        useCase: word.default(''),
        tags: z.array(word.min(1).max(50)).max(20).default([]),
        isRecommended: z.boolean().default(false).describe('Listed first'),
        replace: z
          .boolean()
          .default(false)
          .describe('Replaces a template of the same templateId; its count of agents stays'),
      }),
    )
    .output(AgentTemplate),
  remove: endpoint
    .route({
      method: 'POST',
      path: '/agent-templates/{id}/remove',
      summary: 'Delete a template; agents created from it stay',
      tags,
    })
    .meta({ access: 'edit:agents' })
    .input(templateId)
    .output(z.object({ removed: z.literal(true) })),
};
