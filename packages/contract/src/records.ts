import { TEXT_FIELDS } from '@attain/domain/plans/condition';
import { z } from 'zod';
import { Day, endpoint, JsonRecord, Moment, PageInput, Provenance, pageOf, Unit, Words } from './base.ts';
import { OwnField, OwnFields } from './own-fields.ts';

/** A share of a deal; the shares of one deal sum to 100. */
export const Split = z.object({ participantId: z.string(), sharePercent: z.string() });

/** A transaction that may credit somebody. */
export const Deal = z.object({
  id: z.string(),
  date: Day,
  amount: z.string(),
  unit: Unit,
  currency: z.string().nullable(),
  participantId: z.string(),
  participantName: z.string(),
  splits: z.array(Split),
  /** Credits on top of the deal, in percent of it; they sum to anything. */
  overlays: z.array(Split),
  kind: z.string(),
  product: z.string().nullable(),
  territory: z.string().nullable(),
  customer: z.string().nullable(),
  ownFields: OwnFields,
});
export type Deal = z.infer<typeof Deal>;

/** A deal as it stands, as it stood before each later import, and where it counted. */
export const DealDetail = Deal.extend({
  approvedOn: Day.nullable().describe('The day somebody approved the result'),
  /** Who approved it here and why; null: nobody, or it came approved. */
  approval: z.object({ by: z.string(), at: Moment, reason: z.string() }).nullable(),
  /** Until somebody approves it, it counts in none of these. */
  awaits: z.array(z.object({ planName: z.string(), componentName: z.string() })),
  people: z
    .array(z.object({ participantId: z.string(), name: z.string() }))
    .describe('The names of those among whom it is split, and who have credit on top'),
  termMonths: z.number().int().nullable(),
  reversesId: z.string().nullable().describe('The deal this one takes back'),
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

/** What a participant is asked to reach; `componentId` null: every component of the unit. */
export const QuotaRow = z.object({
  participantId: z.string(),
  participantName: z.string(),
  componentId: z.string().nullable(),
  unit: Unit,
  from: Day,
  to: Day,
  amount: z.string(),
  currency: z.string().nullable().describe("What a quota of money is stated in; null: the plan's currency"),
});

/** What tells a quota apart from all others. */
const QuotaKey = z.object({
  participantId: Words.min(1).max(200),
  componentId: Words.min(1).max(200).nullable().default(null).describe('Null: every component of the unit'),
  unit: Unit.default('$'),
  from: Day,
  to: Day,
});

/** Which territory a participant worked, from a day to a day. */
export const TerritoryRow = z.object({
  participantId: z.string(),
  participantName: z.string(),
  territory: z.string(),
  from: Day,
  to: Day.nullable(),
});
/** How many `to` one `from` bought, from a day on. */
export const ExchangeRateRow = z.object({
  from: z.string(),
  to: z.string(),
  date: Day,
  rate: z.string(),
  source: z.string(),
});

/** How deals are narrowed. */
const DealFilters = z.object({
  search: z.string().max(200).optional().describe('Part of the id, customer, product or participant'),
  participantId: z.string().optional(),
  kind: z.string().max(200).optional(),
  from: Day.optional(),
  to: Day.optional(),
});

/** Everything that is imported and read by the calculation. */
export const records = {
  deals: endpoint
    .route({ method: 'GET', path: '/deals', summary: 'Deals, newest first', tags: ['Records'] })
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
      summary: 'Count and sum of the deals by kind and currency; the kind narrows nothing here',
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
      summary: 'One deal with its source row and its history',
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .input(z.object({ id: z.string() }))
    .output(DealDetail),
  dealValues: endpoint
    .route({
      method: 'GET',
      path: '/deal-values',
      summary: 'The values of one field of deals, most frequent first',
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .input(z.object({ field: z.union([z.enum(TEXT_FIELDS), OwnField]) }))
    .output(
      z
        .array(z.object({ value: z.string(), deals: z.number().int() }))
        .describe('At most 200 values, of the deals the caller may read'),
    ),
  ownFields: endpoint
    .route({
      method: 'GET',
      path: '/deal-own-fields',
      summary: "The customer's own columns that deals have, most frequent first",
      tags: ['Records'],
    })
    .meta({ access: 'read:deals' })
    .output(
      z
        .array(z.object({ name: z.string(), deals: z.number().int() }))
        .describe('At most 200 names, of the deals the caller may read'),
    ),
  approve: endpoint
    .route({
      method: 'POST',
      path: '/deals/{id}/approve',
      summary: 'Approve a result, so that it counts where a plan asks for approval',
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
          .describe('Why; it stands with the deal and in the audit log'),
      }),
    )
    .output(DealDetail),
  quotas: endpoint
    .route({ method: 'GET', path: '/quotas', summary: 'Quotas by participant and span', tags: ['Records'] })
    .meta({ access: 'read:quotas' })
    .input(PageInput.extend({ participantId: z.string().optional(), search: z.string().max(200).optional() }))
    .output(pageOf(QuotaRow)),
  removeQuotas: endpoint
    .route({
      method: 'POST',
      path: '/quotas/remove',
      summary:
        'Take quotas away that were stored by mistake; calculations that have read one become out of date',
      tags: ['Records'],
    })
    .meta({ access: 'import:records' })
    .input(
      z.object({
        quotas: z.array(QuotaKey).min(1).max(500),
        reason: z.string().trim().min(3).max(500).describe('Why; it stands in the audit log'),
      }),
    )
    .output(z.object({ removed: z.number().int() })),
  territories: endpoint
    .route({
      method: 'GET',
      path: '/territories',
      summary: 'Who worked which territory, with dates',
      tags: ['Records'],
    })
    .meta({ access: 'read:territories' })
    .input(PageInput.extend({ participantId: z.string().optional(), search: z.string().max(200).optional() }))
    .output(pageOf(TerritoryRow)),
  exchangeRates: endpoint
    .route({
      method: 'GET',
      path: '/exchange-rates',
      summary: 'Rates of exchange, newest first',
      tags: ['Records'],
    })
    .meta({ access: 'read:exchange-rates' })
    .input(PageInput.extend({ from: z.string().optional(), to: z.string().optional() }))
    .output(pageOf(ExchangeRateRow)),
};
