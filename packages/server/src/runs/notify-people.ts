import type { NoticeSubject } from '@attain/contract/agents/notices';
import { newId } from '../base/ids.ts';
import { notifyPerson } from '../db/changes.ts';
import type { TenantTx } from '../db/database.ts';
import { queueMails } from '../db/queue-mails.ts';

/** The text of a notice, and what it comes from: a step of a run, a request, a statement. */
export interface Notification {
  readonly title: string;
  readonly message: string;
  readonly severity: string;
  readonly runId: string | null;
  readonly about?: NoticeSubject;
  /** The task they are asked to open. */
  readonly taskId?: string;
  /** Nobody receives two notices with the same key. */
  readonly effectKey: string;
  /** What is sent by mail too: no pay and no text of a workflow, which stay in Attain. Omitted: no mail. */
  readonly mail?: { readonly subject?: string; readonly message: string };
}

/** The page of Attain that a notice is about. */
function pageOf({ taskId, about }: Notification): string {
  if (taskId !== undefined) return `/action-center?task=${taskId}`;
  switch (about?.of) {
    case 'approval':
      return `/compensation/approvals?request=${about.id}`;
    case 'dispute':
      return `/compensation/disputes?dispute=${about.id}`;
    case 'note':
      return notePath(about);
    case 'alert':
      return '/agent-builder/observability';
    case 'schedule':
      return `/agent-builder/connections?tab=schedules&schedule=${about.id}`;
    case 'access-review':
      return `/people?review=${about.id}`;
    case 'suggestion':
      return `/suggestions/${encodeURIComponent(about.id)}`;
    case 'parallel-run':
      return `/compensation/payout?tab=parallel-run&month=${about.month}`;
    case 'sign-off':
      return `/compensation/disputes?tab=reviews&month=${about.month}`;
    case 'connector':
      return `/compensation/imports?tab=connectors&connector=${about.id}`;
    case 'line':
      return `/compensation/payout/${[about.runId, about.participantId, about.componentId].map(encodeURIComponent).join('/')}`;
    case 'statement':
      return `/compensation/statements/${about.runId}/${encodeURIComponent(about.participantId)}`;
    default:
      return '/';
  }
}

/** The page with a note on it. */
function notePath({ id, subject, subjectId }: Extract<NoticeSubject, { of: 'note' }>): string {
  const on = encodeURIComponent(subjectId);
  switch (subject) {
    case 'payee':
      return `/compensation/tracking?payee=${on}&note=${id}`;
    case 'deal':
      return `/compensation/crediting?deal=${on}&note=${id}`;
    case 'plan':
      return `/compensation/plan-design/${on}?note=${id}`;
    case 'payment-run':
      return `/compensation/approvals/${on}?note=${id}`;
    case 'close':
      return `/compensation/payout?tab=close&month=${on}&note=${id}`;
  }
}

/** Marks notices as read for everyone who received them: there is nothing left to do. */
export async function resolveNotices(tx: TenantTx, ...effectKeys: readonly string[]): Promise<void> {
  const read = await tx.client.query<{ id: string; userId: string }>(
    `UPDATE notices SET read_at = now() WHERE tenant_id = $1 AND effect_key = ANY($2) AND read_at IS NULL RETURNING id, user_id AS "userId"`,
    [tx.tenantId, effectKeys],
  );
  for (const { id, userId } of read.rows)
    await notifyPerson(tx.client, { tenantId: tx.tenantId, action: 'notice.resolved', id, userId });
}

/** Stores a notice for each of these people and updates their browsers when the transaction commits. */
export async function notifyPeople(
  tx: TenantTx,
  userIds: readonly string[],
  notification: Notification,
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = userIds.map((userId) => ({ id: newId(), userId }));
  await tx.client.query(
    `INSERT INTO notices (tenant_id, id, user_id, title, message, severity, run_id, effect_key, task_id, about)
     SELECT $1, p.id, p.user_id, $4, $5, $6, $7, $8, $9, $10 FROM unnest($2::uuid[], $3::uuid[]) AS p(id, user_id)
     ON CONFLICT ON CONSTRAINT notices_effect DO NOTHING`,
    [
      tx.tenantId,
      rows.map(({ id }) => id),
      rows.map(({ userId }) => userId),
      notification.title,
      notification.message,
      notification.severity,
      notification.runId,
      notification.effectKey,
      notification.taskId ?? null,
      notification.about === undefined ? null : JSON.stringify(notification.about),
    ],
  );
  for (const { id, userId } of rows)
    await notifyPerson(tx.client, { tenantId: tx.tenantId, action: 'notice.arrived', id, userId });
  const { mail, title: subject, effectKey } = notification;
  if (mail !== undefined)
    await queueMails(tx, userIds, { subject, ...mail, path: pageOf(notification), effectKey });
}
