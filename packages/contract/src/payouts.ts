import { z } from 'zod';
import { Amounts, Day, endpoint, Moment, PageInput, Provenance, pageOf, Unit } from './base.ts';
import { Run } from './calculations.ts';

/** One step of the arithmetic of a line. */
export const Step = z.object({
  rule: z.string(),
  message: z.string(),
  formula: z.string(),
  result: z.string(),
});
/** What is needed to reach the next tier, and the pay at that point. */
export const NextTier = z.object({ message: z.string(), needed: z.string(), wouldPay: z.string() });

/** A window longer than the period: its totals, and pay for its earlier periods. */
export const LineWindow = z.object({
  from: Day,
  to: Day,
  credited: z.string(),
  paid: z.string().nullable().describe('If deducted: pay for earlier periods of the window'),
  trueUp: z.string().nullable().describe('If deducted: current value of earlier credit, minus pay for it'),
});
/** For limits that carry excess: the amount carried in, its part of `amount`, and the amount carried out. */
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

/** Pay of one participant for one component in one run. */
export const PayoutLine = z.object({
  runId: z.uuid(),
  participantId: z.string(),
  participantName: z.string(),
  componentId: z.string(),
  componentName: z.string(),
  currency: z.string(),
  unit: Unit.describe('Unit of `credited` and `quota`; `$` is the currency'),
  credited: z.string(),
  quota: z.string().nullable(),
  attainmentPercent: z.string().nullable(),
  target: z.string().nullable(),
  amount: z.string(),
  creditCount: z.number().int(),
});
export type PayoutLine = z.infer<typeof PayoutLine>;

/** The factor of a credit: percent, of which measure, for which deals; null: full credit. */
const Factor = z.object({ percent: z.string(), of: z.string(), where: z.string() }).nullable();

/** The credit of one deal in a line, down to the row of the imported file. */
export const PayoutCredit = z.object({
  seq: z.number().int(),
  dealId: z.string(),
  date: Day,
  credited: z.string(),
  sharePercent: z.string(),
  role: z.enum(['direct', 'split', 'overlay', 'roll-up']),
  through: z.string().nullable().describe('The credited participant, if credit rolled up'),
  throughName: z.string().nullable().describe('Their name; the id if the participant no longer exists'),
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

/** A credit of one deal, its line, and the payments that include the line. */
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
    .describe('Withdrawn runs excluded; runs not yet posted only for users who can read everyone’s pay'),
});
export type DealCredit = z.infer<typeof DealCredit>;

/** A line with its sentence, arithmetic, rules and sums, all from the run that calculated it. */
export const Explanation = PayoutLine.extend({
  ...reasons,
  rules: z.array(z.object({ rule: z.string(), text: z.string() })),
  creditedSum: z.string().describe('Sum of the credits below; equals `credited`'),
  earnedSum: z.string().describe('Sum of pay by credit; with true-up and carried pay it equals `amount`'),
  run: Run,
});
export type Explanation = z.infer<typeof Explanation>;

/** Progress of a statement: preliminary until approved, paid once marked as paid. */
const payStatus = z.enum(['calculated', 'approved', 'posted', 'paid']);

/** The amount of the previous version, if it differs. */
const EarlierPay = z.object({
  runId: z.uuid(),
  version: z.number().int(),
  total: z.string(),
  difference: z.string().describe('What this version pays more; negative: less'),
  status: payStatus,
});

/** One participant’s pay in a run. */
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
  acknowledgedAt: Moment.nullable().describe(
    'The payee acknowledged this version; null: not, which says nothing',
  ),
  lines: z.array(PayoutLine.extend(reasons)),
  proof: z.object({
    resultHash: z.string(),
    inputHash: z.string(),
    documentHash: z.string(),
    engineVersion: z.string(),
  }),
});
export type Statement = z.infer<typeof Statement>;

/** Pay of the period before, by component. */
const PreviousPay = z.object({
  runId: z.uuid(),
  periodKey: z.string(),
  total: z.string(),
  difference: z.string().describe('What this period pays more; negative: less'),
  lines: z.array(
    z.object({
      componentId: z.string(),
      componentName: z.string(),
      amount: z.string(),
      difference: z.string(),
    }),
  ),
});
export type PreviousPay = z.infer<typeof PreviousPay>;

