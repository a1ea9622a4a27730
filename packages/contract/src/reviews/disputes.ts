import { z } from 'zod';
import { Currency, Decimal, endpoint, Moment, PageInput, pageOf, Words } from '../base.ts';

/** open → assigned → resolved; an open dispute can also be resolved directly. */
export const disputeStatuses = ['open', 'assigned', 'resolved'] as const;
/** Upheld: the pay was wrong. Dismissed: the pay is right. */
export const disputeOutcomes = ['upheld', 'dismissed'] as const;

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
  planName: z.string(),
  periodKey: z.string(),
  participantName: z.string(),
  componentName: z.string().nullable(),
  currency: Currency,
  paid: z.string().describe('Pay in dispute, as calculated at that time'),
  expected: z.string().nullable().describe('Correct pay, according to the user who opened the dispute'),
  reason: z.string(),
  status: z.enum(disputeStatuses),
  assignee: z.string().nullable().describe('User name'),
  outcome: z.enum(disputeOutcomes).nullable(),
  resolution: z.object({ by: z.string(), at: Moment, reason: z.string() }).nullable(),
  workflowRunId: z.uuid().nullable().describe('The run that opened it; null: a user'),
  openedBy: z.string(),
  createdAt: Moment,
});
export type Dispute = z.infer<typeof Dispute>;

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
        status: z.enum(disputeStatuses).optional(),
        participantId: z.string().max(200).optional(),
        calculationId: z.uuid().optional(),
      }),
    )
    .output(pageOf(Dispute)),
  get: endpoint
    .route({ method: 'GET', path: '/disputes/{id}', summary: 'Get a dispute', tags: ['Disputes'] })
    .meta({ access: 'read:disputes' })
    .input(disputeId)
    .output(Dispute),
  open: endpoint
    .route({
      method: 'POST',
      path: '/disputes',
      summary: 'Dispute a line or a statement',
      tags: ['Disputes'],
      successStatus: 201,
    })
    .meta({ access: 'open:disputes' })
    .input(z.object({ ...about, expected: Decimal.nullable().default(null), reason }))
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
    .input(disputeId.extend({ outcome: z.enum(disputeOutcomes), reason }))
    .output(Dispute),
};
