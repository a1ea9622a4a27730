import { personas } from '@attain/domain/suggestions/configurations/configuration';
import { z } from 'zod';
import { Currency, Decimal, endpoint } from './base.ts';
import { Suggestion } from './suggestions.ts';

const Percent = z.number().min(0).max(100);

/** One step of the reasoning: how far it carries the suggestion, and by which figures. */
const ReasoningStep = z.object({
  id: z.string(),
  title: z.string(),
  statement: z.string().describe('Its result in one line'),
  summary: z.string().describe('Its arithmetic; empty if the step does not apply'),
  details: z.array(z.string()),
  confidence: Percent.nullable().describe('Null: the step does not apply'),
  evidenceCount: z.number().int(),
});

/** Another change that was replayed as well. */
const Counterfactual = z.object({
  id: z.string(),
  kind: z.enum(['milder', 'stricter', 'other-lever']),
  title: z.string(),
  description: z.string(),
  projectedSavings: Decimal,
  losers: z.number().int(),
  riskScore: Percent.nullable(),
  confidence: Percent,
  reasoning: z.string(),
});

const Fact = z.object({ label: z.string(), value: z.string() });

/** Why an analyser suggests something. Every figure is the one stored with the suggestion. */
export const Explanation = z.object({
  suggestionId: z.string(),
  title: z.string(),
  persona: z.enum(personas),
  summary: z.string().describe('The impact in the words of the persona'),
  focus: z.array(z.string()).describe('What the persona reads first'),
  labels: z.object({ target: z.string(), earnings: z.string(), multiplier: z.string(), limit: z.string() }),
  reasoning: z.array(z.string()).describe('Sentences'),
  steps: z.array(ReasoningStep),
  confidence: Percent.nullable(),
  counterfactuals: z.array(Counterfactual),
  flipPoint: z.string().nullable().describe('After which change of data it would not be suggested'),
  riskFactors: Suggestion.shape.riskFactors,
  figures: z
    .object({
      currency: Currency,
      from: z.iso.date(),
      to: z.iso.date(),
      projectedSavings: Decimal,
      baselineCost: Decimal,
      changedCost: Decimal,
      changePercent: Decimal.nullable(),
      byComponent: z.array(z.object({ componentId: z.string(), savings: Decimal })),
      byPeriod: z.array(z.object({ period: z.string(), savings: Decimal })),
      payees: z.number().int(),
      unpaid: z.number().int(),
      losers: z.number().int(),
      greatestLossPercent: Decimal,
      range: Suggestion.shape.savingsRange,
      risk: z
        .object({
          score: Percent,
          before: Percent,
          parts: z.object({ tail: z.string(), spread: z.string(), losers: z.string() }),
          scenarios: z.number().int(),
        })
        .nullable(),
    })
    .nullable(),
  inputs: z.array(
    z.object({
      kind: z.enum(['component', 'period', 'records', 'territory', 'level']),
      label: z.string(),
      value: z.string(),
      savings: Decimal.nullable(),
    }),
  ),
  benchmark: z
    .object({
      title: z.string(),
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      source: z.string().nullable(),
    })
    .nullable(),
  provenance: z.object({
    analyser: z.string(),
    version: z.string(),
    rule: z.string(),
    thresholds: z.array(Fact),
    engineVersion: z.string(),
    inputHash: z.string(),
    limits: z.array(z.string()),
    languageModel: z.string().nullable(),
  }),
});
export type Explanation = z.infer<typeof Explanation>;

export const explanations = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/suggestions/{id}/explanation',
      summary: 'Explain a suggestion; not found for one that no analyser computed',
      tags: ['Suggestions'],
    })
    .meta({ access: 'read:suggestions' })
    .input(
      z.object({
        id: z.string().min(1).max(200),
        persona: z.enum(personas).optional().describe('Omitted: the persona of your roles'),
      }),
    )
    .output(Explanation),
};
