import {
  calculationStates,
  closeStepNames,
  paymentStages,
  stepStates,
} from '@attain/domain/closes/close-steps';
import { exceptionRules } from '@attain/domain/closes/exceptions';
import { parallelStates, signers } from '@attain/domain/closes/parallel-run';
import { z } from 'zod';
import { Amounts, Day, endpoint, Moment, Month, PageInput, pageOf, Words } from './base.ts';
import { Audience, RunStatus } from './calculations.ts';
import { RecalculateAll, RecalculatedOne } from './recalculate-all.ts';

const CloseStep = z.object({
  step: z.enum(closeStepNames),
  state: z.enum(stepStates),
  done: z.number().int(),
  of: z.number().int(),
  due: Day,
  isLate: z.boolean(),
});

const ClosePeriod = z.object({
  planId: z.uuid(),
  planName: z.string(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  currency: z.string(),
  payees: z.number().int(),
  calculation: z.enum(calculationStates),
  run: z
    .object({
      id: z.uuid(),
      version: z.number().int().nullable(),
      status: RunStatus,
      total: z.string().nullable(),
      progress: z.object({ done: z.number().int(), total: z.number().int().nullable() }),
      problem: z.string().nullable().describe('Why it failed'),
    })
    .nullable()
    .describe('The newest calculation'),
  published: Audience.nullable(),
  payment: z.object({ id: z.uuid(), stage: z.enum(paymentStages) }).nullable(),
});
export type ClosePeriod = z.infer<typeof ClosePeriod>;

const CloseFinding = z.object({
  kind: z.enum(['failed', 'outdated', 'uncredited', 'unapproved', 'uncounted', 'import', 'totals']),
  blocks: z.boolean(),
  count: z.number().int().describe('Problems, deals, rows or totals'),
  planName: z.string().nullable(),
  periodKey: z.string().nullable(),
  message: z.string().nullable().describe('The first cause, in words'),
  amounts: Amounts.describe('Deals by currency; of blockers, pay as last calculated'),
  runId: z.uuid().nullable(),
  importId: z.uuid().nullable(),
});
export type CloseFinding = z.infer<typeof CloseFinding>;

/** What looks odd in the pay of a close. */
const ExceptionOf = z.object({
  planId: z.uuid(),
  rule: z.enum(exceptionRules),
  participantId: z.string().max(200).nullable(),
  componentId: z.string().max(200).nullable(),
});
export const PayException = ExceptionOf.extend({
  planName: z.string(),
  periodKey: z.string(),
  runId: z.uuid(),
  participantName: z.string().nullable(),
  componentName: z.string().nullable(),
  message: z.string(),
  amount: z.string(),
  currency: z.string(),
  cleared: z
    .object({ by: z.string(), at: Moment, reason: z.string() })
    .nullable()
    .describe('Cleared with a word, while its figures stay the same'),
});
export type PayException = z.infer<typeof PayException>;

/** A month with everything between its last deal and the money that is paid. */
export const Close = z.object({
  month: z.string(),
  from: Day,
  to: Day,
  months: z.array(z.string()).describe('Months with a close, newest first'),
  deals: z.object({
    count: z.number().int(),
    usual: z.number().int().nullable().describe('Median of up to four months before; null: none before'),
    sameDay: z
      .object({
        workingDay: z.number().int(),
        isAfter: z.boolean().describe('Counted from the end of the month'),
        usual: z.number().int().describe('Median of the months before that had deals by then'),
        months: z.number().int().describe('How many these are'),
      })
      .nullable()
      .describe('Deals stored by the same working day before; null: none were by then'),
    lastLoaded: Day.nullable(),
  }),
  steps: z.array(CloseStep),
  daysToPay: z.number().int().describe('Working days until pay day; negative once it has passed'),
  periods: z.array(ClosePeriod),
  recalculation: RecalculateAll.extend({
    calculations: z.array(RecalculatedOne.omit({ before: true, after: true })),
  })
    .nullable()
    .describe('The newest that runs, or that calculated a period of this close; without amounts'),
  findings: z.array(CloseFinding).describe('Blockers first'),
  blockedPay: Amounts.nullable().describe(
    'Pay of the blocked periods as last calculated; null: hidden, because a total would reveal one person’s pay',
  ),
  totals: Amounts.nullable().describe(
    'Of the calculations; null: hidden, because a total would reveal one person’s pay',
  ),
  disputes: z.object({ open: z.number().int(), all: z.number().int() }),
  exceptions: z.object({ open: z.number().int(), all: z.number().int() }),
  signOffs: z
    .object({ signed: z.number().int(), all: z.number().int() })
    .describe('Statements that managers see, and those they signed off'),
});
export type Close = z.infer<typeof Close>;

const ParallelRow = z.object({
  period: z.string().describe('Such as 2025-Q4; its days if no plan has such a period'),
  participantId: z.string(),
  participantName: z.string(),
  planId: z.uuid().nullable().describe('Null: of several plans, or nothing calculated'),
  planName: z.string().nullable().describe('Null: all plans together'),
  componentName: z.string().nullable().describe('Null: all components together'),
  currency: z.string().nullable(),
  stated: z.string().nullable().describe('By the imported file; null: nothing stated'),
  calculated: z.string().nullable().describe('By Attain; null: nothing calculated'),
  difference: z.string().describe('Calculated minus stated'),
  state: z.enum(parallelStates),
  runId: z.uuid().nullable().describe('The calculation, if all compared lines are of one'),
  componentId: z.string().nullable().describe('The component, if all compared lines are of one'),
});
export type ParallelRow = z.infer<typeof ParallelRow>;

const SignOff = z.object({
  month: z.string(),
  compared: z.number().int(),
  equal: z.number().int().describe('Equal to the cent'),
  note: z.string(),
  by: z.string(),
  isOwnImport: z.boolean().describe('They imported some of the compared pay, and no one else could sign'),
  at: Moment,
});

/** Pay of a month as another system states it, next to what Attain calculates. */
export const ParallelRun = z.object({
  month: z.string(),
  months: z.array(z.string()).describe('Months with a close, newest first'),
  compared: z.number().int().describe('All rows; zero: no file states pay of the month'),
  counts: z.record(z.enum(parallelStates), z.number().int()),
  totals: z.array(
    z.object({
      currency: z.string().nullable().describe('Null: none is known'),
      stated: z.string(),
      calculated: z.string(),
      difference: z.string(),
    }),
  ),
  notCalculated: z.array(z.string()).describe('Plans whose period has no calculation that is up to date'),
  hash: z.string().describe('Of the whole comparison'),
  signedOff: SignOff.nullable().describe('The newest sign-off of exactly this comparison'),
  signer: z
    .enum(signers)
    .describe('`another`: I imported some of the pay, so another person signs. `alone`: no one else can'),
  signOffs: z.array(SignOff).describe('The newest sign-off of each month, newest month first'),
});
export type ParallelRun = z.infer<typeof ParallelRun>;

/** A period of an active plan whose pay an import changes. */
const ImportedPeriod = z.object({
  planId: z.uuid(),
  planName: z.string(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  calculation: z.enum(calculationStates),
  runId: z.uuid().nullable().describe('The newest calculation'),
});
export type ImportedPeriod = z.infer<typeof ImportedPeriod>;

const month = z.object({ month: Month });
const imported = z.object({ importId: z.uuid() });
const NotStarted = z.array(z.object({ planName: z.string(), periodKey: z.string(), message: z.string() }));
const tags = ['Pay'];

export const closes = {
  newest: endpoint
    .route({
      method: 'GET',
      path: '/closes',
      summary: 'Get the close of the newest month that is over',
      tags,
    })
    .meta({ access: 'read:calculations' })
    .output(Close.nullable()),
  get: endpoint
    .route({
      method: 'GET',
      path: '/closes/{month}',
      summary: 'Get the close of a month with its steps',
      tags,
    })
    .meta({ access: 'read:calculations' })
    .input(month)
    .output(Close),
  calculate: endpoint
    .route({
      method: 'POST',
      path: '/closes/{month}/calculate',
      summary: 'Calculate every period of a close that has no results or is out of date',
      tags,
      successStatus: 202,
    })
    .meta({ access: 'run:calculations' })
    .input(month)
    .output(
      z.object({
        started: z.number().int(),
        notStarted: NotStarted,
      }),
    ),
  publish: endpoint
    .route({
      method: 'POST',
      path: '/closes/{month}/publish',
      summary: 'Publish all results of a close',
      tags,
    })
    .meta({ access: 'publish:calculations' })
    .input(month.extend({ audience: Audience.default('payees') }))
    .output(Close),
  imported: endpoint
    .route({
      method: 'GET',
      path: '/imports/{importId}/periods',
      summary: 'List plans and periods whose pay the deals or quotas of an import change',
      tags: ['Pay'],
    })
    .meta({ access: 'read:calculations' })
    .input(imported)
    .output(
      z.object({
        periods: z.array(ImportedPeriod).describe('Oldest first'),
        month: z.string().nullable().describe('The newest month with a close in which one of them ends'),
      }),
    ),
  calculateImported: endpoint
    .route({
      method: 'POST',
      path: '/imports/{importId}/calculate',
      summary: 'Calculate the periods of an import that have no results or are out of date',
      tags: ['Pay'],
      successStatus: 202,
    })
    .meta({ access: 'run:calculations' })
    .input(imported)
    .output(
      z.object({
        started: z.number().int(),
        notStarted: NotStarted,
        runId: z.uuid().nullable().describe('The calculation, if one was started'),
        month: z.string().nullable().describe('The newest month with a close in which one of them ends'),
      }),
    ),
  exceptions: endpoint
    .route({
      method: 'GET',
      path: '/closes/{month}/exceptions',
      summary: 'List what looks odd in the pay of a close, largest amounts first',
      tags,
    })
    .meta({ access: 'publish:calculations' })
    .input(PageInput.extend({ ...month.shape, limit: z.coerce.number().int().min(1).max(500).default(200) }))
    .output(pageOf(PayException).extend({ open: z.number().int(), total: z.number().int() })),
  clear: endpoint
    .route({
      method: 'POST',
      path: '/closes/{month}/exceptions/clear',
      summary: 'Clear an exception of a close with a reason',
      tags,
    })
    .meta({ access: 'publish:calculations' })
    .input(month.extend({ ...ExceptionOf.shape, reason: Words.min(1).max(2_000) }))
    .output(PayException),
  parallel: endpoint
    .route({
      method: 'GET',
      path: '/parallel-run',
      summary: 'Compare the pay that an imported file states with what is calculated',
      tags,
    })
    .meta({ access: 'publish:calculations' })
    .input(z.object({ month: Month.optional().describe('By default the newest month that is over') }))
    .output(ParallelRun.nullable()),
  parallelRows: endpoint
    .route({
      method: 'GET',
      path: '/closes/{month}/parallel-run',
      summary: 'List stated next to calculated pay, largest differences first',
      tags,
    })
    .meta({ access: 'publish:calculations' })
    .input(PageInput.extend({ ...month.shape, state: z.enum(parallelStates).optional() }))
    .output(pageOf(ParallelRow)),
  signParallel: endpoint
    .route({
      method: 'POST',
      path: '/closes/{month}/parallel-run/sign-off',
      summary: 'Accept a comparison as it was read',
      tags,
    })
    .meta({ access: 'publish:calculations' })
    .input(month.extend({ hash: z.string().max(100), note: Words.max(2_000).default('') }))
    .output(ParallelRun),
};
