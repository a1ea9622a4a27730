import { z } from 'zod';
import { Day, endpoint, Problem, Unit } from './base.ts';
import { NextTier } from './payouts.ts';

const TrackedPeriod = z.object({ key: z.string(), from: Day, to: Day });

/** A plan with payees the user may see, and the periods to track. */
export const TrackedPlan = z.object({
  id: z.uuid(),
  name: z.string(),
  currency: z.string(),
  period: z.string().describe('The open period; the newest with deals if nothing is recorded in today’s'),
  periods: z.array(TrackedPeriod).describe('Newest first'),
});
export type TrackedPlan = z.infer<typeof TrackedPlan>;

/** How far a payee is with one component of the period. */
export const Standing = z.object({
  participantId: z.string(),
  participantName: z.string(),
  managerId: z.string().nullable(),
  managerName: z.string().nullable(),
  territory: z.string().nullable(),
  componentId: z.string(),
  componentName: z.string(),
  unit: Unit,
  credited: z.string().describe('Credit of the period so far'),
  measured: z
    .object({ from: Day, to: Day, credited: z.string() })
    .nullable()
    .describe('If attainment is measured over more than the period'),
  quota: z.string().nullable(),
  attainmentPercent: z.string().nullable(),
  usualPercent: z.string().describe('Usual share of the quota by now'),
  pace: z.string().nullable().describe('Attainment ÷ usual share'),
  flag: z.enum(['ahead', 'behind', 'far-behind', 'none']),
  projectedCredit: z.string().nullable(),
  projectedPercent: z.string().nullable(),
  openAmount: z
    .string()
    .nullable()
    .describe(
      'Open opportunities expected in the period, in the plan’s currency; null: not money, not visible, or a rate is missing',
    ),
  target: z.string().nullable(),
  amount: z.string().nullable().describe('Pay so far; null if the user can’t see this pay'),
  projectedAmount: z.string().nullable().describe('Pay if the rest of the period goes as usual'),
  message: z.string().nullable().describe('Why it pays this much so far, also if that is nothing'),
  nextTier: NextTier.extend({
    adds: z.string().describe('Pay at the next tier, less pay so far'),
  }).nullable(),
  days: z
    .array(z.object({ date: Day, credited: z.string() }))
    .describe('Credit by day, if it is the only payee'),
});
export type Standing = z.infer<typeof Standing>;

/** A component over all payees shown. */
const StandingTotals = z.object({
  componentId: z.string(),
  componentName: z.string(),
  unit: Unit,
  payees: z.number().int(),
  credited: z.string(),
  quota: z.string().nullable(),
  attainmentPercent: z.string().nullable(),
  medianPercent: z.string().nullable(),
  pace: z.string().nullable(),
  projectedPercent: z.string().nullable(),
  onCourse: z.number().int().describe('Payees projected to reach 100%'),
  farBehind: z.number().int().describe('Payees below 0.7 of the usual course'),
  openAmount: z.string().nullable().describe('Open opportunities of payees with a quota'),
  missing: z.string().nullable().describe('Credit missing to the quota; null: none'),
  coverage: z
    .string()
    .nullable()
    .describe('Open amount ÷ what is missing to the quota; null: unknown or reached'),
  amount: z.string().nullable(),
  projectedAmount: z.string().nullable(),
});
export type StandingTotals = z.infer<typeof StandingTotals>;

/** A plan’s period as of a day, computed by the payout engine over the stored records. */
export const Standings = z.object({
  planId: z.uuid(),
  planName: z.string(),
  planVersion: z.number().int(),
  currency: z.string(),
  period: TrackedPeriod,
  asOf: Day,
  isOver: z.boolean().describe('The whole period is included'),
  workingDay: z.number().int(),
  workingDays: z.number().int(),
  holidays: z.array(Day).describe('Days of the period on which the workspace does not work'),
  usualPercent: z.string().describe('Usual share of the period by now'),
  usualPeriods: z.number().int().describe('Earlier periods it is the median of; 0: working days'),
  payHidden: z.string().nullable().describe('Why pay is not shown'),
  totals: z.array(StandingTotals),
  rows: z.array(Standing),
  unpayable: z
    .array(z.object({ participantId: z.string(), participantName: z.string(), problems: z.array(Problem) }))
    .describe('Payees the engine can’t pay, with the reasons'),
  more: z.number().int().describe('Further payees that are not included; narrow the search'),
});
export type Standings = z.infer<typeof Standings>;

const Outlook = z.object({
  soFar: z.string().describe('Pay on the deals so far'),
  expected: z.string().describe('Mean over the scenarios'),
  low: z.string().describe('A tenth of the scenarios pay less'),
  high: z.string().describe('A tenth of the scenarios pay more'),
});

/** What an open period will pay, over the ways its rest may go. */
export const PayOutlook = z.object({
  planId: z.uuid(),
  period: z.string(),
  asOf: Day,
  currency: z.string(),
  months: z
    .object({ from: Day, to: Day })
    .nullable()
    .describe('The whole months the rest is drawn from; null: there are none, only known deals count'),
  scenarios: z.number().int(),
  hidden: z.string().nullable().describe('Why pay is not shown'),
  payees: z.number().int(),
  withoutMonths: z.number().int().describe('Payees without a whole month so far: only known deals count'),
  withoutFunds: z.array(z.string()).describe('Components whose fund is not considered'),
  unpayable: z
    .array(z.object({ participantId: z.string(), participantName: z.string(), problems: z.array(Problem) }))
    .describe('Payees whose rest the engine can’t pay, with the reasons; not included'),
  more: z.number().int().describe('Further payees that are not included'),
  total: Outlook.nullable().describe('Over all payees shown; null: none'),
  rows: z.array(
    Outlook.extend({
      participantId: z.string(),
      participantName: z.string(),
      months: z.number().int().describe('Months drawn from'),
    }),
  ),
});
export type PayOutlook = z.infer<typeof PayOutlook>;

export const standings = {
  plans: endpoint
    .route({
      method: 'GET',
      path: '/standings/plans',
      summary: 'List plans and periods whose attainment you can track',
      tags: ['Pay'],
    })
    .meta({ access: 'read:attainment' })
    .output(z.array(TrackedPlan)),
  read: endpoint
    .route({
      method: 'GET',
      path: '/standings',
      summary: 'Get attainment, pace and pay so far of a plan’s period',
      tags: ['Pay'],
    })
    .meta({ access: 'read:attainment' })
    .input(
      z.object({
        planId: z.uuid(),
        period: z.string().max(30).optional().describe('Default: the open period'),
        asOf: Day.optional().describe('Default: today, or the last day of a past period'),
        participantId: z.string().max(200).optional(),
        search: z.string().max(200).optional(),
      }),
    )
    .output(Standings),
  outlook: endpoint
    .route({
      method: 'GET',
      path: '/standings/outlook',
      summary: 'Forecast the pay of a plan’s open period, with a range',
      tags: ['Pay'],
    })
    .meta({ access: 'read:attainment' })
    .input(
      z.object({
        planId: z.uuid(),
        period: z.string().max(30).optional().describe('Default: the open period'),
        participantId: z.string().max(200).optional(),
      }),
    )
    .output(PayOutlook),
};
