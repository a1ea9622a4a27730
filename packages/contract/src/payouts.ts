import { z } from 'zod';
import { Day, endpoint, PageInput, Provenance, pageOf, Unit } from './base.ts';
import { Run } from './calculations.ts';

/** One step of the arithmetic behind a line. */
export const Step = z.object({
  rule: z.string(),
  message: z.string(),
  formula: z.string(),
  result: z.string(),
});
/** What has to change to earn at the next tier, and what that would pay. */
export const NextTier = z.object({ message: z.string(), needed: z.string(), wouldPay: z.string() });

/** A window longer than the period: all that is measured, and what earlier periods of it have paid. */
export const LineWindow = z.object({
  from: Day,
  to: Day,
  credited: z.string(),
  paid: z.string().nullable().describe('Where deducted: what earlier periods of the window have paid'),
  trueUp: z
    .string()
    .nullable()
    .describe('Where deducted: what earlier credit is worth by now, less what was paid for it'),
});
/** Where a limit carries its excess: what came in, how much of `amount` is that, and what goes on. */
export const CarriedPay = z.object({
  carriedIn: z.string(),
  carriedPaid: z.string(),
  carriedOut: z.string(),
});
const reasons = {
  message: z.string(),
  steps: z.array(Step),
  nextTier: NextTier.nullable(),
  window: LineWindow.nullable(),
  carried: CarriedPay.nullable(),
};

/** What one participant is paid for one component in one run. */
export const PayoutLine = z.object({
  runId: z.uuid(),
  participantId: z.string(),
  participantName: z.string(),
  componentId: z.string(),
  componentName: z.string(),
  currency: z.string(),
  unit: Unit.describe('What `credited` and `quota` are counted in; `$` is the currency'),
  credited: z.string(),
  quota: z.string().nullable(),
  attainmentPercent: z.string().nullable(),
  target: z.string().nullable(),
  amount: z.string(),
  creditCount: z.number().int(),
});
export type PayoutLine = z.infer<typeof PayoutLine>;

/** By what a component factored a credit: percent, of what, for which deals; null where all of it counts. */
const Factor = z.object({ percent: z.string(), of: z.string(), where: z.string() }).nullable();

/** The credit of one deal inside a line, down to the row of the imported file. */
export const PayoutCredit = z.object({
  seq: z.number().int(),
  dealId: z.string(),
  date: Day,
  credited: z.string(),
  sharePercent: z.string(),
  role: z.enum(['direct', 'split', 'overlay', 'roll-up']),
  through: z.string().nullable().describe('Whose credit it was, where it rolled up'),
  throughName: z.string().nullable().describe('Their name, or the id where nobody has it any more'),
  exchange: z.object({ rate: z.string(), date: Day, source: z.string() }).nullable(),
  factor: Factor,
  earned: z.string(),
  deal: z
    .object({
      amount: z.string(),
      currency: z.string().nullable(),
      customer: z.string().nullable(),
      product: z.string().nullable(),
      kind: z.string(),
    })
    .nullable(),
  provenance: Provenance.extend({ importFileName: z.string().nullable() }),
});
export type PayoutCredit = z.infer<typeof PayoutCredit>;

/** A credit of one deal, the line it is in, and the payments that took that line in. */
export const DealCredit = z.object({
  runId: z.uuid(),
  planName: z.string(),
  periodKey: z.string(),
  participantId: z.string(),
  participantName: z.string(),
  componentId: z.string(),
  componentName: z.string(),
  seq: z.number().int(),
  date: Day,
  credited: z.string(),
  sharePercent: z.string(),
  role: z.enum(['direct', 'split', 'overlay', 'roll-up']),
  through: z.string().nullable(),
  throughName: z.string().nullable(),
  factor: Factor,
  earned: z.string(),
  currency: z.string(),
  payments: z
    .array(z.object({ runId: z.uuid(), periodKey: z.string(), status: z.string() }))
    .describe('Not withdrawn; those not posted only for who may see everybody’s'),
});
export type DealCredit = z.infer<typeof DealCredit>;

/** A line with its sentence, arithmetic, rules and sums, all from the run that paid it. */
export const Explanation = PayoutLine.extend({
  ...reasons,
  rules: z.array(z.object({ rule: z.string(), text: z.string() })),
  creditedSum: z.string().describe('Sum of the credits below; equals `credited`'),
  earnedSum: z
    .string()
    .describe(
      'Sum of what the credits earned; with the true-up of a window and what was carried here it is `amount`',
    ),
  run: Run,
});
export type Explanation = z.infer<typeof Explanation>;

