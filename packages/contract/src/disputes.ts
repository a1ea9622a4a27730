import { z } from 'zod';
import { AdjustmentRow } from './adjustments.ts';
import { ApprovalVote } from './approvals.ts';
import { Currency, Decimal, endpoint, Message, Moment, PageInput, pageOf, Words } from './base.ts';
import { StatedChange } from './recalculations.ts';

/** open → assigned → resolved; an open dispute can also be resolved directly, or withdrawn by its opener. */
export const disputeStatuses = ['open', 'assigned', 'resolved'] as const;
/** Upheld: the pay was wrong. Dismissed: the pay is right. */
export const disputeOutcomes = ['upheld', 'dismissed'] as const;

/** How the pay is put right when a dispute is upheld. */
export const disputeConsequences = ['records', 'adjustment', 'plan', 'none'] as const;

/** What is wrong with the pay. */
export const disputeCategories = [
  ...(['missing-deal', 'amount', 'split', 'quota-or-rate', 'plan', 'not-paid', 'other'] as const),
] as const;

const reason = Words.min(3)
  .max(2_000)
  .describe('Reason; visible to payee and reviewers, and saved in the audit log');

const about = {
  calculationId: z.uuid().describe('The calculation whose pay is disputed'),
  participantId: Words.min(1).max(200).describe('The payee'),
  componentId: Words.min(1).max(200).nullable().default(null).describe('Null: the full statement'),
};

/** A claim that a payout line or a whole statement is wrong. */
export const Dispute = z.object({
  id: z.uuid(),
  ...about,
  planId: z.uuid(),
  planName: z.string(),
  periodKey: z.string(),
  participantName: z.string(),
  componentName: z.string().nullable(),
  currency: Currency,
  paid: z.string().describe('Pay in dispute, as calculated at that time'),
  expected: z.string().nullable().describe('Correct pay, according to the user who opened the dispute'),
  category: z.enum(disputeCategories),
  dealId: z.string().nullable().describe('The deal it is about'),
  reason: z.string(),
  status: z.enum(disputeStatuses),
  waitingOn: z
    .enum(['reviewer', 'payee', 'approver'])
    .describe('Who acts next; approver: of the adjustment that upholds it'),
  assignee: z.string().nullable().describe('User name'),
  assigneeName: z.string().nullable(),
  reviewerCalculated: z
    .boolean()
    .describe('The reviewer, assigned or deciding, ordered the calculation in question'),
  outcome: z.enum(disputeOutcomes).nullable(),
  consequence: z.enum(disputeConsequences).nullable().describe('Once it is upheld'),
  resolution: z
    .object({
      by: z.string().describe('Who decided; who proposed the adjustment that upholds it'),
      at: Moment.describe('When they did'),
      reason: z.string(),
      approvals: z
        .array(z.object({ by: z.string(), at: Moment }))
        .describe('Who approved the adjustment that upholds it, in order; the last upheld it'),
    })
    .nullable(),
  adjustmentId: z.uuid().nullable().describe('The adjustment that was entered last to put the pay right'),
  workflowRunId: z.uuid().nullable().describe('The run that opened it; null: a user'),
  withdrawnAt: Moment.nullable(),
  openedBy: z.string(),
  opener: z.string().describe('User name'),
  createdAt: Moment,
});
export type Dispute = z.infer<typeof Dispute>;

/** A file that someone attached to a dispute. */
export const DisputeFile = z.object({
  id: z.uuid(),
  messageId: z.uuid().nullable().describe('The message it came with; null: the dispute itself'),
  fileName: z.string(),
  contentType: z.string(),
  byteCount: z.number().int(),
  sha256: z.string().describe('Of its content'),
  by: z.string(),
  at: Moment,
});
export type DisputeFile = z.infer<typeof DisputeFile>;

const files = z
  .array(z.object({ id: z.uuid(), fileName: Words.min(1).max(200) }))
  .max(5, 'Attach at most 5 files.')
  .default([])
  .describe(
    'Files you uploaded to `/disputes/files` as multipart/form-data: PDF, images, CSV, XLSX or text, up to 10 MB each',
  );

