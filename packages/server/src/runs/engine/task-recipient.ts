import { isRole, taskRoles } from '@attain/domain/workflows/publish-problems';
import type { TenantTx } from '../../db/database.ts';

/** Who can take a task: one person, the members of a role, or, with a reason, those who may reassign tasks. */
export interface TaskRecipient {
  readonly assignee: string | null;
  readonly queue: string | null;
  readonly fallbackReason: string | null;
}

/**
 * Finds the people a task was meant for. A person who has left, is disabled or may not decide, and a queue that is no role, lead to
 * the fallback, never to a wider circle (WF-60).
 */
export async function recipientOf(
  tx: TenantTx,
  asked: {
    readonly assignee: string | null;
    readonly queue: string | null;
    /** Whether it may have neither. */
    readonly isOpen?: boolean;
  },
): Promise<TaskRecipient> {
  const { assignee, queue, isOpen = false } = asked;
  if (assignee === null && queue === null && !isOpen) return fallback('The workflow named no recipient.');
  if (assignee !== null) {
    const person = await selectTaker(tx, assignee);
    if (person !== null) return { assignee: person, queue, fallbackReason: null };
    return fallback(`“${assignee}” is not an active user who can decide tasks.`);
  }
  if (queue !== null && !isRole(queue)) return fallback(`There is no role “${queue}”.`);
  return { assignee: null, queue, fallbackReason: null };
}

function fallback(why: string): TaskRecipient {
  const fallbackReason = `${why} Ask an administrator to reassign this task.`;
  return { assignee: null, queue: null, fallbackReason };
}

/** The active member of this user name who may decide tasks; null: there is none. */
export async function selectTaker(tx: TenantTx, username: string): Promise<string | null> {
  const result = await tx.client.query<{ userId: string }>(
    `SELECT m.user_id AS "userId" FROM active_members m JOIN users u ON u.id = m.user_id
      WHERE m.tenant_id = $1 AND lower(u.username) = lower($2) AND m.is_person AND m.roles && $3::text[]`,
    [tx.tenantId, username, taskRoles],
  );
  return result.rows[0]?.userId ?? null;
}
