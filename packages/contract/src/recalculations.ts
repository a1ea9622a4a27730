import { z } from 'zod';
import {
  Currency,
  Day,
  Decimal,
  endpoint,
  JsonRecord,
  Moment,
  PageInput,
  pageOf,
  Unit,
  Words,
} from './base.ts';
import { PayoutDifference, Run } from './calculations.ts';
import { ChangedDeal, ChangedSplit } from './simulations/what-if.ts';

const text = Words.min(1).max(200);

/** A deal in its new state, without its id; null: the deal is removed. */
const DealAfter = ChangedDeal.omit({ id: true }).extend({
  overlays: z.array(ChangedSplit).max(100).default([]),
  approvedOn: Day.nullable().default(null),
  termMonths: z.number().int().min(1).max(1_200).nullable().default(null),
  reversesId: Words.max(200).nullable().default(null),
});

/** One record in its new state, found by its identifying fields; `after` null: the record is removed. */
export const StatedChange = z.discriminatedUnion('of', [
  z.object({ of: z.literal('deal'), id: text, after: DealAfter.nullable() }),
  z.object({
    of: z.literal('quota'),
    participantId: text,
    componentId: text.nullable().default(null).describe('Null: every component measured in this unit'),
    unit: Unit.default('$'),
    from: Day,
    to: Day,
    after: z
      .object({
        amount: Decimal,
        currency: Currency.nullable().default(null).describe('Null: the plan’s'),
      })
      .nullable(),
  }),
  z.object({
    of: z.literal('exchange-rate'),
    from: Currency,
    to: Currency,
    date: Day,
    after: z.object({ rate: Decimal, source: text.default('stated') }).nullable(),
  }),
  z.object({
    of: z.literal('assignment'),
    participantId: text,
    from: Day.describe('Start date'),
    after: z.object({ to: Day.nullable().default(null) }).nullable(),
  }),
]);
export type StatedChange = z.infer<typeof StatedChange>;

/** The new pay of a line in a sentence, and the records that cause it. */
export const PaidAgain = PayoutDifference.extend({
  message: z.string().nullable(),
  because: z.array(z.string()).describe('The changed records this line depends on, ten at most'),
});
export type PaidAgain = z.infer<typeof PaidAgain>;

/** Effect of one changed record on a calculation. Only lines that depend on it were recalculated. */
export const Recalculation = z.object({
  id: z.uuid(),
  runId: z.uuid(),
  change: z.object({
    of: z.enum(['deal', 'quota', 'exchange-rate', 'assignment']),
    name: z.string(),
    before: JsonRecord.nullable().describe('The record as the calculation read it; null: it did not exist'),
    after: JsonRecord.nullable(),
  }),
  reason: z.string(),
  currency: Currency,
  delta: z.string().describe('Total change over the lines, after minus before'),
  lines: z.array(PaidAgain).describe('Number of lines that change'),
  payees: z
    .array(z.object({ participantId: z.string(), inputHash: z.string(), total: z.string() }))
    .describe('Everyone whose inputs change, with the lines a new run would store'),
  reachesLater: z.boolean().describe('True if later periods of the plan build on this one'),
  resultHash: z.string(),
  createdBy: z.string(),
  createdAt: Moment,
  accepted: z
    .object({ runId: z.uuid(), by: z.string(), at: Moment })
    .nullable()
    .describe('True if the change was saved and this calculation applied it'),
});
export type Recalculation = z.infer<typeof Recalculation>;

/** Line-by-line effect of late records on a calculation, before they are accepted. */
export const PayDifference = z.object({
  runId: z.uuid(),
  currency: Currency,
  before: z.string(),
  after: z.string(),
  delta: z.string(),
  payeesRead: z.number().int().describe('Payees checked because their inputs may have changed'),
  payeesChanged: z.number().int().describe('Payees whose inputs changed; only these were recalculated'),
  lineCount: z.number().int(),
  lines: z.array(PaidAgain).describe('The first 500 lines that change'),
  recalculatedFirst: z
    .array(
      z.object({
        runId: z.uuid(),
        periodKey: z.string(),
        delta: z.string().nullable().describe('Null if it can’t be calculated'),
      }),
    )
    .default([])
    .describe(
      'Earlier calculations it builds on that change too; the figures assume that they are recalculated',
    ),
});
export type PayDifference = z.infer<typeof PayDifference>;

export const recalculations = {
  make: endpoint
    .route({
      method: 'POST',
      path: '/calculations/{id}/recalculations',
      summary:
        'Preview one changed deal, quota, rate or assignment: recalculates and saves only the affected payees, next to the calculation',
      tags: ['Pay'],
      successStatus: 201,
    })
    .meta({ access: 'run:calculations' })
    .input(z.object({ id: z.uuid(), change: StatedChange, reason: Words.min(3).max(2_000) }))
    .output(Recalculation),
  list: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{id}/recalculations',
      summary: 'List previews of changed records for a calculation, newest first',
      tags: ['Pay'],
    })
    .meta({ access: 'read:simulated-pay' })
    .input(PageInput.extend({ id: z.uuid() }))
    .output(pageOf(Recalculation)),
  accept: endpoint
    .route({
      method: 'POST',
      path: '/calculations/{id}/recalculations/{recalculationId}/accept',
      summary:
        'Apply a previewed change to the records and recalculate the affected payees as a new version; needs the permission to change that record',
      tags: ['Pay'],
      successStatus: 202,
    })
    .meta({ access: 'run:calculations' })
    .input(
      z.object({
        id: z.uuid(),
        recalculationId: z.uuid(),
        closedPeriod: z
          .enum(['refuse', 'adjust'])
          .default('refuse')
          .describe('`adjust`: if the period is paid, the differences go into the next payment run'),
      }),
    )
    .output(Run),
  late: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{id}/late-records',
      summary: 'Preview how records added after a calculation would change it, line by line; saves nothing',
      tags: ['Pay'],
    })
    .meta({ access: 'read:simulated-pay' })
    .input(z.object({ id: z.uuid() }))
    .output(PayDifference),
};