/** How far the pay of a statement is on its way: preliminary until it is approved, paid once payment was marked. */
const payStatus = z.enum(['calculated', 'approved', 'posted', 'paid']);

/** What the version before paid, where that is another amount. */
const EarlierPay = z.object({
  runId: z.uuid(),
  version: z.number().int(),
  total: z.string(),
  difference: z.string().describe('What this version pays more; negative: less'),
  status: payStatus,
});

/** One participant’s pay of a run, ready to be read in ten seconds. */
export const Statement = z.object({
  run: Run,
  participant: z.object({
    id: z.string(),
    name: z.string(),
    title: z.string().nullable(),
    managerName: z.string().nullable(),
  }),
  tenantName: z.string(),
  currency: z.string(),
  total: z.string(),
  status: payStatus,
  earlier: EarlierPay.nullable(),
  lines: z.array(PayoutLine.extend(reasons)),
  proof: z.object({
    resultHash: z.string(),
    inputHash: z.string(),
    documentHash: z.string(),
    engineVersion: z.string(),
  }),
});
export type Statement = z.infer<typeof Statement>;

/** A statement in the list of statements. */
export const StatementRow = z.object({
  runId: z.uuid(),
  planName: z.string(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  participantId: z.string(),
  participantName: z.string(),
  currency: z.string(),
  total: z.string(),
  version: z.number().int().nullable(),
  calculatedAt: z.string().nullable(),
  status: payStatus,
  earlier: EarlierPay.nullable(),
});
export type StatementRow = z.infer<typeof StatementRow>;

const line = z.object({ runId: z.uuid(), participantId: z.string(), componentId: z.string() });

/** What a run pays, and why. */
export const payouts = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{runId}/payouts',
      summary: 'Payout lines of a run',
      tags: ['Pay'],
    })
    .meta({ access: 'read:payouts' })
    .input(
      PageInput.extend({
        runId: z.uuid(),
        search: z.string().max(200).optional(),
        componentId: z.string().optional(),
        sort: z
          .enum(['participant', 'amount', '-amount', 'attainment', '-attainment'])
          .default('participant'),
      }),
    )
    .output(
      pageOf(PayoutLine).extend({
        total: z.number().int(),
        amountTotal: z.string(),
        components: z.array(z.object({ id: z.string(), name: z.string(), total: z.string() })),
      }),
    ),
  explain: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{runId}/payouts/{participantId}/{componentId}',
      summary: 'Why a line pays what it pays',
      tags: ['Pay'],
    })
    .meta({ access: 'read:payouts' })
    .input(line)
    .output(Explanation),
  credits: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{runId}/payouts/{participantId}/{componentId}/credits',
      summary: 'The deals behind a line, in the order they earned',
      tags: ['Pay'],
    })
    .meta({ access: 'read:payouts' })
    .input(
      PageInput.extend({
        ...line.shape,
        search: z.string().max(200).optional().describe('Part of a deal’s id or customer'),
      }),
    )
    .output(pageOf(PayoutCredit)),
  ofDeal: endpoint
    .route({
      method: 'GET',
      path: '/deals/{dealId}/credits',
      summary: 'Whom a deal credited in the newest calculations, why, and where that was paid',
      tags: ['Pay'],
    })
    .meta({ access: 'read:payouts' })
    .input(PageInput.extend({ dealId: z.string() }))
    .output(pageOf(DealCredit)),
};

/** PDF, CSV and the verifiable file are `GET /api/statements/{runId}/{participantId}.pdf | .csv | .json`. */
export const statements = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/statements',
      summary: 'Statements I may read, newest period first',
      tags: ['Pay'],
    })
    .meta({ access: 'read:statements' })
    .input(
      PageInput.extend({
        participantId: z.string().optional(),
        runId: z.uuid().optional(),
        search: z.string().max(200).optional(),
      }),
    )
    .output(pageOf(StatementRow)),
  get: endpoint
    .route({
      method: 'GET',
      path: '/statements/{runId}/{participantId}',
      summary: 'One participant’s statement',
      tags: ['Pay'],
    })
    .meta({ access: 'read:statements' })
    .input(z.object({ runId: z.uuid(), participantId: z.string() }))
    .output(Statement),
};
