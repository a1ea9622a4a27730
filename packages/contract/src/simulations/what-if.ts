import type { CalculationInput } from '@attain/domain/payouts/payout';
import { z } from 'zod';
import { Currency, Day, Decimal, endpoint, Unit, Words } from '../base.ts';
import { OwnFields } from '../own-fields.ts';
import { Span, SpanKey } from './findings.ts';

/** A hypothetical deal. Omitted fields are null: a sale in the plan’s currency on the last day of the period. */
export const FurtherDeal = z.strictObject({
  amount: Decimal,
  date: Day.optional(),
  unit: Unit.default('$'),
  currency: Currency.optional(),
  kind: z.string().max(200).default('sale'),
  product: z.string().max(200).nullable().default(null),
  territory: z.string().max(200).nullable().default(null),
  customer: z.string().max(200).nullable().default(null),
  ownFields: OwnFields.optional(),
});

/** A split of a deal in a change. */
export const ChangedSplit = z.strictObject({ participantId: Words.max(200), sharePercent: Decimal });
const text = Words.max(200);

/** A deal in a change. */
export const ChangedDeal = z.strictObject({
  id: text,
  date: Day,
  amount: Decimal,
  unit: Unit.default('$'),
  currency: Currency.nullable().default(null),
  participantId: text,
  splits: z.array(ChangedSplit).max(100).default([]),
  kind: text.default('sale'),
  product: text.nullable().default(null),
  territory: text.nullable().default(null),
  customer: text.nullable().default(null),
  ownFields: OwnFields.optional(),
});
const ChangedQuota = z.strictObject({
  participantId: text,
  componentId: text.nullable().default(null),
  unit: Unit.default('$'),
  from: Day,
  to: Day,
  amount: Decimal,
  currency: Currency.optional().describe('Omitted: the plan’s'),
});
const ChangedRate = z.strictObject({
  from: Currency,
  to: Currency,
  date: Day,
  rate: Decimal,
  source: text.default(''),
});
const ChangedEnrolment = z.strictObject({ participantId: text, from: Day, to: Day.nullable().default(null) });

/** A changed record; null on the side where it does not exist. */
export const RecordChange = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('deal'), before: ChangedDeal.nullable(), after: ChangedDeal.nullable() }),
  z.strictObject({ of: z.literal('quota'), before: ChangedQuota.nullable(), after: ChangedQuota.nullable() }),
  z.strictObject({
    of: z.literal('exchange-rate'),
    before: ChangedRate.nullable(),
    after: ChangedRate.nullable(),
  }),
  z.strictObject({
    of: z.literal('enrolment'),
    before: ChangedEnrolment.nullable(),
    after: ChangedEnrolment.nullable(),
  }),
]);

const FundUse = z.object({
  claims: z
    .array(
      z.object({
        componentId: z.string(),
        participantId: z.string(),
        dealId: z.string(),
        date: Day,
        amount: z.string(),
      }),
    )
    .readonly(),
  earlier: z
    .array(
      z.object({
        participantId: z.string(),
        componentId: z.string(),
        from: Day,
        to: Day,
        amount: z.string(),
        carried: z.string(),
      }),
    )
    .readonly(),
});

/** An open opportunity of a payee, as if it were won in a period. */
const OpenDeal = z.object({
  id: z.string(),
  name: z.string().nullable(),
  customer: z.string().nullable(),
  stage: z.string(),
  expectedOn: Day.nullable(),
  chancePercent: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string(),
  adds: z.string().nullable().describe('To pay in the period, in the plan’s currency; null: not known'),
  message: z.string().nullable().describe('Why `adds` is zero or null'),
});
export type OpenDeal = z.infer<typeof OpenDeal>;

/** A payee of a plan in a period. */
const OfPayee = z.strictObject({
  planId: z.uuid(),
  participantId: z.string().min(1).max(200),
  period: z.string().max(30).optional().describe('Omitted: the period of the newest deal'),
});

/** Estimates for one payee, and the reach of one changed record; part of `simulations`. */
export const whatIfs = {
  dependences: endpoint
    .route({
      method: 'POST',
      path: '/what-depends',
      summary: 'List the payout lines that one changed record affects, and why; saves nothing',
      tags: ['Simulations'],
    })
    .meta({ access: 'read:simulations' })
    .input(z.strictObject({ planId: z.uuid(), change: RecordChange, span: SpanKey.optional() }))
    .output(
      z.object({
        span: Span,
        total: z.number().int().describe('Lines that depend on it'),
        lines: z
          .array(
            z.object({
              period: Span,
              participantId: z.string(),
              componentId: z.string(),
              message: z.string(),
            }),
          )
          .max(1_000)
          .describe('The first 1,000, by payee, period and component'),
      }),
    ),
  openDeals: endpoint
    .route({
      method: 'GET',
      path: '/what-if/open-deals',
      summary: 'Estimate what each open opportunity of a payee would add to pay in a period; saves nothing',
      description:
        'Each alone, dated on the day it is expected if that is in the period, otherwise on its last day. The 100 with the largest amounts, those that add most first.',
      tags: ['Simulations'],
    })
    .meta({ access: 'read:payouts' })
    .input(OfPayee)
    .output(
      z.object({
        period: Span,
        currency: Currency,
        total: z.number().int().describe('Open opportunities of the payee'),
        rows: z.array(OpenDeal),
      }),
    ),
  whatIf: endpoint
    .route({
      method: 'POST',
      path: '/what-if',
      summary: 'Estimate a payee’s pay with additional deals; saves nothing',
      description:
        'The response includes the inputs, so that a browser can continue with the same code: whatIf of @attain/domain/simulations/what-if.',
      tags: ['Simulations'],
    })
    .meta({ access: 'read:payouts' })
    .input(OfPayee.extend({ furtherDeals: z.array(FurtherDeal).max(100).default([]) }))
    .output(
      z.object({
        input: z
          .custom<CalculationInput>((value) => typeof value === 'object' && value !== null)
          .meta({
            type: 'object',
            component: 'CalculationInput',
            description: 'CalculationInput of @attain/domain/payouts/payout',
          }),
        fundUse: FundUse.nullable().describe(
          'Claims of all other payees on SPIFF funds, without names; null if the plan has no fund',
        ),
        currency: Currency,
        before: z.string(),
        after: z.string(),
        delta: z.string(),
        lines: z.array(
          z.object({
            componentId: z.string(),
            componentName: z.string(),
            before: z.string(),
            after: z.string(),
            delta: z.string(),
            message: z.string().describe('What the line would pay, and why'),
          }),
        ),
      }),
    ),
};
