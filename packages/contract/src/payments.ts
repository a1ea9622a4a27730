import { LEDGER_KINDS } from '@attain/domain/payments/payment';
import { z } from 'zod';
import { Currency, Day, endpoint, Moment, PageInput, Problem, pageOf, Words } from './base.ts';

/** queued → running → calculated → approved → posted → paid → finalized; the others never become money. */
export const PaymentRunStatus = z.enum([
  ...(['queued', 'running', 'calculated', 'approved', 'posted', 'paid', 'finalized'] as const),
  ...(['withdrawn', 'cancelled', 'failed'] as const),
]);

const Stage = z.object({ by: z.string().nullable(), at: Moment }).nullable();

const Exchanged = z.object({ rate: z.string(), date: Day, source: z.string() });

const ReportingTotal = z
  .object({
    currency: z.string(),
    amount: z.string().nullable().describe('Null while a rate is missing'),
    converted: z.array(
      z.object({ currency: z.string(), amount: z.string(), exchange: Exchanged, message: z.string() }),
    ),
    missing: z.array(z.string()).describe('Which rates are missing, a sentence each'),
  })
  .describe("The totals together in the workspace's currency, at the rates of the period's last day");

/** A calculation whose records changed since, and what changed. */
const OutdatedCalculation = z.object({
  calculationId: z.uuid(),
  planName: z.string(),
  periodKey: z.string(),
  version: z.number().int(),
  changes: z.array(z.string()),
});

/** The payments of one period. Who may read only some people's pay is not told what everybody together is paid. */
export const PaymentRun = z.object({
  id: z.uuid(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  version: z.number().int().nullable(),
  status: PaymentRunStatus,
  paymentCount: z.number().int().nullable(),
  totals: z.array(z.object({ currency: z.string(), amount: z.string() })).nullable(),
  reporting: ReportingTotal.nullable(),
  resultHash: z.string().nullable(),
  problems: z.array(Problem),
  error: z.string().nullable(),
  progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
  /** What changed after it was calculated; while there is anything, it cannot be approved. */
  stale: z.array(z.string()),
  /** The calculations it pays, and the newer versions of closed ones it pays the difference of. */
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
  /** Whether the reader made it, and so may not approve it. */
  mine: z.boolean(),
  barred: z
    .object({ approve: z.string().nullable(), post: z.string().nullable(), pay: z.string().nullable() })
    .describe('Why the reader may not make a move; null: only status and permission decide'),
  outdated: z
    .object({ reason: z.string(), calculations: z.array(OutdatedCalculation) })
    .nullable()
    .describe('Calculations that were out of date when the payments were ordered, and why they were paid'),
  createdAt: Moment,
});
export type PaymentRun = z.infer<typeof PaymentRun>;

/** The three balances of a payee in one currency. */
export const Balances = z.object({ draw: z.string(), carried: z.string(), held: z.string() });

/** What one payee is paid in a run for what was earned in one currency. */
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
  /** How many lines of closed periods were recalculated into it. */
  priorCount: z.number().int(),
});
export type PaymentRow = z.infer<typeof PaymentRow>;

const References = z.object({
  runId: z.string().optional(),
  planId: z.string().optional(),
  componentId: z.string().optional(),
  dealId: z.string().optional(),
  periodKey: z.string().optional(),
  holdId: z.string().optional(),
  releaseId: z.string().optional(),
  drawId: z.string().optional(),
  clawbackId: z.string().optional(),
  limitFrom: z.string().optional().describe('The payee’s limit that holds from this day'),
  paymentRunId: z.string().optional().describe('The payments that carried out what is carried in'),
  originalRunId: z.string().optional(),
  original: z.string().optional(),
  recalculated: z.string().optional(),
});

/** One event of a payment, with what it refers to and the balances around it. */
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

/** A payment with its ledger; the amounts of the lines sum to `net`. */
export const PaymentDetail = PaymentRow.extend({ run: PaymentRun, ledger: z.array(LedgerLine) });
export type PaymentDetail = z.infer<typeof PaymentDetail>;

const id = z.object({ id: z.uuid() });
const period = z
  .string()
  .max(30)
  .describe('2024, 2024-Q1, 2024-01, 2024-W03 or its days, 2024-01-15..2024-02-14');

