import { statusAt } from '@attain/domain/approvals/approval-moves';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import { NothingToDo } from '../../db/nothing-to-do.ts';
import type { WriteTx } from '../../db/write.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { type StoredRequest, updateRequest } from './approval-store.ts';
import { actOnEach, type DueRequest } from './due-requests.ts';
import { expiredNotice, resolveRequestNotices } from './request-approval.ts';

/** Notes what no one decided in time, once, and notifies the people who asked for it (APR-18). */
export async function notifyExpired(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await actOnEach(ctx, await selectExpired(ctx.db.owner, now), {
    failure: 'notifying of an expired approval failed',
    act: (tx, request) => notify(tx, now, request),
  });
}

async function notify(tx: WriteTx, now: string, request: StoredRequest): Promise<void> {
  if (statusAt(request, now) !== 'expired' || isNoted(request)) throw new NothingToDo();
  const { id, userId, amount, currency, summary } = request;
  const money = amount === null || currency === null ? '' : `, ${moneyInWords(amount, currency)}`;
  const message = 'No one decided in time. Request it again if it is still needed.';
  await updateRequest(tx, id, { escalatedAt: now });
  await resolveRequestNotices(tx, id);
  // Attain, a service account and a former member read no notices
  await notifyPeople(tx, request.canAnswer ? [userId] : [], {
    title: `Expired: ${summary}${money}`,
    message,
    mail: { message },
    severity: 'warning',
    runId: null,
    about: { of: 'approval', id },
    effectKey: expiredNotice(id),
  });
  tx.record({ action: 'approval.expired', object: { type: 'approval', id } });
}

function isNoted({ escalatedAt, expiresAt }: StoredRequest): boolean {
  return escalatedAt !== null && escalatedAt >= expiresAt;
}

/** Requests in all workspaces that expired in the last week, and whose end was not noted. */
async function selectExpired(owner: pg.Pool, now: string): Promise<DueRequest[]> {
  const { rows } = await owner.query<DueRequest>(
    `SELECT q.tenant_id AS "tenantId", q.id, q.user_id AS "askedBy" FROM attestation_records q
      WHERE q.status = 'open' AND q.expires_at <= $1 AND q.expires_at > $1::timestamptz - interval '7 days'
        AND (q.escalated_at IS NULL OR q.escalated_at < q.expires_at)
      ORDER BY q.expires_at, q.id LIMIT 100`,
    [now],
  );
  return rows;
}
