import type { ApprovalDetail, ApprovalOutcomes } from '@attain/contract/approvals';
import { type ApprovalKind, approvalRule, mayDecideKind } from '@attain/domain/approvals/approval-kinds';
import type { AppContext } from '../../app-context.ts';
import { type Actor, actorOfPart, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { JobKind } from '../../db/schema/jobs.ts';
import type { WriteTx } from '../../db/write.ts';
import type { StoredRequest } from './approval-store.ts';
import { delegatorsOf } from './delegate-approvals.ts';
import { approvalDetail, delegatorFor, visibleRequest } from './read-approvals.ts';

/** A decision on its way to the subject it is about. */
export interface Decision {
  readonly ctx: AppContext;
  readonly actor: Actor;
  readonly request: StoredRequest;
  readonly decision: 'approve' | 'reject';
  readonly hash: string;
  readonly reason: string | null;
}

/** How a kind carries out a decision: locks its subject, calls `castVote`, acts on the outcome and returns the act for the log. */
export type Decide = (tx: WriteTx, decision: Decision) => Promise<Act>;

/** Kinds whose approval a job carries out; the order is stored with the vote. */
const jobsOf: Partial<Record<ApprovalKind, JobKind>> = { import: 'import' };

/** Votes on a request; the deciding vote carries it out in the same transaction. */
export async function decideApproval(
  ctx: AppContext,
  actor: Actor,
  input: {
    id: string;
    decision: 'approve' | 'reject';
    hash: string;
    reason?: string | undefined;
    deciders: Readonly<Record<ApprovalKind, Decide>>;
  },
): Promise<ApprovalDetail> {
  const { id, decision, hash, reason = null, deciders } = input;
  const detail = await ctx.write(actor, async (tx) => {
    const delegators = await delegatorsOf(tx, ctx.clock, actor);
    const request = await visibleRequest(tx, { actor, delegators, id });
    const isDelegate = delegatorFor(request, { actor, delegators }) !== null;
    if (!isDelegate) mustAllow(actor, approvalRule(request.kind).decide);
    if (!isDelegate && !mayDecideKind(actor.roles, request.kind))
      throw new ApiError('NOT_ALLOWED', 'Only an administrator can decide this request.');
    tx.record(await deciders[request.kind](tx, { ctx, actor, request, decision, hash, reason }));
    return approvalDetail(ctx, tx, { actor, id });
  });
  const job = jobsOf[detail.kind];
  if (job !== undefined && detail.status === 'approved')
    await ctx.jobs.order(job, { tenantId: actor.tenantId, id: detail.subject.id });
  return detail;
}

/** Votes on each of these requests as if it were the only one (APR-17). */
export async function decideApprovals(
  ctx: AppContext,
  actor: Actor,
  {
    requests,
    ...vote
  }: Pick<Parameters<typeof decideApproval>[2], 'decision' | 'reason' | 'deciders'> & {
    requests: readonly { id: string; hash: string }[];
  },
): Promise<ApprovalOutcomes> {
  mustAllow(actor, 'read:tasks');
  const rows: ApprovalOutcomes['rows'] = [];
  for (const { id, hash } of requests)
    try {
      const { status } = await decideApproval(ctx, actorOfPart(actor, id), { id, hash, ...vote });
      rows.push({ id, status, error: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      rows.push({ id, status: null, error: { error: error.message, code: error.code } });
    }
  return { rows };
}