/** A statement, compared with the period before. */
export const ComparedStatement = Statement.extend({
  previous: PreviousPay.nullable().describe('Null: none of this plan, or not for this user to see'),
});
export type ComparedStatement = z.infer<typeof ComparedStatement>;

export const StatementRow = z.object({
  runId: z.uuid(),
  planId: z.uuid(),
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
  acknowledgedAt: Moment.nullable(),
});
export type StatementRow = z.infer<typeof StatementRow>;

/** When a payee is paid next, and what for. */
const NextPayDay = z.object({
  day: Day,
  isLate: z.boolean(),
  periods: z
    .array(z.string())
    .describe('Periods whose pay is due; none: nothing is published for the day yet'),
  status: payStatus.nullable().describe('The least advanced of them; null: none is due'),
  amounts: z
    .array(z.object({ currency: z.string(), amount: z.string() }))
    .describe('Payments once they are posted; before, what the statements pay'),
});
export type NextPayDay = z.infer<typeof NextPayDay>;

/** A payee’s fiscal year, by currency. */
const YearOfPay = z.object({
  year: z.string(),
  from: Day,
  to: Day,
  isOver: z.boolean().describe('The year ended: no pay of a later one is published yet'),
  earned: Amounts.describe('Published pay of periods that end in the year'),
  paid: Amounts.describe('Payments of the year that are marked paid'),
  held: Amounts.describe('What holds keep back today'),
  owed: Amounts.describe('Published or posted pay that is not marked paid, of any year'),
});
export type YearOfPay = z.infer<typeof YearOfPay>;

const line = z.object({ runId: z.uuid(), participantId: z.string(), componentId: z.string() });

export const payouts = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{runId}/payouts',
      summary: 'List payout lines of a run',
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
      summary: 'Explain a payout line',
      tags: ['Pay'],
    })
    .meta({ access: 'read:payouts' })
    .input(line)
    .output(Explanation),
  credits: endpoint
    .route({
      method: 'GET',
      path: '/calculations/{runId}/payouts/{participantId}/{componentId}/credits',
      summary: 'List the deals of a payout line, in order of earning',
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
      summary: 'List who a deal credited in the latest calculations, why, and the payments',
      tags: ['Pay'],
    })
    .meta({ access: 'read:payouts' })
    .input(PageInput.extend({ dealId: z.string() }))
    .output(pageOf(DealCredit)),
};

/** `GET /api/statements/{runId}/{participantId}.pdf | .csv | .json` returns a PDF, a CSV or the verifiable file. */
export const statements = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/statements',
      summary: 'List statements I may read, latest period first',
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
      summary: 'Get a participant’s statement',
      tags: ['Pay'],
    })
    .meta({ access: 'read:statements' })
    .input(z.object({ runId: z.uuid(), participantId: z.string() }))
    .output(ComparedStatement),
  year: endpoint
    .route({
      method: 'GET',
      path: '/statements/year',
      summary:
        'Get what I earned and was paid in the year of my newest published pay, and what is held and owed',
      tags: ['Pay'],
    })
    .meta({ access: 'read:statements' })
    .output(YearOfPay.nullable().describe('Null: I am not paid, or nothing is published yet')),
  nextPayDay: endpoint
    .route({
      method: 'GET',
      path: '/statements/next-pay-day',
      summary: 'Get my next pay day and what is due on it',
      tags: ['Pay'],
    })
    .meta({ access: 'read:statements' })
    .output(NextPayDay.nullable().describe('Null: I am not paid, or have no plan and nothing due')),
  acknowledge: endpoint
    .route({
      method: 'POST',
      path: '/statements/{runId}/{participantId}/acknowledge',
      summary: 'Acknowledge my own published statement',
      tags: ['Pay'],
    })
    .meta({ access: 'read:statements' })
    .input(z.object({ runId: z.uuid(), participantId: z.string() }))
    .output(Statement),
};
