import { ADJUSTMENT_KINDS, ENTERED_KINDS, RELEASE_EVENTS } from '@attain/domain/payments/payment';
import { z } from 'zod';
import { Amounts, Currency, Day, Decimal, endpoint, Moment, PageInput, pageOf } from './base.ts';

const reason = z.string().trim().min(3).max(500).describe('Reason; saved in the ledger and in the audit log');

/** A payment or deduction outside the plan, and where it is on its way to a payment. */
export const AdjustmentRow = z.object({
  id: z.uuid(),
  participantId: z.string(),
  participantName: z.string(),
  currency: z.string(),
  amount: z.string(),
  kind: z.enum(ADJUSTMENT_KINDS),
  countsAs: z.enum(['earnings', 'payment']),
  dealId: z.string().nullable(),
  payFrom: Day.nullable().describe(
    'The first payments that end on or after this day pay it; null: the next ones',
  ),
  reason: z.string(),
  status: z
    .enum(['submitted', 'approved', 'rejected', 'withdrawn', 'expired', 'void', 'taken', 'posted'])
    .describe('`taken`: in payments that are not posted yet; `void`: the line it overrides has changed'),
  line: z
    .object({
      calculationId: z.uuid(),
      planName: z.string(),
      periodKey: z.string(),
      componentId: z.string(),
      componentName: z.string(),
      pays: z.string().describe('What the line paid until then, with earlier overrides'),
      shouldPay: z.string(),
    })
    .nullable()
    .describe('The payout line an override changes'),
  approvalId: z.uuid(),
  importId: z.uuid().nullable().describe('The file it came with; its approval is for the whole file'),
  runId: z.uuid().nullable().describe('The payment run that pays it'),
  periodKey: z.string().nullable().describe('The period of that run'),
  createdBy: z.string(),
  creator: z.string().nullable().describe('User name; null: Attain'),
  createdAt: Moment,
});
export type AdjustmentRow = z.infer<typeof AdjustmentRow>;

export const adjustments = {
  list: endpoint
    .route({ method: 'GET', path: '/adjustments', summary: 'Adjustments, newest first', tags: ['Payments'] })
    .meta({ access: 'read:payments' })
    .input(
      PageInput.extend({
        participantId: z.string().optional(),
        overridesOf: z
          .uuid()
          .optional()
          .describe('A calculation: only overrides of lines of its plan and period'),
      }),
    )
    .output(pageOf(AdjustmentRow)),
  submit: endpoint
    .route({
      method: 'POST',
      path: '/adjustments',
      summary: 'Enter an adjustment and request its approval; the next payment run pays it',
      tags: ['Payments'],
      successStatus: 201,
    })
    .meta({ access: 'request:adjustments' })
    .input(
      z.object({
        participantId: z.string().min(1).max(200),
        currency: Currency,
        amount: Decimal.describe('Below zero: it is taken'),
        kind: z.enum(ENTERED_KINDS),
        countsAs: z
          .enum(['earnings', 'payment'])
          .default('earnings')
          .describe('`earnings`: holds, draws and limits count it; `payment`: it is added after them'),
        dealId: z.string().min(1).max(200).nullable().default(null),
        payFrom: Day.nullable().default(null),
        reason: reason.describe('Reason; the payee reads it on the statement'),
      }),
    )
    .output(AdjustmentRow),
  override: endpoint
    .route({
      method: 'POST',
      path: '/adjustments/overrides',
      summary: 'Override what a payout line pays, and request its approval',
      tags: ['Payments'],
      successStatus: 201,
    })
    .meta({ access: 'adjust:payments' })
    .input(
      z.object({
        calculationId: z.uuid().describe('The newest calculation of the plan and period'),
        participantId: z.string().min(1).max(200),
        componentId: z.string().min(1).max(200),
        shouldPay: Decimal.describe('What the line should pay'),
        reason: reason.describe('Reason; the payee reads it on the statement'),
      }),
    )
    .output(AdjustmentRow),
  withdraw: endpoint
    .route({
      method: 'POST',
      path: '/adjustments/{id}/withdraw',
      summary: 'Withdraw an adjustment that no payments have taken in',
      tags: ['Payments'],
    })
    .meta({ access: 'request:adjustments' })
    .input(z.object({ id: z.uuid() }))
    .output(AdjustmentRow),
};

