import { statusAt } from '@attain/domain/approvals/approval-moves';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import { NothingToDo, unlessNothing } from '../../db/nothing-to-do.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { lockOpenRequest, type StoredRequest, selectRequest, updateRequest } from './approval-store.ts';
import { expiredNotice, resolveRequestNotices } from './request-approval.ts';

/** Notes what no one decided in time, once, and notifies the people who asked for it (APR-18). */
export async function notifyExpired(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now().toISOString();
  for (const one of await selectExpired(ctx.db.owner, now))
    await notify(ctx, now, one).catch((error: unknown) =>
      ctx.log.error(
        { tenantId: one.tenantId, requestId: one.id, err: error },
        'notifying of an expired approval failed',
      ),
    );
}

function notify(ctx: AppContext, now: string, { tenantId, id, askedBy }: Expired): Promise<unknown> {
  return unlessNothing(
    ctx.write(systemActor(tenantId, askedBy, `approval/${id}`), async (tx) => {
      const known = await selectRequest(tx, id);
      const request = known === null ? null : await lockOpenRequest(tx, known);
      if (request?.id !== id || statusAt(request, now) !== 'expired' || isNoted(request))
        throw new NothingToDo();
      const { amount, currency, summary } = request;
      const money = amount === null || currency === null ? '' : `, ${moneyInWords(amount, currency)}`;
      const message = 'No one decided in time. Request it again if it is still needed.';
      await updateRequest(tx, id, { escalatedAt: now });
      await resolveRequestNotices(tx, id);
      // Attain, a service account and a former member read no notices
      await notifyPeople(tx, request.canAnswer ? [askedBy] : [], {
        title: `Expired: ${summary}${money}`,
        message,
        mail: { message },
        severity: 'warning',
        runId: null,
        about: { of: 'approval', id },
        effectKey: expiredNotice(id),
      });
      tx.record({ action: 'approval.expired', object: { type: 'approval', id } });
      return null;
    }),
  );
}

function isNoted({ escalatedAt, expiresAt }: StoredRequest): boolean {
  return escalatedAt !== null && escalatedAt >= expiresAt;
}

interface Expired {
  readonly tenantId: string;
  readonly id: string;
  readonly askedBy: string;
}

/** Requests in all workspaces that expired in the last week, and whose end was not noted. */
async function selectExpired(owner: pg.Pool, now: string): Promise<Expired[]> {
  const { rows } = await owner.query<Expired>(
    `SELECT q.tenant_id AS "tenantId", q.id, q.user_id AS "askedBy" FROM attestation_records q
      WHERE q.status = 'open' AND q.expires_at <= $1 AND q.expires_at > $1::timestamptz - interval '7 days'
        AND (q.escalated_at IS NULL OR q.escalated_at < q.expires_at)
      ORDER BY q.expires_at, q.id LIMIT 100`,
    [now],
  );
  return rows;
}