/** A dispute with what was written about it, oldest first. */
export const DisputeDetail = Dispute.extend({
  adjustment: AdjustmentRow.pick({ id: true, amount: true, currency: true, status: true, periodKey: true })
    .nullable()
    .describe('For the payee: once it is approved'),
  proposals: z
    .array(
      z.object({
        adjustmentId: z.uuid(),
        by: z.string(),
        at: Moment,
        reason: z.string(),
        amount: z.string(),
        currency: Currency,
        status: AdjustmentRow.shape.status,
        votes: z.array(ApprovalVote).describe('Approvals and rejections, in order'),
      }),
    )
    .describe('For reviewers: the adjustments that were proposed to uphold it, oldest first'),
  correction: z
    .object({ calculationId: z.uuid(), pays: z.string(), change: z.string() })
    .nullable()
    .describe(
      'Upheld by records or plan: what the newest calculation of the period pays instead; null: the same',
    ),
  messages: z.array(Message),
  files: z.array(DisputeFile).describe('Oldest first; download them from `/disputes/{id}/files/{fileId}`'),
});
export type DisputeDetail = z.infer<typeof DisputeDetail>;

/** How disputes are answered, for reviewers. */
const DisputeFigures = z.object({
  open: z.number().int(),
  pastDue: z.number().int().describe('No first answer in 2 working days, or no outcome in 5'),
  medianAgeDays: z.number().nullable().describe('Of open ones; null: there are none'),
  decided: z.number().int().describe('In the last 12 months'),
  upheld: z.number().int().describe('Of these'),
});
export type DisputeFigures = z.infer<typeof DisputeFigures>;

/** How the pay in dispute includes a deal; `opportunity`: no deal has the ID, and one of the payee's opportunities has it. */
export const DealCheck = z.object({
  found: z.enum([
    'outside-period',
    'counted',
    'changed-since',
    'held',
    'not-credited',
    'no-component',
    'opportunity',
  ]),
  message: z.string(),
  wouldPay: z
    .object({
      message: z.string().describe('What would have to be otherwise, and how much more it pays'),
      gain: z.string(),
      pays: z
        .string()
        .nullable()
        .describe('The asked line with it, or all lines; null: only other lines would pay more'),
      currency: Currency,
    })
    .optional()
    .describe('Only where the payee would have been paid more'),
});
export type DealCheck = z.infer<typeof DealCheck>;

/** What a reviewer needs to answer a dispute. */
const Cause = z.object({
  message: z.string().describe('The record and its other state'),
  pays: z.string().describe('The disputed pay with it, by the full calculation'),
  change: StatedChange.nullable().describe('The change to try on the calculation; null: it can’t be tried'),
});
export const DisputeAnswer = z.object({
  currency: Currency,
  why: z
    .array(
      z.object({
        componentId: z.string(),
        componentName: z.string(),
        isCounted: z.boolean(),
        message: z.string(),
      }),
    )
    .describe('How each component sees the disputed deal; empty: the deal is not in the records'),
  causes: z
    .object({
      pays: z.string().describe('The disputed pay on the stored inputs'),
      hits: z.array(Cause).describe('Single records that each give the expected pay'),
      nearest: Cause.nullable().describe('Without any, the one that comes closest'),
      tried: z.number().int().describe('Number of records tried'),
    })
    .nullable()
    .describe('Null: the dispute names no expected pay'),
});
export type DisputeAnswer = z.infer<typeof DisputeAnswer>;

const disputeId = z.object({ id: z.uuid() });

