import { industries, personas } from '@attain/domain/suggestions/configurations/configuration';
import { z } from 'zod';
import { interactionModes } from './auth.ts';
import { endpoint } from './base.ts';

const Level = z.number().int().min(0).max(3);

/** How the assistant stands for the reader. */
export const AssistantState = z.object({
  mode: z.enum(interactionModes),
  autonomy: z.object({
    chosen: Level.describe('Stored for the workspace'),
    level: Level.describe('What holds: the chosen one, capped by your mode'),
    cap: Level.describe('The highest level of your mode'),
    policyId: z.string(),
    acting: z
      .object({ level: Level, owner: z.string().nullable().describe('On whose behalf; null: no one chose') })
      .describe('What Attain does without a click'),
    raiseId: z.uuid().nullable().describe('The open request to raise the level to Full Auto'),
  }),
  paused: z.object({
    workspace: z.boolean(),
    plan: z.boolean().describe('Of the plan you asked about'),
  }),
  persona: z.enum(personas).describe('Your preference; without one by your roles'),
  industry: z.enum(industries).describe('Your preference; without one the workspace’s'),
  auditLevel: z.enum(['basic', 'standard', 'comprehensive']),
  complianceLevel: z.enum(['standard', 'strict']),
  suggestions: z.object({
    open: z.number().int(),
    aboveThreshold: z.number().int().describe('Open with a confidence above 70 percent'),
  }),
  trust: z.object({
    userControl: z.number(),
    transparency: z.number(),
    auditability: z.number(),
    dataQuality: z.number().nullable().describe('Of the newest analysis; null: none yet'),
  }),
});
export type AssistantState = z.infer<typeof AssistantState>;

const AutonomyChange = z.object({
  from: Level,
  to: Level,
  context: z.string(),
  policyId: z.string(),
  thresholds: z.record(z.string(), z.number()),
  restrictions: z.array(z.string()),
});

export const assistant = {
  state: endpoint
    .route({
      method: 'GET',
      path: '/assistant/state',
      summary: 'Get mode, autonomy, trust and counts of the assistant',
      tags: ['Assistant'],
    })
    .meta({ access: 'use:assistant' })
    .input(z.object({ planId: z.uuid().optional().describe('Omitted: the whole workspace') }))
    .output(AssistantState),
  setAutonomy: endpoint
    .route({
      method: 'PUT',
      path: '/assistant/autonomy',
      summary: 'Set what the assistant may do without a click',
      tags: ['Assistant'],
    })
    .meta({ access: 'set:autonomy' })
    .input(z.object({ level: Level }))
    .output(
      AutonomyChange.extend({
        approvalId: z.uuid().nullable().describe('The level waits for this approval; null: it holds'),
      }),
    ),
  pause: endpoint
    .route({
      method: 'PUT',
      path: '/assistant/pause',
      summary: 'Pause or resume analyses and acts of the assistant, for the workspace or one plan',
      tags: ['Assistant'],
    })
    .meta({ access: 'set:autonomy' })
    .input(z.object({ isPaused: z.boolean(), planId: z.uuid().optional() }))
    .output(z.object({ isPaused: z.boolean(), pausedPlans: z.array(z.uuid()) })),
};
