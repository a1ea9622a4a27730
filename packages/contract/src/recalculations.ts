import { z } from 'zod';
import { Currency, Day, endpoint, Moment, PageInput, pageOf, Words } from './base.ts';
import { PayoutDifference } from './calculations.ts';
import { ChangedDeal, ChangedSplit } from './simulations/what-if.ts';

/** A deal as it is to be, without its id; null: it is taken away. */
const DealAfter = ChangedDeal.omit({ id: true }).extend({
  overlays: z.array(ChangedSplit).max(100).default([]),
  approvedOn: Day.nullable().default(null),
  termMonths: z.number().int().min(1).max(1_200).nullable().default(null),
  reversesId: Words.max(200).nullable().default(null),
});

/** What one changed deal makes of a calculation: the lines that depend on it were paid again, and no others. */
export const Recalculation = z.object({
  id: z.uuid(),
  runId: z.uuid(),
  dealId: z.string(),
  before: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('As the calculation knew it; null: not at all'),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string(),
  currency: Currency,
  delta: z.string().describe('Sum over the lines, after minus before'),
  lines: z
    .array(PayoutDifference.extend({ say: z.string().nullable() }))
    .describe('Lines whose figures are others'),
  payees: z
    .array(z.object({ participantId: z.string(), inputHash: z.string(), total: z.string() }))
    .describe('Everybody whose inputs are others, with what a new run would store of them'),
  reachesLater: z.boolean().describe('Whether later periods of the plan build on this one'),
  resultHash: z.string(),
  createdBy: z.string(),
  createdAt: Moment,
});
export type Recalculation = z.infer<typeof Recalculation>;

/** One changed deal, recalculated at once. */
export const recalculations = {
  make: endpoint
    .route({
      method: 'POST',
      path: '/calculations/{id}/recalculations',
      summary:
        'What one changed deal makes of a calculation: only what depends on it is paid again, and stored beside it',
      tags: ['Pay'],
      successStatus: 201,
    })
    .meta({ access: 'run:calculations' })
    .input(
      z.object({
        id: z.uuid(),
        dealId: Words.min(1).max(200),
        after: DealAfter.nullable().describe('Null: the deal is taken away'),
        reason: Words.min(3).max(2_000),
      }),
    )
    .output(Recalculation),
  list: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{id}/recalculations',
      summary: 'What changed deals made of a calculation, newest first',
      tags: ['Pay'],
    })
    .meta({ access: 'read:simulated-pay' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(Recalculation)),
};
