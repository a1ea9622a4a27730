import { type ApprovalKind, mayDecideRequest } from '@attain/domain/approvals/approval-kinds';
import { type ApprovalStatus, countVote, type Part } from '@attain/domain/approvals/approval-moves';
import { type Actor, ATTAIN_ID } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { Clock } from '../../base/clock.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { Act } from '../../db/act.ts';
import type { TenantTx } from '../../db/database.ts';
import { queueWebhooks } from '../../db/queue-webhooks.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import {
  insertVote,
  lockOpenRequest,
  type StoredRequest,
  selectAllAccounts,
  updateRequest,
} from './approval-store.ts';
import { delegatorsOf } from './delegate-approvals.ts';
import { approversMessage, delegatorFor, hasVoted, withLiveQuestion } from './read-approvals.ts';
import { requestNotice, resolveRequestNotices } from './request-approval.ts';

/** One person's decision on the open request about a subject. */
export interface CastVote {
  readonly kind: ApprovalKind;
  readonly subjectId: string;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly decision: 'approve' | 'reject';
  readonly hash: string;
  readonly reason: string | null;
  /** What the subject knows about the voter beyond the request itself. */
  readonly part?: Part;
  /** The kind lets this person decide alone what they asked for or edited; `alone` of the outcome says that it did. */
  readonly mayActAlone?: boolean;
}

/** What a vote led to. */
export interface VoteOutcome {
  readonly status: ApprovalStatus;
  /** One person asked for or edited it and decided it: the log marks it `single-person`. */
  readonly alone: boolean;
  /** The act for the log while more approvals are required. */
  readonly votedAct: Act;
}

/**
 * Counts a vote in the transaction that carries it out, and notifies the person who asked once it is decided. Refuses NOT_ALLOWED
 * to a person who can't decide, CONFLICT when the request is closed or its content changed, BAD_INPUT for a rejection without a
 * reason (APR-1 … APR-7). `approved` means that the caller carries it out now.
 */
export async function castVote(tx: TenantTx, vote: CastVote): Promise<VoteOutcome> {
  const locked = await lockOpenRequest(tx, vote);
  if (locked === null) throw new ApiError('CONFLICT', 'This approval request is closed.');
  const { actor, clock, decision, hash, reason } = vote;
  const request = await withLiveQuestion(tx, clock, locked);
  const at = clock.now().toISOString();
  const delegators = await delegatorsOf(tx, clock, actor);
  const delegator = delegatorFor(request, { actor, delegators });
  // acting alone excuses from APR-2, never from the roles of a rule (APR-12)
  const isFree = vote.mayActAlone === true && request.approverRoles.length === 0;
  if (delegator === null && !mayDecideRequest(actor.roles, request) && !isFree)
    throw new ApiError('NOT_ALLOWED', approversMessage(request.approverRoles));
  const forAsker = delegators.some(({ userId }) => userId === request.userId);
  const part = { ...(await partOf(tx, request, vote)), forAsker };
  const alone = vote.mayActAlone === true && (part.asked || part.edited);
  const isQuestioned = request.questionBy !== null && request.questionBy !== actor.userId;
  const counted = countVote(
    { ...request, isQuestioned },
    {
      decision,
      hash,
      reason,
      at,
      part: alone ? { ...part, asked: false, edited: false } : part,
      hasVoted: await hasVoted(tx, request.id, { actor, delegator }),
    },
  );
  if (!counted.ok) {
    const { problems } = counted;
    const rules = problems.map(({ rule }) => rule);
    const code = rules.includes('APR-2')
      ? 'NOT_ALLOWED'
      : rules.every((rule) => rule === 'APR-7')
        ? 'BAD_INPUT'
        : 'CONFLICT';
    throw new ApiError(code, problems[0]?.message ?? 'You can’t decide this request.', { problems });
  }
  const { status, currentApprovals } = counted.value;
  const onBehalfOf = delegator?.userId ?? null;
  await insertVote(tx, { requestId: request.id, userId: actor.userId, decision, hash, reason, onBehalfOf });
  await updateRequest(tx, request.id, {
    status,
    currentApprovals,
    questionBy: isQuestioned ? request.questionBy : null,
    approvers: decision === 'approve' ? [...request.approvers, actor.userId] : request.approvers,
    ...(status === 'open' ? {} : { decidedAt: at }),
  });
  const { id } = request;
  if (status !== 'open') {
    await announce(tx, request, { actor, reason, status });
    const object = { type: 'approval', id };
    await queueWebhooks(tx, { event: 'approval.decided', object, at: clock.now() });
  }
  return {
    status,
    alone,
    votedAct: { action: 'approval.voted', object: { type: 'approval', id }, evidence: [request.hash] },
  };
}

async function partOf(tx: TenantTx, request: StoredRequest, { actor, part }: CastVote): Promise<Part> {
  const askers = await selectAllAccounts(tx, [request.userId]);
  return {
    asked: part?.asked || askers.includes(actor.userId),
    edited: part?.edited || (!part?.benefits && request.excluded.includes(actor.userId)),
    benefits: part?.benefits ?? false,
  };
}

async function announce(
  tx: TenantTx,
  request: StoredRequest,
  decided: { actor: Actor; reason: string | null; status: ApprovalStatus },
): Promise<void> {
  const { actor, reason, status } = decided;
  await resolveRequestNotices(tx, request.id);
  if (request.userId === actor.userId || request.userId === ATTAIN_ID) return;
  const amount =
    request.amount !== null && request.currency !== null
      ? `, ${moneyInWords(request.amount, request.currency)}`
      : '';
  const message = `${actor.displayName} ${status} your request.${reason === null ? '' : ` Reason: ${reason}`}`;
  await notifyPeople(tx, [request.userId], {
    title: `${status === 'approved' ? 'Approved' : 'Rejected'}: ${request.summary}${amount}`,
    message,
    mail: { message },
    severity: status === 'approved' ? 'success' : 'error',
    runId: null,
    about: { of: 'approval', id: request.id },
    effectKey: `${requestNotice(request.id)}/decided`,
  });
}
