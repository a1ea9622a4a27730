import { z } from 'zod';
import { Day, endpoint, Moment, Month, PageInput, pageOf } from './base.ts';

const Counts = z.object({
  all: z.number().int(),
  signed: z.number().int().describe('Without those disputed since'),
  disputed: z.number().int(),
});

/** A statement that a manager reviews. */
const Review = z.object({
  runId: z.uuid(),
  planId: z.uuid(),
  planName: z.string(),
  period: z.object({ key: z.string(), from: Day, to: Day }),
  participantId: z.string(),
  participantName: z.string(),
  managerId: z.string(),
  managerName: z.string().describe('Their manager at the end of the period'),
  currency: z.string(),
  total: z.string(),
  previous: z.string().nullable().describe('Pay of the period before; null: none'),
  payHash: z.string().describe('Changes when the pay of a component changes'),
  state: z.enum(['open', 'signed', 'disputed']),
  maySign: z.boolean().describe('It is open, and the caller leads the payee or signs off for all'),
  signedAt: Moment.nullable(),
  signedBy: z.string().nullable().describe('Display name'),
});
export type Review = z.infer<typeof Review>;

const Reviews = pageOf(Review).extend({
  month: Month.nullable().describe('Null: managers see no results yet'),
  months: z.array(z.string()),
  counts: Counts.nullable().describe('On the first page'),
});
export type Reviews = z.infer<typeof Reviews>;

const tags = ['Pay'];

/** Sign-offs of statements by managers, before payees see them (CLOSE-21). */
export const signOffs = {
  list: endpoint
    .route({
      method: 'GET',
      path: '/statement-reviews',
      summary: 'List the statements of a month that managers sign off',
      tags,
    })
    .meta({ access: 'read:statements' })
    .input(PageInput.extend({ month: Month.optional().describe('By default the newest with results') }))
    .output(Reviews),
  sign: endpoint
    .route({
      method: 'POST',
      path: '/statement-reviews/{month}/sign-off',
      summary: 'Sign statements off as they were read',
      tags,
    })
    .meta({ access: 'approve:results' })
    .input(
      z.object({
        month: Month,
        statements: z
          .array(
            z.object({ runId: z.uuid(), participantId: z.string().max(200), payHash: z.string().max(100) }),
          )
          .min(1)
          .max(500),
      }),
    )
    .output(z.object({ signed: z.number().int().describe('Without those signed off already') })),
};