/** How a recoverable draw is repaid. */
export const Recovery = z.object({
  from: Day.nullable().default(null),
  to: Day.nullable().default(null),
  earningsPercent: Decimal.nullable().default(null),
  atMost: Decimal.nullable().default(null),
});

/** A draw with the amounts advanced and recovered in posted payments. */
export const DrawRow = z.object({
  id: z.uuid(),
  participantId: z.string(),
  participantName: z.string(),
  currency: z.string(),
  kind: z.enum(['recoverable', 'non-recoverable']),
  amount: z.string(),
  per: z.enum(['month', 'period']),
  from: Day,
  to: Day.nullable(),
  componentIds: z.array(z.string()).nullable(),
  recovery: Recovery.nullable(),
  reason: z.string(),
  advanced: z.string(),
  recovered: z.string(),
  balance: z.string(),
  createdBy: z.string(),
  createdAt: Moment,
});
export type DrawRow = z.infer<typeof DrawRow>;

export const draws = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/draws',
      summary: 'Draws with their balances, newest first',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(PageInput.extend({ participantId: z.string().optional() }))
    .output(pageOf(DrawRow)),
  create: endpoint
    .route({
      method: 'POST',
      path: '/draws',
      summary: 'Grant a draw',
      tags: ['Payments'],
      successStatus: 201,
    })
    .meta({ access: 'adjust:payments' })
    .input(
      z.object({
        participantId: z.string().min(1).max(200),
        currency: Currency,
        kind: z.enum(['recoverable', 'non-recoverable']),
        amount: Decimal,
        per: z.enum(['month', 'period']).default('month'),
        from: Day,
        to: Day.nullable().default(null),
        componentIds: z.array(z.string().min(1).max(200)).max(200).nullable().default(null),
        recovery: Recovery.nullable().default(null),
        reason,
      }),
    )
    .output(DrawRow),
  end: endpoint
    .route({
      method: 'POST',
      path: '/draws/{id}/end',
      summary: 'End a draw on a day; recovery of its balance continues',
      tags: ['Payments'],
    })
    .meta({ access: 'adjust:payments' })
    .input(z.object({ id: z.uuid(), on: Day.describe('The last day on which it pays'), reason }))
    .output(DrawRow),
};

/** The event that releases a hold. */
const ReleaseEvent = z.enum(RELEASE_EVENTS);

/** A hold with the amounts held in posted payments and released since. */
export const HoldRow = z.object({
  id: z.uuid(),
  participantId: z.string().nullable(),
  participantName: z.string().nullable(),
  planId: z.uuid().nullable(),
  planName: z.string().nullable(),
  componentId: z.string().nullable(),
  dealId: z.string().nullable(),
  periodKey: z.string().nullable(),
  percent: z.string(),
  reason: z.string(),
  releaseEvent: ReleaseEvent,
  releaseOn: Day.nullable(),
  /** False once all of it is released. */
  open: z.boolean(),
  held: Amounts,
  releases: z.array(
    z.object({
      id: z.uuid(),
      percent: z.string(),
      reason: z.string(),
      event: ReleaseEvent,
      by: z.string(),
      at: Moment,
      /** The payment run that pays it; null: the next one. */
      runId: z.uuid().nullable(),
    }),
  ),
  createdBy: z.string(),
  createdAt: Moment,
});
export type HoldRow = z.infer<typeof HoldRow>;

