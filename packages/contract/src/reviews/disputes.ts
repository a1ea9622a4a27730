import { z } from 'zod';
import { Currency, Decimal, endpoint, Moment, PageInput, pageOf, Words } from '../base.ts';

/** open → assigned → resolved; an open one can be resolved at once. */
export const disputeStatuses = ['open', 'assigned', 'resolved'] as const;
/** Upheld: the pay was wrong. Dismissed: the pay is right. */
export const disputeOutcomes = ['upheld', 'dismissed'] as const;

const reason = Words.min(3)
  .max(2_000)
  .describe('Why; payee and reviewers read it, and it stands in the audit log');

const about = {
  calculationId: z.uuid().describe('The calculation whose pay is disputed'),
  participantId: Words.min(1).max(200).describe('Whose pay'),
  componentId: Words.min(1).max(200).nullable().default(null).describe('Null: the whole statement'),
};

/** Somebody says that a payout line, or a whole statement, is wrong. */
export const Dispute = z.object({
  id: z.uuid(),
  ...about,
  planName: z.string(),
  periodKey: z.string(),
  participantName: z.string(),
  componentName: z.string().nullable(),
  currency: Currency,
  paid: z.string().describe('What the calculation pays for it, as it was disputed'),
  expected: z.string().nullable().describe('What should have been paid, in the eyes of who opened it'),
  reason: z.string(),
  status: z.enum(disputeStatuses),
  assignee: z.string().nullable().describe('User name'),
  outcome: z.enum(disputeOutcomes).nullable(),
  resolution: z.object({ by: z.string(), at: Moment, reason: z.string() }).nullable(),
  workflowRunId: z.uuid().nullable().describe('The run that opened it; null: a person'),
  openedBy: z.string(),
  createdAt: Moment,
});
export type Dispute = z.infer<typeof Dispute>;

const disputeId = z.object({ id: z.uuid() });

/** What people say is wrong with pay, and what came of it. */
export const disputes = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/disputes',
      summary: 'Disputes about pay I may read, newest first',
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
    .route({ method: 'GET', path: '/disputes/{id}', summary: 'One dispute', tags: ['Disputes'] })
    .meta({ access: 'read:disputes' })
    .input(disputeId)
    .output(Dispute),
  open: endpoint
    .route({
      method: 'POST',
      path: '/disputes',
      summary: 'Say that a line or a statement is wrong',
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
      summary: 'Say who looks into it',
      tags: ['Disputes'],
    })
    .meta({ access: 'resolve:disputes' })
    .input(disputeId.extend({ assignee: Words.min(1).max(200).describe('User name') }))
    .output(Dispute),
  resolve: endpoint
    .route({
      method: 'POST',
      path: '/disputes/{id}/resolve',
      summary: 'End it, with what came of it and why',
      tags: ['Disputes'],
    })
    .meta({ access: 'resolve:disputes' })
    .input(disputeId.extend({ outcome: z.enum(disputeOutcomes), reason }))
    .output(Dispute),
};
