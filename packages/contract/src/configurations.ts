import {
  type ActingLimit,
  actingKeys,
  type ThresholdKey,
  thresholdKeys,
} from '@attain/domain/suggestions/configurations/assistant-settings';
import { industries, personas } from '@attain/domain/suggestions/configurations/configuration';
import { z } from 'zod';
import { Currency, endpoint, Moment, Words } from './base.ts';

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

const thresholds = z.object(
  Object.fromEntries(thresholdKeys.map((key) => [key, z.number().min(-1).max(1_000_000_000)])) as Record<
    ThresholdKey,
    z.ZodNumber
  >,
);
const acting = z.object(
  Object.fromEntries(actingKeys.map((key) => [key, z.number().int().min(-1).max(100)])) as Record<
    ActingLimit,
    z.ZodNumber
  >,
);
const Settings = z.object({
  off: z.array(z.string().min(1).max(60)).max(50).describe('Analyzers that do not run'),
  thresholds: thresholds.describe('When analyzers suggest something'),
  acting: acting.describe('What Attain may do without a click; never more than as shipped'),
});
const Range = z.object({
  key: z.string(),
  value: z.number().describe('As shipped'),
  min: z.number(),
  max: z.number(),
});

/** How the assistant works in a workspace, with what can be set. */
export const AssistantSettings = Settings.extend({
  version: z.number().int().describe('0: as shipped; each edit counts one up'),
  savedBy: z.string().nullable(),
  savedAt: Moment.nullable(),
  analysers: z.array(z.object({ key: z.string(), principle: z.string() })),
  ranges: z.object({
    thresholds: z.array(
      Range.extend({
        step: z.number(),
        analyser: z.string().nullable().describe('Null: of all'),
      }),
    ),
    acting: z.array(Range),
  }),
});
export type AssistantSettings = z.infer<typeof AssistantSettings>;

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
  settings: endpoint
    .route({
      method: 'GET',
      path: '/assistant/settings',
      summary: 'Get which analyzers run, their thresholds and the limits of acting alone',
      tags: ['Assistant'],
    })
    .meta({ access: 'use:assistant' })
    .output(AssistantSettings),
  saveSettings: endpoint
    .route({
      method: 'PUT',
      path: '/assistant/settings',
      summary: 'Change which analyzers run, their thresholds and the limits of acting alone',
      tags: ['Assistant'],
    })
    .meta({ access: 'edit:workspace' })
    .input(Settings.extend({ version: z.number().int().min(0).describe('The version you edited') }))
    .output(AssistantSettings),
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