export const disputes = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/disputes',
      summary: 'List disputes I may read, newest first',
      tags: ['Disputes'],
    })
    .meta({ access: 'read:disputes' })
    .input(
      PageInput.extend({
        status: z.enum([...disputeStatuses, 'unresolved']).optional(),
        participantId: z.string().max(200).optional(),
        calculationId: z.uuid().optional(),
        withMessages: z.stringbool().optional(),
        search: z.string().max(200).optional().describe('Payee, component, plan, period or deal'),
      }),
    )
    .output(
      pageOf(
        Dispute.extend({
          messages: z.array(Message).optional().describe('With `withMessages`, oldest first'),
          files: z.array(DisputeFile).optional().describe('With `withMessages`, oldest first'),
        }),
      ),
    ),
  get: endpoint
    .route({ method: 'GET', path: '/disputes/{id}', summary: 'Get a dispute', tags: ['Disputes'] })
    .meta({ access: 'read:disputes' })
    .input(disputeId)
    .output(DisputeDetail),
  figures: endpoint
    .route({
      method: 'GET',
      path: '/disputes/figures',
      summary: 'Count open disputes, those past due, and how they were decided',
      tags: ['Disputes'],
    })
    .meta({ access: 'resolve:disputes' })
    .output(DisputeFigures),
  checkDeal: endpoint
    .route({
      method: 'GET',
      path: '/disputes/check',
      summary: 'Check how a payee’s pay includes a deal, before disputing it',
      tags: ['Disputes'],
    })
    .meta({ access: 'open:disputes' })
    .input(z.object({ ...about, dealId: Words.min(1).max(200) }))
    .output(z.object({ rows: z.array(DealCheck).describe('Empty: no deal and no opportunity has this ID') })),
  answer: endpoint
    .route({
      method: 'GET',
      path: '/disputes/{id}/answer',
      summary: 'Find why a deal counts or not, and which record would give the expected pay',
      tags: ['Disputes'],
    })
    .meta({ access: 'resolve:disputes' })
    .input(disputeId)
    .output(DisputeAnswer),
  open: endpoint
    .route({
      method: 'POST',
      path: '/disputes',
      summary: 'Dispute a line or a statement',
      tags: ['Disputes'],
      successStatus: 201,
    })
    .meta({ access: 'open:disputes' })
    .input(
      z.object({
        ...about,
        expected: Decimal.nullable().default(null),
        category: z.enum(disputeCategories).default('other'),
        dealId: Words.min(1).max(200).nullable().default(null),
        reason,
        files,
      }),
    )
    .output(Dispute),
  assign: endpoint
    .route({
      method: 'POST',
      path: '/disputes/{id}/assign',
      summary: 'Assign a reviewer',
      tags: ['Disputes'],
    })
    .meta({ access: 'resolve:disputes' })
    .input(disputeId.extend({ assignee: Words.min(1).max(200).describe('User name') }))
    .output(Dispute),
  resolve: endpoint
    .route({
      method: 'POST',
      path: '/disputes/{id}/resolve',
      summary: 'Resolve a dispute with its outcome and reason',
      tags: ['Disputes'],
    })
    .meta({ access: 'resolve:disputes' })
    .input(
      disputeId.extend({
        outcome: z.enum(disputeOutcomes),
        reason,
        adjustment: z
          .object({ amount: Decimal })
          .nullable()
          .default(null)
          .describe('With `upheld`: the amount to pay. The dispute is resolved once it is approved'),
        consequence: z
          .enum(disputeConsequences)
          .exclude(['adjustment'])
          .default('records')
          .describe('With `upheld` and no adjustment: how the pay is put right'),
      }),
    )
    .output(Dispute),
  write: endpoint
    .route({
      method: 'POST',
      path: '/disputes/{id}/messages',
      summary: 'Write to the other side; the payee’s side and reviewers take turns to answer',
      tags: ['Disputes'],
    })
    .meta({ access: 'read:disputes' })
    .input(disputeId.extend({ message: Words.min(1).max(4_000), files }))
    .output(DisputeDetail),
  withdraw: endpoint
    .route({
      method: 'POST',
      path: '/disputes/{id}/withdraw',
      summary: 'Withdraw a dispute you opened',
      tags: ['Disputes'],
    })
    .meta({ access: 'open:disputes' })
    .input(disputeId.extend({ reason }))
    .output(Dispute),
};
