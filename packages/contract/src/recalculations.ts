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

/** A deal as it is to be, without its id; null: it is taken away. */
const DealAfter = ChangedDeal.omit({ id: true }).extend({
  overlays: z.array(ChangedSplit).max(100).default([]),
  approvedOn: Day.nullable().default(null),
  termMonths: z.number().int().min(1).max(1_200).nullable().default(null),
  reversesId: Words.max(200).nullable().default(null),
});

/** One record as it is to be, found by what identifies it; `after` null: it is taken away. */
export const StatedChange = z.discriminatedUnion('of', [
  z.object({ of: z.literal('deal'), id: text, after: DealAfter.nullable() }),
  z.object({
    of: z.literal('quota'),
    participantId: text,
    componentId: text.nullable().default(null).describe('Null: every component of the unit'),
    unit: Unit.default('$'),
    from: Day,
    to: Day,
    after: z
      .object({
        amount: Decimal,
        currency: Currency.nullable().default(null).describe("Null: the plan's"),
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
    from: Day.describe('The first day in the plan'),
    after: z.object({ to: Day.nullable().default(null) }).nullable(),
  }),
]);
export type StatedChange = z.infer<typeof StatedChange>;

/** What a line would pay instead, in a sentence, and which records decide that. */
export const PaidAgain = PayoutDifference.extend({
  message: z.string().nullable(),
  because: z.array(z.string()).describe('The records this line depends on that are others, ten at most'),
});
export type PaidAgain = z.infer<typeof PaidAgain>;

/** What one changed record makes of a calculation: the lines that depend on it were paid again, and no others. */
export const Recalculation = z.object({
  id: z.uuid(),
  runId: z.uuid(),
  change: z.object({
    of: z.enum(['deal', 'quota', 'exchange-rate', 'assignment']),
    name: z.string(),
    before: JsonRecord.nullable().describe('As the calculation knew it; null: not at all'),
    after: JsonRecord.nullable(),
  }),
  reason: z.string(),
  currency: Currency,
  delta: z.string().describe('Sum over the lines, after minus before'),
  lines: z.array(PaidAgain).describe('Lines whose figures are others'),
  payees: z
    .array(z.object({ participantId: z.string(), inputHash: z.string(), total: z.string() }))
    .describe('Everybody whose inputs are others, with what a new run would store of them'),
  reachesLater: z.boolean().describe('Whether later periods of the plan build on this one'),
  resultHash: z.string(),
  createdBy: z.string(),
  createdAt: Moment,
  accepted: z
    .object({ runId: z.uuid(), by: z.string(), at: Moment })
    .nullable()
    .describe('The record was changed so, and this calculation took it in; null: not'),
});
export type Recalculation = z.infer<typeof Recalculation>;

/** What the records make of a calculation once they are taken in: a difference, line by line, before anybody accepts it. */
export const PayDifference = z.object({
  runId: z.uuid(),
  currency: Currency,
  before: z.string(),
  after: z.string(),
  delta: z.string(),
  payeesRead: z.number().int().describe('Whose inputs were read again, because they may be others'),
  payeesChanged: z.number().int().describe('Whose inputs are others; only these were paid again'),
  lineCount: z.number().int(),
  lines: z.array(PaidAgain).describe('The first 500 lines whose figures are others'),
  recalculatedFirst: z
    .array(
      z.object({
        ...{ runId: z.uuid(), periodKey: z.string() },
        delta: z.string().nullable().describe('Null: it cannot be calculated'),
      }),
    )
    .default([])
    .describe('Earlier calculations it builds on that change too; the figures take them as recalculated'),
});
export type PayDifference = z.infer<typeof PayDifference>;

/** One changed record, recalculated at once; and everything that came late, before it is accepted. */
export const recalculations = {
  make: endpoint
    .route({
      method: 'POST',
      path: '/calculations/{id}/recalculations',
      summary:
        'What one changed deal, quota, rate or assignment makes of a calculation: only what depends on it is paid again, and stored beside it',
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
      summary: 'What changed records made of a calculation, newest first',
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
        'Makes a tried change in the records and pays again who depends on it, as the next version of the calculation; needs also what changing that record needs',
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
          .describe('`adjust`: of a period that is paid, the differences go into the next payments'),
      }),
    )
    .output(Run),
  late: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{id}/late-records',
      summary:
        'What records that came after a calculation would change in it, line by line and why; stores nothing',
      tags: ['Pay'],
    })
    .meta({ access: 'read:simulated-pay' })
    .input(z.object({ id: z.uuid() }))
    .output(PayDifference),
};
