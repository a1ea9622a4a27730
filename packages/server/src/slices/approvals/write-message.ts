import type { ApprovalDetail } from '@attain/contract/approvals';
import { mayDecideRequest } from '@attain/domain/approvals/approval-kinds';
import { barredMessage, statusAt } from '@attain/domain/approvals/approval-moves';
import type { AppContext } from '../../app-context.ts';
import { type Actor, ATTAIN_ID, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { notifyPeople, resolveNotices } from '../../runs/notify-people.ts';
import { insertMessage, selectMessages } from './approval-message-store.ts';
import { lockOpenRequest, type StoredRequest, selectAllAccounts, updateRequest } from './approval-store.ts';
import { delegatorsOf } from './delegate-approvals.ts';
import { approvalDetail, approversMessage, delegatorFor, partIn, visibleRequest } from './read-approvals.ts';
import { questionNotice } from './request-approval.ts';

/**
 * Asks the requester a question, or answers one as the requester (APR-15). Throws NOT_FOUND outside the actor's reach, NOT_ALLOWED for
 * people who can't decide, and CONFLICT for a closed request, a second question or an answer without one.
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
    const request = await lockOpenRequest(tx, known);
    if (request?.id !== id || statusAt(request, ctx.clock.now().toISOString()) !== 'open')
      throw new ApiError('CONFLICT', 'This approval request is closed.');
    const askers = await selectAllAccounts(tx, [request.userId]);
    const answers = askers.includes(actor.userId);
    if (answers) mustBeAsked(request);
    else {
      const may =
        delegatorFor(request, { actor, delegators }) !== null || mayDecideRequest(actor.roles, request);
      const barred = may
        ? barredMessage(partIn(request, { actor, delegators }))
        : approversMessage(request.approverRoles);
      if (barred !== null) throw new ApiError('NOT_ALLOWED', barred);
      mustBeFree(request, actor);
    }
    const messageId = newId();
    await insertMessage(tx, { requestId: id, id: messageId, userId: actor.userId, message });
    await updateRequest(tx, id, { questionBy: answers ? null : actor.userId });
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

function mustBeFree({ questionBy, questioner, userId }: StoredRequest, actor: Actor): void {
  if (userId === ATTAIN_ID) throw new ApiError('CONFLICT', 'Attain made this request and can’t answer.');
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
  for (const { id } of await selectMessages(tx, request.id))
    await resolveNotices(tx, questionNotice(request.id, id));
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
