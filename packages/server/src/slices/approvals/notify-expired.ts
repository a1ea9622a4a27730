import { statusAt } from '@attain/domain/approvals/approval-moves';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { systemActor } from '../../base/actor.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import { NothingToDo, unlessNothing } from '../../db/nothing-to-do.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { lockOpenRequest, selectRequest } from './approval-store.ts';
import { expiredNotice, resolveRequestNotices } from './request-approval.ts';

/** Notifies the people who asked for what no one decided in time, once (APR-18). */
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
      if (request?.id !== id || statusAt(request, now) !== 'expired' || (await isNotified(tx.client, id)))
        throw new NothingToDo();
      const { amount, currency, summary } = request;
      const money = amount === null || currency === null ? '' : `, ${moneyInWords(amount, currency)}`;
      const message = 'No one decided in time. Request it again if it is still needed.';
      await resolveRequestNotices(tx, id);
      await notifyPeople(tx, [askedBy], {
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

async function isNotified(client: pg.ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM notices WHERE effect_key = $1', [expiredNotice(id)]);
  return rowCount !== 0;
}

interface Expired {
  readonly tenantId: string;
  readonly id: string;
  readonly askedBy: string;
}

/** Requests of members in all workspaces that expired in the last week, without a notice of it. A notice is kept longer than that. */
async function selectExpired(owner: pg.Pool, now: string): Promise<Expired[]> {
  const { rows } = await owner.query<Expired>(
    `SELECT q.tenant_id AS "tenantId", q.id, q.user_id AS "askedBy" FROM attestation_records q
       JOIN active_members m ON m.tenant_id = q.tenant_id AND m.user_id = q.user_id AND m.is_person
      WHERE q.status = 'open' AND q.expires_at <= $1 AND q.expires_at > $1::timestamptz - interval '7 days'
        AND NOT EXISTS (SELECT FROM notices n WHERE n.tenant_id = q.tenant_id AND n.user_id = q.user_id AND n.effect_key = 'approval/' || q.id || '/expired')
      ORDER BY q.expires_at, q.id LIMIT 100`,
    [now],
  );
  return rows;
}
