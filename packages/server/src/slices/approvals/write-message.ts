import type { ApprovalDetail } from '@attain/contract/approvals';
import { mayDecideRequest } from '@attain/domain/approvals/approval-kinds';
import {
  barredMessage,
  dueAfterAnswer,
  maxMessages,
  statusAt,
} from '@attain/domain/approvals/approval-moves';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { notifyPeople, resolveNotices } from '../../runs/notify-people.ts';
import { insertMessage, selectAskedAt, selectMessages } from './approval-message-store.ts';
import { lockOpenRequest, type StoredRequest, selectAllAccounts, updateRequest } from './approval-store.ts';
import { delegatorsOf } from './delegate-approvals.ts';
import {
  approvalDetail,
  approversMessage,
  delegatorFor,
  hasVoted,
  partIn,
  visibleRequest,
  withLiveQuestion,
} from './read-approvals.ts';
import { questionNotice } from './request-approval.ts';

/**
 * Asks the requester a question, or answers one as the requester (APR-15). Throws NOT_FOUND outside the actor's reach, NOT_ALLOWED for
 * people who can't decide, and CONFLICT for a closed request, a question after the asker's vote, a second or unanswerable question, or an
 * answer without a question.
 */
export function writeMessage(
  ctx: AppContext,
  actor: Actor,
  { id, message }: { id: string; message: string },
): Promise<ApprovalDetail> {
  mustAllow(actor, 'read:tasks');
  return ctx.write(actor, async (tx) => {
    const delegators = await delegatorsOf(tx, ctx.clock, actor);
    const known = await visibleRequest(tx, { actor, delegators, id });
    const locked = await lockOpenRequest(tx, known);
    const now = ctx.clock.now().toISOString();
    if (locked?.id !== id || statusAt(locked, now) !== 'open')
      throw new ApiError('CONFLICT', 'This approval request is closed.');
    const request = await withLiveQuestion(tx, ctx.clock, locked);
    const askers = await selectAllAccounts(tx, [request.userId]);
    const answers = askers.includes(actor.userId);
    if (answers) mustBeAsked(request);
    else {
      const delegator = delegatorFor(request, { actor, delegators });
      const may = delegator !== null || mayDecideRequest(actor.roles, request);
      const barred = may
        ? barredMessage(partIn(request, { actor, delegators }))
        : approversMessage(request.approverRoles);
      if (barred !== null) throw new ApiError('NOT_ALLOWED', barred);
      if (await hasVoted(tx, id, { actor, delegator }))
        throw new ApiError('CONFLICT', 'You have already voted. Ask before you vote.');
      mustBeFree(request, actor);
      if ((await selectMessages(tx, id)).length >= maxMessages)
        throw new ApiError(
          'CONFLICT',
          `This request has ${maxMessages} messages. Decide it, or talk directly.`,
        );
    }
    const dueAt = answers ? await dueAfter(tx, request, now) : request.dueAt;
    const messageId = newId();
    await insertMessage(tx, { requestId: id, id: messageId, userId: actor.userId, message });
    await updateRequest(tx, id, { questionBy: answers ? null : actor.userId, dueAt });
    const about = { request, messageId, by: actor.displayName };
    await (answers ? tellReviewer(tx, about) : tellRequester(tx, about));
    tx.record({
      action: answers ? 'approval.answered' : 'approval.asked',
      object: { type: 'approval', id },
      evidence: [valueHash({ id: messageId, message })],
    });
    return approvalDetail(ctx, tx, { actor, id });
  });
}

function mustBeAsked({ questionBy }: StoredRequest): void {
  if (questionBy === null) throw new ApiError('CONFLICT', 'There is no open question about this request.');
}

/** When a request is overdue after this answer. */
async function dueAfter(tx: TenantTx, request: StoredRequest, answeredAt: string): Promise<string | null> {
  const { id, dueAt, expiresAt, questionBy } = request;
  if (dueAt === null || questionBy === null) return dueAt;
  const askedAt = await selectAskedAt(tx, { requestId: id, by: questionBy });
  return askedAt === null ? dueAt : dueAfterAnswer({ dueAt, expiresAt }, { askedAt, answeredAt });
}

function mustBeFree({ questionBy, questioner, canAnswer }: StoredRequest, actor: Actor): void {
  if (!canAnswer) throw new ApiError('CONFLICT', 'The requester can’t answer questions.');
  if (questionBy !== null && questionBy !== actor.userId)
    throw new ApiError(
      'CONFLICT',
      `${questioner ?? 'Another reviewer'} has asked a question. Wait for the answer.`,
    );
}

interface Written {
  readonly request: StoredRequest;
  readonly messageId: string;
  readonly by: string;
}

async function tellRequester(tx: TenantTx, { request, messageId, by }: Written): Promise<void> {
  const message = `${by} asks before deciding. Your answer is needed.`;
  await notifyPeople(tx, [request.userId], {
    title: `Question about your request: ${request.summary}`,
    message,
    mail: { message },
    severity: 'warning',
    runId: null,
    about: { of: 'approval', id: request.id },
    effectKey: questionNotice(request.id, messageId),
  });
}

async function tellReviewer(tx: TenantTx, { request, messageId, by }: Written): Promise<void> {
  const messages = await selectMessages(tx, request.id);
  await resolveNotices(tx, ...messages.map(({ id }) => questionNotice(request.id, id)));
  if (request.questionBy === null) return;
  const message = `${by} answered your question. You can decide now.`;
  await notifyPeople(tx, [request.questionBy], {
    title: `Answered: ${request.summary}`,
    message,
    mail: { message },
    severity: 'info',
    runId: null,
    about: { of: 'approval', id: request.id },
    effectKey: questionNotice(request.id, messageId),
  });
}
