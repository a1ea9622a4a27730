import { whatIfParameters } from '@attain/domain/suggestions/what-if/what-if-target';
import { z } from 'zod';
import { Currency, Decimal, endpoint, Moment, PageInput, pageOf, Words } from './base.ts';

const Percent = z.number().min(0).max(100);
const Parameter = z
  .enum(whatIfParameters, { error: `Choose one of ${whatIfParameters.join(', ')}.` })
  .describe('`weights` of all components, or `cap`, `accelerator` or `threshold` of one');

/** A value of a plan that was tried, and what it would save on past deals. Nothing of the plan changes. */
export const WhatIfRun = z.object({
  simulationId: z.uuid(),
  planId: z.uuid(),
  parameter: Parameter,
  componentId: z.string().nullable(),
  componentName: z.string().nullable().describe('Null: the weights of all components'),
  originalValue: z.string().describe('Of the plan when it was tried'),
  newValue: z.string(),
  projectedSavings: Decimal.describe('In `currency`; negative: additional cost'),
  currency: Currency,
  riskScore: Percent.nullable().describe('Of the plan with the change; null: no payee could be simulated'),
  confidence: Percent,
  range: z.object({ p10: Decimal, p90: Decimal }).nullable().describe('If months had fallen differently'),
  payees: z.number().int(),
  losers: z.number().int().describe('Payees who earn more than 1% less'),
  createdAt: Moment,
});
export type WhatIfRun = z.infer<typeof WhatIfRun>;

export const whatIf = {
  run: endpoint
    .route({
      method: 'POST',
      path: '/assistant/what-if',
      summary: 'Try one value of a plan on past deals; the run is stored, the plan stays as it is',
      tags: ['Assistant'],
    })
    .meta({ access: 'run:simulations' })
    .input(
      z.object({
        planId: z.uuid(),
        parameter: Parameter,
        componentId: Words.min(1).max(200).nullable().default(null).describe('Needed except for weights'),
        newValue: Words.min(1).max(100).describe('`65/8/27`, `1.2x`, `>125% @ 1.2x`, `125%`, or `none`'),
        originalValue: Words.max(100)
          .optional()
          .describe('The value you saw; refused with 409 if the plan has another one by now'),
      }),
    )
    .output(WhatIfRun),
  list: endpoint
    .route({
      method: 'GET',
      path: '/assistant/what-if',
      summary: 'List your own runs, newest first',
      tags: ['Assistant'],
    })
    .meta({ access: 'run:simulations' })
    .input(PageInput.extend({ planId: z.uuid().optional().describe('Omitted: of all plans') }))
    .output(pageOf(WhatIfRun)),
};
