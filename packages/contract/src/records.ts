import { TEXT_FIELDS } from '@attain/domain/plans/condition';
import { z } from 'zod';
import {
  Currency,
  Day,
  Decimal,
  endpoint,
  JsonRecord,
  Moment,
  PageInput,
  Provenance,
  pageOf,
  Unit,
  Words,
} from './base.ts';
import { OwnField, OwnFields } from './own-fields.ts';

/** A share of a deal; the shares of one deal sum to 100. */
export const Split = z.object({ participantId: z.string(), sharePercent: z.string() });

/** A transaction that can credit participants. */
export const Deal = z.object({
  id: z.string(),
  date: Day,
  amount: z.string(),
  unit: Unit,
  currency: z.string().nullable(),
  participantId: z.string(),
  participantName: z.string(),
  splits: z.array(Split),
  /** Credit in addition to the deal’s, in percent of the deal; any sum. */
  overlays: z.array(Split),
  kind: z.string(),
  product: z.string().nullable(),
  territory: z.string().nullable(),
  customer: z.string().nullable(),
  ownFields: OwnFields,
});
export type Deal = z.infer<typeof Deal>;

/** A deal, its values before each later import, and where it counted. */
export const DealDetail = Deal.extend({
  approvedOn: Day.nullable().describe('The day on which the result was approved'),
  /** Approval in Attain; null: not approved, or imported as approved. */
  approval: z.object({ by: z.string(), at: Moment, reason: z.string() }).nullable(),
  /** Components in which it counts only after approval. */
  awaits: z.array(z.object({ planName: z.string(), componentName: z.string() })),
  people: z
    .array(z.object({ participantId: z.string(), name: z.string() }))
    .describe('Names of the participants in splits and overlays'),
  termMonths: z.number().int().nullable(),
  reversesId: z.string().nullable().describe('The deal this one reverses'),
  provenance: Provenance,
  importFileName: z.string().nullable(),
  history: z.array(
    z.object({
      replacedAt: z.string(),
      importId: z.uuid().nullable(),
      before: JsonRecord,
    }),
  ),
});

/** A participant’s target; `componentId` null: every component measured in this unit. */
export const QuotaRow = z.object({
  participantId: z.string(),
  participantName: z.string(),
  componentId: z.string().nullable(),
  unit: Unit,
  from: Day,
  to: Day,
  amount: z.string(),
  currency: z.string().nullable().describe('Currency of a money quota; null: the plan’s'),
});

/** All quotas of a participant and component in a year, next to each other. */
export const QuotaYear = QuotaRow.omit({ from: true, to: true, amount: true }).extend({
  cells: z.array(z.object({ from: Day, to: Day, amount: z.string() })).describe('By first day'),
  total: z.string().nullable().describe('Null: some periods overlap or go beyond the year'),
});
export type QuotaYear = z.infer<typeof QuotaYear>;

/** The fields that identify a quota. */
const QuotaKey = z.object({
  participantId: Words.min(1).max(200),
  componentId: Words.min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('Null: every component measured in this unit'),
  unit: Unit.default('$'),
  from: Day,
  to: Day,
});

/** Where a quota comes from, and how it was changed by hand since. */
export const QuotaHistory = z.object({
  source: z
    .object({ importId: z.uuid(), fileName: z.string(), line: z.number().int(), text: z.string() })
    .nullable()
    .describe('The row of the file it was imported from last; null: it was added by hand, or removed'),
  changes: z
    .array(
      z.object({
        by: z.string(),
        at: Moment,
        before: z.string().nullable().describe('Null: it was added'),
        after: z.string().nullable().describe('Null: it was removed'),
        reason: z.string().nullable(),
      }),
    )
    .describe('The newest 50'),
});
export type QuotaHistory = z.infer<typeof QuotaHistory>;

/** What is agreed with a participant on dates; `to` is also the day before the next term. */
export const PayTermRow = z.object({
  participantId: z.string(),
  participantName: z.string(),
  title: z.string().nullable(),
  from: Day,
  to: Day.nullable(),
  baseAnnual: z.string().nullable(),
  targetVariableAnnual: z.string().nullable(),
  commissionRatePercent: z.string().nullable(),
  currency: z.string().nullable().describe('Null: the plan’s'),
});

export const opportunityStatuses = ['open', 'won', 'lost'] as const;

/** What may become a deal. Nothing is paid on it. */
export const OpportunityRow = z.object({
  id: z.string(),
  name: z.string().nullable(),
  participantId: z.string(),
  participantName: z.string(),
  stage: z.string(),
  status: z.enum(opportunityStatuses),
  amount: z.string().nullable(),
  currency: z.string(),
  expectedOn: Day.nullable(),
  chancePercent: z.string().nullable(),
  product: z.string().nullable(),
  territory: z.string().nullable(),
  customer: z.string().nullable(),
  dealId: z.string().nullable().describe('The deal with the same ID; null: none is stored'),
});