function moving(move: string, summary: string, access: 'make:payments' | 'approve:payments') {
  return endpoint
    .route({ method: 'POST', path: `/payments/{id}/${move}`, summary, tags: ['Payments'] })
    .meta({ access })
    .input(id)
    .output(PaymentRun);
}

/** From payouts to money: made, approved by somebody else, posted, paid. */
export const payments = {
  make: endpoint
    .route({
      method: 'POST',
      path: '/payments',
      summary: 'Make the payments of a period from the newest calculations, in the background',
      tags: ['Payments'],
      successStatus: 202,
    })
    .meta({ access: 'make:payments' })
    .input(
      z.object({
        period,
        outdated: z
          .array(z.uuid())
          .max(1000)
          .optional()
          .describe('Calculations that are out of date and are paid all the same'),
        reason: Words.pipe(z.string().min(1).max(1000)).optional().describe('Why they are paid all the same'),
      }),
    )
    .output(PaymentRun),
  outdated: endpoint
    .route({
      method: 'GET',
      path: '/payments/outdated',
      summary: 'The calculations that payments of a period would pay although they are out of date',
      tags: ['Payments'],
    })
    .meta({ access: 'make:payments' })
    .input(z.object({ period }))
    .output(z.object({ rows: z.array(OutdatedCalculation) })),
  list: endpoint
    .route({ method: 'GET', path: '/payments', summary: 'Payment runs, newest first', tags: ['Payments'] })
    .meta({ access: 'read:payments' })
    .input(PageInput)
    .output(pageOf(PaymentRun)),
  get: endpoint
    .route({ method: 'GET', path: '/payments/{id}', summary: 'One payment run', tags: ['Payments'] })
    .meta({ access: 'read:payments' })
    .input(id)
    .output(PaymentRun),
  cancel: moving('cancel', 'Stop making payments; nothing of them is stored', 'make:payments'),
  withdraw: moving('withdraw', 'Take payments back before they are posted', 'make:payments'),
  approve: moving('approve', 'Approve payments that somebody else made', 'approve:payments'),
  post: moving('post', 'Post approved payments: the period is closed', 'approve:payments'),
  pay: moving('pay', 'Mark posted payments as paid', 'approve:payments'),
  finalize: moving('finalize', 'Finalize paid payments', 'approve:payments'),
  payees: endpoint
    .route({
      method: 'GET',
      path: '/payments/{runId}/payees',
      summary: 'What each payee is paid, by name',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(PageInput.extend({ runId: z.uuid(), search: z.string().max(200).optional() }))
    .output(pageOf(PaymentRow).extend({ total: z.number().int() })),
  ledger: endpoint
    .route({
      method: 'GET',
      path: '/payments/{runId}/payees/{participantId}/{currency}',
      summary: 'One payment with every event behind it',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(z.object({ runId: z.uuid(), participantId: z.string(), currency: Currency }))
    .output(PaymentDetail),
  lines: endpoint
    .route({
      method: 'GET',
      path: '/payments/{runId}/lines',
      summary: 'Ledger lines of a run, of one kind or all: prior-period adjustments, recoveries …',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(PageInput.extend({ runId: z.uuid(), kind: z.enum(LEDGER_KINDS).optional() }))
    .output(pageOf(LedgerLine)),
  amortisation: endpoint
    .route({
      method: 'GET',
      path: '/payments/{runId}/amortisation',
      summary:
        'What was earned in a run as a capitalised cost, spread over the months it pays off (ASC 340-40)',
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
          mayExpenseAtOnce: z.boolean().describe('The practical expedient: a benefit of a year or less'),
          months: z.array(z.object({ month: z.string(), amount: z.string(), left: z.string() })),
        }),
      ),
    ),
  ofStatement: endpoint
    .route({
      method: 'GET',
      path: '/statements/{runId}/{participantId}/payments',
      summary:
        'How a statement was paid: the payments that took it in, newest first; none yet: an empty list',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(z.object({ runId: z.uuid(), participantId: z.string() }))
    .output(z.array(PaymentDetail)),
};