export const holds = {
  list: endpoint
    .route({ method: 'GET', path: '/holds', summary: 'Holds, newest first', tags: ['Payments'] })
    .meta({ access: 'read:payments' })
    .input(PageInput.extend({ open: z.stringbool().optional() }))
    .output(pageOf(HoldRow)),
  place: endpoint
    .route({
      method: 'POST',
      path: '/holds',
      summary: 'Hold pay',
      tags: ['Payments'],
      successStatus: 201,
    })
    .meta({ access: 'adjust:payments' })
    .input(
      z.object({
        participantId: z.string().min(1).max(200).nullable().default(null),
        planId: z.uuid().nullable().default(null),
        componentId: z.string().min(1).max(200).nullable().default(null),
        dealId: z.string().min(1).max(200).nullable().default(null),
        periodKey: z
          .string()
          .regex(/^[\dPQW.-]{4,30}$/, 'a period such as 2024-Q1')
          .nullable()
          .default(null),
        percent: Decimal.default('100'),
        releaseEvent: ReleaseEvent.default('decision').describe('The event that releases it'),
        releaseOn: Day.nullable().default(null).describe('With `day`: the day it is released automatically'),
        reason,
      }),
    )
    .output(HoldRow),
  release: endpoint
    .route({
      method: 'POST',
      path: '/holds/{id}/release',
      summary: 'Release a hold, in full or in part; the next payment run pays it',
      tags: ['Payments'],
    })
    .meta({ access: 'adjust:payments' })
    .input(
      z.object({
        id: z.uuid(),
        percent: Decimal.default('100'),
        event: ReleaseEvent.exclude(['day']).default('decision').describe('The event that occurred'),
        reason,
      }),
    )
    .output(HoldRow),
};

/** An amount clawed back from a paid line. */
export const ClawbackRow = z.object({
  id: z.uuid(),
  participantId: z.string(),
  participantName: z.string(),
  currency: z.string(),
  calculationId: z.uuid(),
  periodKey: z.string(),
  componentId: z.string(),
  componentName: z.string(),
  dealId: z.string().nullable().describe('Null: the full line'),
  earned: z.string(),
  amount: z.string(),
  formula: z.string(),
  floor: z.enum(['carry', 'zero']),
  reason: z.string(),
  decidedOn: Day,
  /** The payment run that deducts it; null: the next one. */
  runId: z.uuid().nullable(),
  createdBy: z.string(),
  createdAt: Moment,
});
export type ClawbackRow = z.infer<typeof ClawbackRow>;

export const clawbacks = {
  list: endpoint
    .route({ method: 'GET', path: '/clawbacks', summary: 'Clawbacks, newest first', tags: ['Payments'] })
    .meta({ access: 'read:payments' })
    .input(PageInput.extend({ participantId: z.string().optional() }))
    .output(pageOf(ClawbackRow)),
  decide: endpoint
    .route({
      method: 'POST',
      path: '/clawbacks',
      summary: 'Claw back a line of a posted payment, or one deal in it; the next payment run deducts it',
      tags: ['Payments'],
      successStatus: 201,
    })
    .meta({ access: 'adjust:payments' })
    .input(
      z.object({
        calculationId: z.uuid(),
        participantId: z.string().min(1).max(200),
        componentId: z.string().min(1).max(200),
        dealId: z.string().min(1).max(200).nullable().describe('Null: the full line'),
        decidedOn: Day,
        kind: z.enum(['full', 'pro-rata']),
        termMonths: z.number().int().nullable().default(null),
        windowDays: z.number().int().nullable().default(null),
        floor: z.enum(['carry', 'zero']).default('carry'),
        reason,
      }),
    )
    .output(ClawbackRow),
};

/** The minimum and maximum of a participant’s payments in one currency, from a start date. */
export const PaymentLimitRow = z.object({
  participantId: z.string(),
  participantName: z.string(),
  currency: z.string(),
  from: Day,
  to: Day.nullable(),
  minimum: z.string().nullable(),
  maximum: z.string().nullable(),
  importId: z.uuid().nullable(),
});
export type PaymentLimitRow = z.infer<typeof PaymentLimitRow>;

/** Payment limits. They are imported with files of the kind `payment-limits`. */
export const paymentLimits = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/payment-limits',
      summary: 'Payment limits (minimum, maximum) by participant, currency and start date',
      tags: ['Payments'],
    })
    .meta({ access: 'read:payments' })
    .input(PageInput)
    .output(pageOf(PaymentLimitRow)),
};
