import { industries, personas } from '@attain/domain/suggestions/configurations/configuration';
import { z } from 'zod';
import { Currency, endpoint, Words } from './base.ts';

const Label = Words.min(1).max(60);

/** What a persona or an industry changes on screen: words and order, never rights. */
export const AssistantConfiguration = z.object({
  fieldLabels: z
    .object({ target: Label, earnings: Label, multiplier: Label, limit: Label })
    .partial()
    .describe('Words of the plan; an industry’s come before a persona’s'),
  complianceBadges: z.array(Words.min(1).max(80)).max(20),
  explainabilityFocus: z.array(Words.min(1).max(80)).max(20).describe('What an explanation shows first'),
  tone: Words.max(200),
});
export type AssistantConfiguration = z.infer<typeof AssistantConfiguration>;

const Served = AssistantConfiguration.extend({
  name: z.string(),
  version: z.number().int().describe('0: as shipped; each edit counts one up'),
  currency: Currency.describe('The workspace’s'),
});

/** A level of an autonomy policy. */
export const AutonomyLevel = z.object({
  id: z.number().int(),
  label: z.enum(['Manual', 'Assisted', 'Supervised', 'Full Auto']),
  description: z.string(),
  thresholds: z.record(z.string(), z.number()),
  restrictions: z.array(z.string()),
});

const AutonomyPolicy = z.object({ id: z.string(), name: z.string(), levels: z.array(AutonomyLevel) });

const named = (summary: string, kind: string) =>
  endpoint
    .route({
      method: 'GET',
      path: `/assistant/configurations/${kind}/{name}`,
      summary,
      tags: ['Assistant'],
    })
    .meta({ access: 'use:assistant' });

/** Names are accepted in any case: `saas`, `SaaS`. */
const Name = z.string().min(1).max(60);

export const configurations = {
  persona: named('Get the words of a persona', 'personas')
    .input(z.object({ name: Name }))
    .output(Served),
  industry: named('Get the words and badges of an industry', 'industries')
    .input(z.object({ name: Name }))
    .output(Served),
  autonomy: named('Get an autonomy policy with its levels', 'autonomy')
    .input(z.object({ name: Name }))
    .output(AutonomyPolicy),
  save: endpoint
    .route({
      method: 'PUT',
      path: '/assistant/configurations/{kind}/{name}',
      summary: 'Change the words of a persona or an industry in this workspace',
      tags: ['Assistant'],
    })
    .meta({ access: 'edit:workspace' })
    .input(
      AssistantConfiguration.extend({
        kind: z.enum(['personas', 'industries']),
        name: z.enum([...personas, ...industries]),
        version: z.number().int().min(0).describe('The version you edited'),
      }),
    )
    .output(Served),
};
