import type { Notice } from '@attain/contract/agents/notices';
import type { Held } from '@attain/domain/access/permissions';
import { isoMoment } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';

/** A person who receives a notice. */
export interface Recipient {
  readonly userId: string;
  readonly username: string;
  readonly roles: readonly Held[];
}

/** The people of the workspace who have one of these user names (in any case) or hold one of these roles, by user name. */
export async function selectRecipients(
  tx: TenantTx,
  wanted: { readonly usernames: readonly string[]; readonly roles: readonly string[] },
): Promise<Recipient[]> {
  const result = await tx.client.query<Recipient>(
    `SELECT u.id AS "userId", u.username, m.roles FROM active_members m JOIN users u ON u.id = m.user_id
      WHERE m.is_person AND (lower(u.username) = ANY($1::text[]) OR m.roles && $2::text[]) ORDER BY u.username`,
    [wanted.usernames, wanted.roles],
  );
  return result.rows;
}

/** One page of a user's notices, newest first, one row more than asked. */
export async function selectNotices(
  tx: TenantTx,
  query: { userId: string; unread: boolean; after: readonly string[] | null; limit: number },
): Promise<Notice[]> {
  const result = await tx.client.query<Notice>(
    `SELECT n.id, n.title, n.message, n.severity, n.run_id AS "runId", n.about, n.task_id AS "taskId", w.name AS "workflowName",
            ${isoMoment('n.created_at')} AS "createdAt", ${isoMoment('n.read_at')} AS "readAt"
       FROM notices n LEFT JOIN agent_executions r ON r.id = n.run_id LEFT JOIN workflow_definitions w ON w.workflow_id = r.workflow_id
      WHERE n.user_id = $1 AND (NOT $2::boolean OR n.read_at IS NULL)
        AND ($3::timestamptz IS NULL OR (n.created_at, n.id) < ($3, $4::uuid))
      ORDER BY n.created_at DESC, n.id DESC LIMIT $5`,
    [query.userId, query.unread, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** Number of unread notices of a user. */
export async function countUnread(tx: TenantTx, userId: string): Promise<number> {
  const result = await tx.client.query<{ unread: number }>(
    'SELECT count(*)::int AS unread FROM notices WHERE user_id = $1 AND read_at IS NULL',
    [userId],
  );
  return result.rows[0]?.unread ?? 0;
}

/** Marks a notice, or it and every older one of that person, as read. Returns how many were not; null: it is not theirs. */
export async function markRead(
  tx: TenantTx,
  notice: { readonly id: string; readonly userId: string; readonly andOlder: boolean },
): Promise<number | null> {
  const here = await tx.client.query('SELECT 1 FROM notices WHERE id = $1 AND user_id = $2', [
    notice.id,
    notice.userId,
  ]);
  if (here.rows.length === 0) return null;
  const result = await tx.client.query(
    `UPDATE notices SET read_at = now()
      WHERE user_id = $2 AND read_at IS NULL
        AND (id = $1 OR ($3 AND (created_at, id) < (SELECT created_at, id FROM notices WHERE id = $1)))`,
    [notice.id, notice.userId, notice.andOlder],
  );
  return result.rowCount ?? 0;
}
