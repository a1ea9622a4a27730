import type { AppContext } from '../../app-context.ts';
import type { AccessLog } from '../../base/access-log.ts';
import type { Actor } from '../../base/actor.ts';
import { fairTurns } from '../../base/fair-turns.ts';
import type { Act } from '../../db/act.ts';
import { appendToLog } from '../../db/audit-append.ts';

/** One count of a person is taken at a time, so that a flood of their requests waits here and not for database connections. */
const counting = fairTurns({ atOnce: Number.POSITIVE_INFINITY, atOnceEach: 1 });

/** The actor of access attempts without a session. */
export const unknownPerson = 'unknown';

/** An access event that changes nothing in the workspace. */
interface Access {
  /** The member it is counted for. */
  readonly userId: string;
  readonly act: Omit<Act, 'before' | 'after' | 'reason'>;
  /** Why, or of what kind; no spaces. */
  readonly code: string;
  /** Key for counting; default: action, object and code. */
  readonly subject?: string;
}

/**
 * Counts an access and writes an entry for the 1st, 10th, 100th … of the same kind within an hour. A flood therefore leaves a
 * few entries that say how large it is.
 */
export async function recordAccess(ctx: AppContext, actor: Actor, access: Access): Promise<void> {
  const { userId, act, code } = access;
  const subject = access.subject ?? [act.action, act.object.type, act.object.id, code].join(' ');
  await counting.run(`${actor.tenantId}/${userId}`, () =>
    ctx.db.within(actor.tenantId, async (tx) => {
      const counted = await tx.client.query<{ times: number }>(
        `INSERT INTO access_counts AS c (tenant_id, user_id, subject, window_started_at, times) VALUES ($1, $2, $3, $4, 1)
         ON CONFLICT (tenant_id, user_id, subject) DO UPDATE SET
           times = CASE WHEN ${isOver} THEN 1 ELSE c.times + 1 END,
           window_started_at = CASE WHEN ${isOver} THEN excluded.window_started_at ELSE c.window_started_at END
         RETURNING times`,
        [actor.tenantId, userId, subject, ctx.clock.now()],
      );
      const times = counted.rows[0]?.times ?? 1;
      if (!/^10*$/.test(String(times))) return;
      const reason = { code: times === 1 ? code : `${code} ${times} in an hour` };
      await appendToLog(tx.client, ctx, actor, { ...act, reason });
    }),
  );
}

const isOver = `c.window_started_at <= excluded.window_started_at - interval '1 hour'`;

/**
 * Denied requests, downloads, and reads by audited roles, over HTTP. Denied requests are counted per operation, whatever its IDs; downloads per
 * file.
 */
export function accessLog(ctx: AppContext): AccessLog {
  return {
    rejected: (actor, { operation, ids, code }) => {
      const object = { type: operation, id: ids.join('/') || '-' };
      const subject = `access.refused ${operation} ${code}`;
      return recordAccess(ctx, actor, {
        userId: actor.userId,
        act: { action: 'access.refused', object },
        code,
        subject,
      });
    },
    read: (actor, { operation, ids }) =>
      recordAccess(ctx, actor, {
        userId: actor.userId,
        act: { action: 'access.read', object: { type: operation, id: ids.join('/') || '-' } },
        code: 'audited-role',
      }),
    downloaded: (actor, { object, file }) =>
      recordAccess(ctx, actor, {
        userId: actor.userId,
        act: { action: 'file.downloaded', object },
        code: file,
      }),
  };
}
