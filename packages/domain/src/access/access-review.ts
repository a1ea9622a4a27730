export const reviewStatuses = ['open', 'completed'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** Result for a role under review; `gone`: the member lost it before a decision. */
export const reviewDecisions = ['keep', 'revoke', 'gone'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** Days that reviewers have, from and to. */
export const REVIEW_DAYS = { min: 1, max: 60, usual: 14 } as const;

/** Whether the last day to decide is past while roles are undecided (ACCESS-44). */
export function isOverdue(review: { status: ReviewStatus; dueOn: string }, today: string): boolean {
  return review.status === 'open' && review.dueOn < today;
}

/**
 * Why someone may not decide about a role, or null (ACCESS-44). No one decides about their own role unless no other reviewer exists;
 * then they can only keep it.
 */
export function decisionProblem(of: {
  readonly isOwn: boolean;
  readonly hasOtherReviewer: boolean;
  readonly decision: 'keep' | 'revoke';
  readonly reason: string;
}): string | null {
  if (of.isOwn && of.hasOtherReviewer) return 'You can’t review your own access. Ask another administrator.';
  if (of.isOwn && of.decision === 'revoke')
    return 'You can’t revoke your own access. Make someone else an administrator first.';
  return of.decision === 'revoke' && of.reason === '' ? 'Enter why the role is revoked.' : null;
}
