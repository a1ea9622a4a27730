import { REVIEW_DAYS, reviewDecisions, reviewStatuses } from '@attain/domain/access/access-review';
import { z } from 'zod';
import { Day, endpoint, Moment, PageInput, pageOf, Words } from './base.ts';

/** How many days reviewers have. */
export const ReviewDays = z
  .number()
  .int()
  .min(REVIEW_DAYS.min, 'Enter at least one day.')
  .max(REVIEW_DAYS.max, `Enter at most ${REVIEW_DAYS.max} days.`);

/** A review of everyone’s roles. */
const AccessReview = z.object({
  id: z.uuid(),
  status: z.enum(reviewStatuses),
  openedAt: Moment,
  openedBy: z.string().nullable().describe('Display name'),
  dueOn: Day.describe('Last day to decide, in UTC'),
  isOverdue: z.boolean(),
  completedAt: Moment.nullable(),
  evidenceHash: z.string().nullable().describe('SHA-256 over all decisions, which the audit log states'),
  roles: z.number().int(),
  kept: z.number().int(),
  revoked: z.number().int(),
  gone: z.number().int().describe('Roles that members lost before a decision'),
});
export type AccessReview = z.infer<typeof AccessReview>;

/** A role of a member, and what was decided about it. */
const ReviewedRole = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  person: z.string(),
  username: z.string(),
  lastSeenAt: Moment.nullable(),
  role: z.string().describe('Built-in role, or the ID of a custom one'),
  roleName: z.string().describe('With days and team, when the review began'),
  followsGroups: z.boolean().describe('Groups of the directory can give the role again after it is revoked'),
  decision: z.enum(reviewDecisions).nullable(),
  reason: z.string(),
  decidedBy: z.string().nullable().describe('Display name'),
  decidedAt: Moment.nullable(),
});
export type ReviewedRole = z.infer<typeof ReviewedRole>;

const AccessReviewDetail = AccessReview.extend({ items: z.array(ReviewedRole) });
export type AccessReviewDetail = z.infer<typeof AccessReviewDetail>;

const tags = ['People'];
const byId = z.object({ id: z.uuid() });

/** Reviews in which administrators keep or revoke each role. */
export const accessReviews = {
  list: endpoint
    .route({ method: 'GET', path: '/access-reviews', summary: 'List access reviews, newest first', tags })
    .meta({ access: 'read:people' })
    .input(PageInput)
    .output(pageOf(AccessReview)),
  get: endpoint
    .route({ method: 'GET', path: '/access-reviews/{id}', summary: 'Get a review with its roles', tags })
    .meta({ access: 'read:people' })
    .input(byId)
    .output(AccessReviewDetail),
  start: endpoint
    .route({
      method: 'POST',
      path: '/access-reviews',
      summary: 'Start a review of all roles and notify the reviewers',
      tags,
      successStatus: 201,
    })
    .meta({ access: 'manage:people' })
    .input(z.object({ days: ReviewDays.default(REVIEW_DAYS.usual) }))
    .output(AccessReviewDetail),
  decide: endpoint
    .route({
      method: 'POST',
      path: '/access-reviews/{id}/decide',
      summary: 'Keep or revoke roles; revoked ones end at once',
      tags,
    })
    .meta({ access: 'manage:people' })
    .input(
      byId.extend({
        items: z.array(z.uuid()).min(1).max(200),
        decision: z.enum(['keep', 'revoke']),
        reason: Words.pipe(z.string().max(500)).default(''),
      }),
    )
    .output(AccessReviewDetail),
};