/** What is open in one currency. Amounts without a chance are weighed by the win rate. */
const OpenPipeline = z.object({
  currency: z.string(),
  opportunities: z.number().int(),
  amount: z.string(),
  withoutAmount: z.number().int(),
  expected: z.string().nullable().describe('Σ amount × chance; null: no chance is known'),
  withoutChance: z.number().int().describe('Opportunities that are not in `expected`'),
  stages: z.array(z.object({ stage: z.string(), opportunities: z.number().int(), amount: z.string() })),
});

/** What is open, and the win rate of all that was decided. */
export const Pipeline = z.object({
  stored: z.number().int().describe('Opportunities the caller may read, of any status'),
  winRate: z.object({
    won: z.number().int(),
    lost: z.number().int(),
    percent: z.number().int().nullable().describe('Won ÷ decided; null: fewer than 10 were decided'),
  }),
  open: z.array(OpenPipeline),
});
export type Pipeline = z.infer<typeof Pipeline>;

const OpportunityFilter = z.object({
  search: z.string().max(200).optional(),
  from: Day.optional().describe('First day of the expected close'),
  to: Day.optional(),
});

/** What a customer paid for a deal. */
export const ReceiptRow = z.object({
  id: z.string(),
  dealId: z.string(),
  customer: z.string().nullable(),
  date: Day,
  amount: z.string().describe('Below zero: a refund'),
  currency: z.string(),
  dealPaid: z.string().describe('All the customer paid for the deal in this currency'),
  dealAmount: z.string().nullable().describe('Null: the deal is no longer stored'),
  importId: z.uuid().nullable(),
});

/** A participant’s territory, with start and end date. */
export const TerritoryRow = z.object({
  participantId: z.string(),
  participantName: z.string(),
  territory: z.string(),
  from: Day,
  to: Day.nullable(),
});
/** How many units of `to` one `from` buys, from a start date. */
export const ExchangeRateRow = z.object({
  from: z.string(),
  to: z.string(),
  date: Day,
  rate: z.string(),
  source: z.string(),
});

const DealFilters = z.object({
  search: z.string().max(200).optional().describe('Part of the id, customer, product or participant'),
  participantId: z.string().optional(),
  kind: z.string().max(200).optional(),
  from: Day.optional(),
  to: Day.optional(),
});

