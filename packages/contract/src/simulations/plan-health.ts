import { attainmentBands } from '@attain/domain/measures/plan-health';
import { z } from 'zod';
import { Currency, Day, Decimal, endpoint, Moment } from '../base.ts';

/** How well a plan works, by its newest results, its newest check and its tests. */
export const PlanHealth = z.object({
  planId: z.uuid(),
  planName: z.string(),
  currency: Currency,
  isActive: z.boolean(),
  results: z
    .object({
      from: Day,
      to: Day,
      periods: z.number().int(),
      payees: z.number().int(),
      newestRunId: z.uuid(),
      costPerUnit: Decimal.nullable().describe('Pay ÷ credit of components that count money, 4 decimals'),
      correlation: Decimal.nullable().describe('Pearson’s r of attainment and pay ÷ target, 4 decimals'),
      compared: z.number().int().describe('Payees with attainment and target'),
      bands: z
        .array(z.object({ band: z.enum(attainmentBands), payees: z.number().int() }))
        .describe('Payees by attainment; empty: withheld, or none has one'),
    })
    .nullable()
    .describe('Of the last twelve months with results; null: none'),
  check: z
    .object({
      simulationId: z.uuid(),
      at: Moment,
      version: z.number().int().nullable().describe('Null: an unsaved draft'),
      findings: z.number().int(),
      withStake: z.number().int(),
      largestStake: Decimal.nullable(),
    })
    .nullable()
    .describe('The newest completed check; null: never checked'),
  tests: z.object({ count: z.number().int(), failing: z.number().int() }),
  withoutQuota: z
    .object({ period: z.string(), count: z.number().int(), names: z.array(z.string()).describe('The first') })
    .nullable()
    .describe('Payees without a quota that a component needs; null: none needs one'),
});
export type PlanHealth = z.infer<typeof PlanHealth>;

/** The first screen of those who design plans; part of `simulations`. */
export const planHealth = {
  health: endpoint
    .route({
      method: 'GET',
      path: '/plan-health',
      summary: 'Get how well plans work: cost, pay against attainment, findings, failing tests',
      tags: ['Simulations'],
    })
    .meta({ access: 'read:simulations' })
    .output(
      z.object({
        plans: z.array(PlanHealth).describe('Active plans first, then by name'),
        withheld: z.string().nullable().describe('Why some figures are hidden'),
      }),
    ),
};
