import { LEDGER_KINDS } from '@attain/domain/payments/payment';
import { z } from 'zod';
import { Amounts, Currency, Day, endpoint, Moment, PageInput, Problem, pageOf, Words } from './base.ts';

/** queued → running → calculated → approved → posted → paid → finalized; all others never become money. */
export const PaymentRunStatus = z.enum([
  ...(['queued', 'running', 'calculated', 'approved', 'posted', 'paid', 'finalized'] as const),
  ...(['withdrawn', 'cancelled', 'failed'] as const),
]);

const Stage = z.object({ by: z.string().nullable(), at: Moment }).nullable();

const Exchanged = z.object({ rate: z.string(), date: Day, source: z.string() });

const ReportingTotal = z
  .object({
    currency: z.string(),
    amount: z.string().nullable().describe('Null if an exchange rate is missing'),
    converted: z.array(
      z.object({ currency: z.string(), amount: z.string(), exchange: Exchanged, message: z.string() }),
    ),
    missing: z.array(z.string()).describe('Missing exchange rates, one sentence each'),
  })
  .describe('Totals in the workspace’s currency, at the rates of the period’s last day');

/** A calculation whose records changed, and what changed. */
const OutdatedCalculation = z.object({
  calculationId: z.uuid(),
  planName: z.string(),
  periodKey: z.string(),
  version: z.number().int(),
  changes: z.array(z.string()),
});

/** What a payment run of a period would pay if it were created now. */
export const PaymentPreview = z.object({
  period: z.object({ key: z.string(), from: Day, to: Day }),
  sources: z.array(
    OutdatedCalculation.extend({
      payees: z.number().int(),
      amount: z.string().describe('Before holds, draws, limits and balances'),
      currency: z.string(),
      isDifference: z.boolean().describe('Pays the change to an earlier version that is already paid'),
      changes: z.array(z.string()).describe('Data that changed since; empty: up to date'),
    }),
  ),
  totals: z
    .array(z.object({ currency: z.string(), amount: z.string() }))
    .describe('Of the calculations, by currency'),
  hasAdjustments: z.boolean().describe('Draws, releases or other adjustments are due'),
  blocked: z.string().nullable().describe('Why payments of the period can’t be created now'),
  replaces: z.uuid().nullable().describe('The open payment run of the same period that it replaces'),
});
export type PaymentPreview = z.infer<typeof PaymentPreview>;

