import { isOverdueAt } from '@attain/domain/approvals/approval-moves';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import { NothingToDo } from '../../db/nothing-to-do.ts';
import type { WriteTx } from '../../db/write.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { type StoredRequest, updateRequest } from './approval-store.ts';
import { actOnEach, type DueRequest } from './due-requests.ts';
import { withLiveQuestion } from './read-approvals.ts';
import { ableToDecide, overdueNotice } from './request-approval.ts';

/** Opens overdue requests to the role of their rule, and notifies everyone who can decide them, once (APR-16). */
export async function escalateOverdue(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await actOnEach(ctx, await selectOverdue(ctx.db.owner, now), {
    failure: 'escalating an overdue approval failed',
    act: (tx, request) => escalate(ctx, tx, { now, locked: request }),
  });
}

async function escalate(
  ctx: AppContext,
  tx: WriteTx,
  { now, locked }: { now: string; locked: StoredRequest },
): Promise<void> {
  const request = await withLiveQuestion(tx, ctx.clock, locked);
  if (!isOverdueAt(request, now) || request.escalatedAt !== null) throw new NothingToDo();
  const { id, kind, userId, excluded, escalateTo } = request;
  const isFurther =
    escalateTo !== null && request.approverRoles.length > 0 && !request.approverRoles.includes(escalateTo);
  const approverRoles = isFurther ? [...request.approverRoles, escalateTo] : request.approverRoles;
  await updateRequest(tx, id, { escalatedAt: now, approverRoles, questionBy: null });
  const able = await ableToDecide(tx, ctx.clock, { kind, askedBy: userId, excluded, approverRoles });
  const message = messageOf(request);
  await notifyPeople(tx, able, {
    title: `Approval overdue: ${request.summary}`,
    message,
    mail: { message },
    severity: 'warning',
    runId: null,
    about: { of: 'approval', id },
    effectKey: overdueNotice(id),
  });
  tx.record({
    action: 'approval.escalated',
    object: { type: 'approval', id },
    ...(isFurther ? { reason: { code: `to-${escalateTo}` } } : {}),
  });
}

function messageOf({ amount, currency, askedBy }: StoredRequest): string {
  const money = amount === null || currency === null ? '' : `${moneyInWords(amount, currency)}. `;
  return `${money}Requested by ${askedBy}, and not decided in time.`;
}

/** Requests of all workspaces that are overdue, and about which no one was notified. Those with a question come last: most wait for it. */
async function selectOverdue(owner: pg.Pool, now: string): Promise<DueRequest[]> {
  const { rows } = await owner.query<DueRequest>(
    `SELECT tenant_id AS "tenantId", id, user_id AS "askedBy" FROM attestation_records
      WHERE status = 'open' AND escalated_at IS NULL AND due_at <= $1 AND expires_at > $1
      ORDER BY question_by IS NOT NULL, due_at, id LIMIT 100`,
    [now],
  );
  return rows;
}
