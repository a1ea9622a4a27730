import { z } from 'zod';
import { Currency, endpoint } from '../base.ts';
import { PlanDocument } from '../plans.ts';
import { Span, SpanKey } from './findings.ts';

const Changed = z.object({
  participantId: z.string(),
  participantName: z.string(),
  before: z.string(),
  after: z.string(),
  delta: z.string(),
});

const LiveOutcome = z.object({
  payees: z.number().int().describe('Payees that both plans pay; all figures are of them'),
  winners: z.number().int(),
  losers: z.number().int(),
  same: z.number().int(),
  baseline: z.string().nullable().describe('Cost of the baseline; null if withheld'),
  draft: z.string().nullable(),
  change: z.string().nullable().describe('Draft minus baseline'),
  changePercent: z.string().nullable().describe('Of the baseline, 1 decimal'),
  changes: z
    .array(z.object({ from: z.string(), to: z.string(), payees: z.number().int() }))
    .describe('Payees by how much their pay changes, [from, to); small groups are joined or omitted'),
  largest: z
    .object({ winners: z.array(Changed), losers: z.array(Changed) })
    .nullable()
    .describe('The largest changes, at most five each; null without permission to view simulated pay'),
  unpaid: z.number().int().describe('Payees that one of the plans can’t pay'),
  unpaidReasons: z.array(
    z.object({ plan: z.enum(['baseline', 'draft']), example: z.string(), payees: z.number().int() }),
  ),
  leftOut: z
    .array(z.object({ reason: z.string(), payees: z.number().int() }))
    .describe('Payees that only a stored simulation can pay; in no figure'),
  calculated: z.number().int().describe('Payees whose pay needed the full calculation'),
  assumptions: z.array(z.string()),
  withheld: z.string().optional().describe('Why amounts are hidden'),
});

/** What a changed plan would have cost; `reading` until the totals are in memory. */
export const LiveDesign = z.object({
  span: Span,
  currency: Currency,
  reading: z
    .object({ done: z.number().int(), total: z.number().int().nullable() })
    .nullable()
    .describe('Payees whose totals have been read; ask again until it is null'),
  outcome: LiveOutcome.nullable(),
});
export type LiveDesign = z.infer<typeof LiveDesign>;

/** Cost of a plan while it is being designed; part of `simulations`. */
export const liveDesign = {
  live: endpoint
    .route({
      method: 'POST',
      path: '/simulations/live',
      summary:
        'Compare an unsaved plan with the baseline on past periods, from totals in memory; saves nothing',
      description:
        'The figures equal those of a stored replay. The first request for some periods reads the records and answers with its progress.',
      tags: ['Simulations'],
    })
    .meta({ access: 'run:simulations' })
    .input(
      z.strictObject({
        planId: z.uuid(),
        version: z.number().int().optional().describe('Omitted: the newest version'),
        document: PlanDocument.optional().describe('An unsaved draft; overrides version'),
        baselinePlanId: z.uuid().optional().describe('The plan people are on now; omitted: the same plan'),
        baselineVersion: z.number().int().optional().describe('Omitted: the active version'),
        span: SpanKey.optional(),
      }),
    )
    .output(LiveDesign),
};