/** The payments of one period. Users who can read only some people’s pay don’t get totals over everyone. */
export const PaymentRun = z.object({
  id: z.uuid(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  version: z.number().int().nullable(),
  status: PaymentRunStatus,
  paymentCount: z.number().int().nullable(),
  totals: Amounts.nullable(),
  reporting: ReportingTotal.nullable(),
  resultHash: z.string().nullable(),
  problems: z.array(Problem),
  error: z.string().nullable(),
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
  /** Changes since it was calculated; it can be approved only if empty. */
  stale: z.array(z.string()),
  /** The calculations it pays, and newer versions of closed ones whose difference it pays. */
  sources: z.array(
    z.object({
      calculationId: z.uuid(),
      planName: z.string(),
      periodKey: z.string(),
      version: z.number().int(),
      originalId: z.uuid().nullable(),
    }),
  ),
  made: Stage,
  approved: Stage,
  posted: Stage,
  paidAt: Moment.nullable(),
  finalizedAt: Moment.nullable(),
  /** True if the caller created it and so can’t approve it. */
  mine: z.boolean(),
  barred: z
    .object({ approve: z.string().nullable(), post: z.string().nullable(), pay: z.string().nullable() })
    .describe('Why this user can’t take an action; null: only status and permission decide'),
  outdated: z
    .object({ reason: z.string(), calculations: z.array(OutdatedCalculation) })
    .nullable()
    .describe('Calculations that were out of date when the run was created, and why they were accepted'),
  createdAt: Moment,
});
export type PaymentRun = z.infer<typeof PaymentRun>;

/** A payee’s balances in one currency. */
export const Balances = z.object({ draw: z.string(), carried: z.string(), held: z.string() });

/** A payee’s payment in a run, in one currency. */
export const PaymentRow = z.object({
  runId: z.uuid(),
  participantId: z.string(),
  participantName: z.string(),
  currency: z.string(),
  earned: z.string(),
  net: z.string(),
  opening: Balances,
  closing: Balances,
  paid: z.object({
    currency: z.string(),
    amount: z.string(),
    exchange: Exchanged.nullable(),
    message: z.string(),
  }),
  /** Number of lines of closed periods whose recalculation it includes. */
  priorCount: z.number().int(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

/** Payments of a run with those of the latest posted run of an earlier period. */
const PayeePage = pageOf(
  PaymentRow.extend({
    previous: z
      .object({ currency: z.string(), amount: z.string() })
      .nullable()
      .describe('What the payee was paid by the earlier run; null: nothing, or not for this user to see'),
  }),
).extend({
  total: z.number().int(),
  against: z.string().nullable().describe('Period of the earlier run; null: there is none'),
  sums: z
    .object({
      earned: Amounts,
      held: Amounts,
      draw: Amounts,
      carried: Amounts,
      paid: Amounts,
      previous: Amounts,
    })
    .describe('Of all payments that match, by currency'),
});

const References = z.object({
  runId: z.string().optional(),
  planId: z.string().optional(),
  componentId: z.string().optional(),
  componentName: z.string().optional(),
  dealId: z.string().optional(),
  periodKey: z.string().optional(),
  holdId: z.string().optional(),
  releaseId: z.string().optional(),
  drawId: z.string().optional(),
  clawbackId: z.string().optional(),
  adjustmentId: z.string().optional(),
  limitFrom: z.string().optional().describe('The payee’s limit in force from this day'),
  paymentRunId: z.string().optional().describe('The payments in which carried-in pay was earned'),
  originalRunId: z.string().optional(),
  original: z.string().optional(),
  recalculated: z.string().optional(),
  dealEarned: z.string().optional().describe('Pay of a deal that is paid when its customer pays'),
  dealHeld: z.string().optional().describe('What of it is held after this event'),
  dealClawedBack: z.string().optional().describe('What clawbacks took of it'),
  reverses: z.string().optional().describe('The deal that this one takes back'),
  customerPaid: z.string().optional(),
  dealAmount: z.string().optional(),
  dealCurrency: z.string().optional(),
});

/** A deal whose pay waits for its customer, as of a payment. */
const DealOnReceipt = z.object({
  runId: z.uuid(),
  planId: z.uuid(),
  componentId: z.string(),
  componentName: z.string(),
  periodKey: z.string().describe('In which it was earned'),
  dealId: z.string(),
  earned: z.string(),
  released: z.string(),
  held: z.string(),
  customerPaid: z.string().nullable().describe('In the deal’s currency; null: the deal was no longer stored'),
  dealAmount: z.string().nullable(),
  dealCurrency: z.string().nullable(),
});
export type DealOnReceipt = z.infer<typeof DealOnReceipt>;

/** One event of a payment, with what it refers to and the balances before and after. */
export const LedgerLine = z.object({
  participantId: z.string(),
  participantName: z.string(),
  currency: z.string(),
  seq: z.number().int(),
  kind: z.enum(LEDGER_KINDS),
  amount: z.string(),
  message: z.string(),
  formula: z.string(),
  rule: z.string(),
  references: References,
  before: Balances,
  after: Balances,
});
export type LedgerLine = z.infer<typeof LedgerLine>;

/** A payment with its ledger; its lines sum to `net`. */
export const PaymentDetail = PaymentRow.extend({
  run: PaymentRun,
  ledger: z.array(LedgerLine),
  onReceipt: z
    .array(DealOnReceipt)
    .describe('Deals whose pay waits for their customer, and those this payment released'),
});
export type PaymentDetail = z.infer<typeof PaymentDetail>;

const id = z.object({ id: z.uuid() });
const period = z
  .string()
  .max(30)
  .describe('2024, 2024-Q1, 2024-01, 2024-W03 or days, 2024-01-15..2024-02-14');

const hidden = 'Null: hidden, because a total would reveal one person’s pay';

/** What pay costs and what of it is not paid yet, by currency. */
const PayPosition = z.object({
  month: z.string().nullable().describe('The newest month that is over in which calculated periods end'),
  expense: z
    .array(
      z.object({
        currency: z.string(),
        pay: z.string(),
        target: z.string().nullable().describe('Cost at target: target pay of the lines that have one'),
        payOnTarget: z.string().describe('Pay of these lines'),
        percent: z.string().nullable().describe('Their pay as a percentage of the cost at target'),
      }),
    )
    .nullable()
    .describe(hidden),
  isFirst: z
    .boolean()
    .describe('No payments are posted yet: of calculated pay only that of the month is owed'),
  owed: Amounts.nullable().describe(`The sum of the parts below. ${hidden}`),
  parts: z
    .object({
      unposted: Amounts.describe('Calculated and not in posted payments; of paid periods, what changed'),
      unpaid: Amounts.describe('Posted and not marked paid'),
      held: Amounts.describe('Held pay of posted payments'),
      adjustments: Amounts.describe('Approved adjustments that no payment run has taken'),
    })
    .nullable()
    .describe(hidden),
  receivable: Amounts.nullable().describe(`Draws to recover and negative pay carried forward. ${hidden}`),
  deferred: z
    .object({
      months: z.number().int().nullable().describe('The benefit period; null: nothing is deferred'),
      after: z.string().describe('The last month that is over'),
      amounts: Amounts.nullable().describe(`Left of posted earnings after that month. ${hidden}`),
    })
    .describe('Deferred cost of obtaining contracts'),
  problems: z.array(z.string()).describe('Why calculated pay can’t be summed'),
});
export type PayPosition = z.infer<typeof PayPosition>;

function moving(move: string, summary: string, access: 'make:payments' | 'approve:payments') {
  return endpoint
    .route({ method: 'POST', path: `/payments/{id}/${move}`, summary, tags: ['Payments'] })
    .meta({ access, isSensitive: true })
    .input(id)
    .output(PaymentRun);
}

/** Payments: created, approved by a second user, posted, paid. */
export const payments = {
  make: endpoint
    .route({
      method: 'POST',
      path: '/payments',
      summary: 'Create the payment run of a period from the latest calculations, in the background',
      tags: ['Payments'],
      successStatus: 202,
    })
    .meta({ access: 'make:payments', isSensitive: true })
    .input(
      z.object({
        period,
        outdated: z.array(z.uuid()).max(1000).optional().describe('Out-of-date calculations to pay anyway'),
        reason: Words.pipe(z.string().min(1).max(1000)).optional().describe('Why they are paid anyway'),
      }),
    )
    .output(PaymentRun),
  preview: endpoint
    .route({
      method: 'GET',
      path: '/payments/preview',
      summary: 'What the payment run of a period would pay, with out-of-date calculations; saves nothing',
      tags: ['Payments'],
    })
    .meta({ access: 'make:payments' })
    .input(z.object({ period }))
    .output(PaymentPreview),
  saveBenefitPeriod: endpoint
    .route({
      method: 'POST',
      path: '/payments/benefit-period',
      summary: 'Set the months over which posted earnings are deferred',
      tags: ['Payments'],
    })
    .meta({ access: 'approve:payments' })
    .input(
      z.object({
        months: z.number().int().min(1).max(1200).nullable().describe('Null: nothing is deferred'),
      }),
    )
    .output(z.object({ months: z.number().int().nullable() })),
  position: endpoint
    .route({
      method: 'GET',
      path: '/payments/position',
      summary: 'Get what pay of the newest month costs, and what is owed',
      tags: ['Payments'],
    })
    .meta({ access: 'approve:payments' })
    .output(PayPosition),
  list: endpoint
    .route({
      method: 'GET',
      path: '/payments',
      summary: 'List payment runs, newest first',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(PageInput)
    .output(pageOf(PaymentRun)),
  get: endpoint
    .route({ method: 'GET', path: '/payments/{id}', summary: 'Get a payment run', tags: ['Payments'] })
    .meta({ access: 'read:payments' })
    .input(id)
    .output(PaymentRun),
  cancel: moving('cancel', 'Cancel the creation of a payment run; nothing is saved', 'make:payments'),
  withdraw: moving('withdraw', 'Withdraw payments before they are posted', 'make:payments'),
  approve: moving('approve', 'Approve payments that another user created', 'approve:payments'),
  post: moving('post', 'Post approved payments; closes the period', 'approve:payments'),
  pay: moving('pay', 'Mark posted payments as paid', 'approve:payments'),
  finalize: moving('finalize', 'Finalize paid payments', 'approve:payments'),
  payees: endpoint
    .route({
      method: 'GET',
      path: '/payments/{runId}/payees',
      summary: 'List payments by payee name',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(PageInput.extend({ runId: z.uuid(), search: z.string().max(200).optional() }))
    .output(PayeePage),
  ledger: endpoint
    .route({
      method: 'GET',
      path: '/payments/{runId}/payees/{participantId}/{currency}',
      summary: 'Get a payment with all its events',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(z.object({ runId: z.uuid(), participantId: z.string(), currency: Currency }))
    .output(PaymentDetail),
  lines: endpoint
    .route({
      method: 'GET',
      path: '/payments/{runId}/lines',
      summary: 'List ledger lines of a run, of one type or all: prior-period adjustments, recoveries …',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(PageInput.extend({ runId: z.uuid(), kind: z.enum(LEDGER_KINDS).optional() }))
    .output(pageOf(LedgerLine)),
  amortisation: endpoint
    .route({
      method: 'GET',
      path: '/payments/{runId}/amortisation',
      summary: 'Spread a run’s earnings as a capitalized cost over the benefit period (ASC 340-40)',
      tags: ['Payments'],
    })
    .meta({ access: 'make:payments' })
    .input(
      z.object({
        runId: z.uuid(),
        months: z.coerce.number().int().min(1).max(240).describe('Length of the benefit period'),
      }),
    )
    .output(
      z.array(
        z.object({
          currency: z.string(),
          cost: z.string(),
          mayExpenseAtOnce: z.boolean().describe('Practical expedient: expense benefits of a year or less'),
          months: z.array(z.object({ month: z.string(), amount: z.string(), left: z.string() })),
        }),
      ),
    ),
  ofStatement: endpoint
    .route({
      method: 'GET',
      path: '/statements/{runId}/{participantId}/payments',
      summary: 'List the payments that include a statement, newest first; empty if none',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(z.object({ runId: z.uuid(), participantId: z.string() }))
    .output(z.array(PaymentDetail)),
};