/** The records that calculations read. */
export const records = {
  deals: endpoint
    .route({ method: 'GET', path: '/deals', summary: 'List deals, newest first', tags: ['Records'] })
    .meta({ access: 'read:deals' })
    .input(
      PageInput.extend({
        ...DealFilters.shape,
        sort: z.enum(['date', '-date', 'amount', '-amount']).default('-date'),
      }),
    )
    .output(pageOf(Deal)),
  dealTotals: endpoint
    .route({
      method: 'GET',
      path: '/deal-totals',
      summary: 'Count and sum of deals by kind and currency; ignores the kind filter',
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .input(DealFilters.omit({ kind: true }))
    .output(
      z.object({
        rows: z.array(
          z.object({
            kind: z.string(),
            currency: z.string().nullable(),
            unit: Unit,
            deals: z.number().int(),
            amount: z.string(),
          }),
        ),
      }),
    ),
  deal: endpoint
    .route({
      method: 'GET',
      path: '/deals/{id}',
      summary: 'Get a deal with its source row and history',
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .input(z.object({ id: z.string() }))
    .output(DealDetail),
  dealValues: endpoint
    .route({
      method: 'GET',
      path: '/deal-values',
      summary: 'List values of a deal field, most frequent first',
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .input(z.object({ field: z.union([z.enum(TEXT_FIELDS), OwnField]) }))
    .output(
      z
        .array(z.object({ value: z.string(), deals: z.number().int() }))
        .describe('At most 200 values, from deals the caller may read'),
    ),
  ownFields: endpoint
    .route({
      method: 'GET',
      path: '/deal-own-fields',
      summary: 'List the customer’s own deal columns, most frequent first',
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .output(
      z
        .array(z.object({ name: z.string(), deals: z.number().int() }))
        .describe('At most 200 names, from deals the caller may read'),
    ),
  approve: endpoint
    .route({
      method: 'POST',
      path: '/deals/{id}/approve',
      summary: 'Approve a result so that it counts where a plan requires approval',
      tags: ['Records'],
    })
    .meta({ access: 'approve:results' })
    .input(
      z.object({
        id: z.string(),
        reason: z
          .string()
          .trim()
          .min(3)
          .max(500)
          .describe('Reason; saved with the deal and in the audit log'),
      }),
    )
    .output(DealDetail),
  quotas: endpoint
    .route({
      method: 'GET',
      path: '/quotas',
      summary: 'List quotas by participant and dates',
      tags: ['Records'],
    })
    .meta({ access: 'read:quotas' })
    .input(PageInput.extend({ participantId: z.string().optional(), search: z.string().max(200).optional() }))
    .output(pageOf(QuotaRow)),
  quotaYears: endpoint
    .route({
      method: 'GET',
      path: '/quotas/by-period',
      summary: 'List the quotas of a calendar year by participant and component, with their total',
      tags: ['Records'],
    })
    .meta({ access: 'read:quotas' })
    .input(
      PageInput.extend({
        year: z.coerce
          .number()
          .int()
          .min(1900)
          .max(2199)
          .optional()
          .describe('Default: the newest with quotas'),
        search: z.string().max(200).optional(),
      }),
    )
    .output(
      pageOf(QuotaYear).extend({
        year: z.number().int().nullable().describe('Null: there are no quotas'),
        years: z.array(z.number().int()).describe('Years with quotas, newest first'),
        spans: z
          .array(z.object({ from: Day, to: Day }))
          .describe('The first 100 different periods of all rows'),
        hasMoreSpans: z.boolean().describe('Rows have cells of further periods'),
      }),
    ),
  changeQuota: endpoint
    .route({
      method: 'POST',
      path: '/quotas/change',
      summary: 'Change the amount of one quota, or add one; calculations that used it become out of date',
      tags: ['Records'],
    })
    .meta({ access: 'import:records' })
    .input(
      QuotaKey.extend({
        known: Decimal.nullable().describe(
          'The amount you read; rejected if it has changed. Null: adds a quota where there is none',
        ),
        amount: Decimal.describe('The new amount, above zero'),
        currency: Currency.nullable()
          .default(null)
          .describe('Of a money quota that is added; null: the plan’s. A changed quota keeps its own'),
        reason: z.string().trim().min(3).max(500).describe('Reason; saved in the audit log'),
      }),
    )
    .output(z.object({ amount: z.string() })),
  quotaHistory: endpoint
    .route({
      method: 'GET',
      path: '/quotas/history',
      summary: 'Get the origin of a quota and its changes by hand, newest first',
      tags: ['Records'],
    })
    .meta({ access: 'import:records' })
    .input(QuotaKey)
    .output(QuotaHistory),
  removeQuotas: endpoint
    .route({
      method: 'POST',
      path: '/quotas/remove',
      summary: 'Remove quotas stored by mistake; calculations that used them become out of date',
      tags: ['Records'],
    })
    .meta({ access: 'import:records' })
    .input(
      z.object({
        quotas: z
          .array(
            QuotaKey.extend({
              known: Decimal.optional().describe('The amount you read; rejected if it has changed'),
            }),
          )
          .min(1)
          .max(500),
        reason: z.string().trim().min(3).max(500).describe('Reason; saved in the audit log'),
      }),
    )
    .output(z.object({ removed: z.number().int() })),
  territories: endpoint
    .route({
      method: 'GET',
      path: '/territories',
      summary: 'List territory assignments with dates',
      tags: ['Records'],
    })
    .meta({ access: 'read:territories' })
    .input(PageInput.extend({ participantId: z.string().optional(), search: z.string().max(200).optional() }))
    .output(pageOf(TerritoryRow)),
  payTerms: endpoint
    .route({
      method: 'GET',
      path: '/pay-terms',
      summary: 'List pay terms with dates',
      tags: ['Records'],
    })
    .meta({ access: 'read:participants' })
    .input(PageInput.extend({ participantId: z.string().optional(), search: z.string().max(200).optional() }))
    .output(pageOf(PayTermRow)),
  opportunities: endpoint
    .route({
      method: 'GET',
      path: '/opportunities',
      summary: 'List opportunities by expected close',
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .input(PageInput.extend({ ...OpportunityFilter.shape, status: z.enum(opportunityStatuses).optional() }))
    .output(pageOf(OpportunityRow)),
  pipeline: endpoint
    .route({
      method: 'GET',
      path: '/pipeline',
      summary: 'Sum up open opportunities by currency and stage, with the win rate',
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .input(OpportunityFilter)
    .output(Pipeline),
  receipts: endpoint
    .route({
      method: 'GET',
      path: '/receipts',
      summary: 'List customer payments, newest first',
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .input(
      PageInput.extend({
        search: z.string().max(200).optional().describe('Part of the payment, deal or customer'),
        dealId: z.string().max(200).optional(),
        from: Day.optional(),
        to: Day.optional(),
      }),
    )
    .output(pageOf(ReceiptRow)),
  exchangeRates: endpoint
    .route({
      method: 'GET',
      path: '/exchange-rates',
      summary: 'List exchange rates, newest first',
      tags: ['Records'],
    })
    .meta({ access: 'read:exchange-rates' })
    .input(PageInput.extend({ from: z.string().optional(), to: z.string().optional() }))
    .output(pageOf(ExchangeRateRow)),
};
