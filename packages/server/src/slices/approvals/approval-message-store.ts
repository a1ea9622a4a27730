import type { Message } from '@attain/contract/base';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { nameOfMember } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { approvalMessages } from '../../db/schema/approvals.ts';
import { users } from '../../db/schema/people.ts';

/** What was asked and answered about a request, oldest first. */
export function selectMessages(tx: TenantTx, requestId: string): Promise<Message[]> {
  return tx.db
    .select({
      id: approvalMessages.id,
      by: nameOfMember(approvalMessages.userId, users.displayName),
      message: approvalMessages.message,
      at: momentText(approvalMessages.createdAt),
    })
    .from(approvalMessages)
    .leftJoin(users, eq(users.id, approvalMessages.userId))
    .where(eq(approvalMessages.requestId, requestId))
    .orderBy(asc(approvalMessages.createdAt), asc(approvalMessages.id));
}

/** When the open question of a reviewer was asked: their first message after the newest of others. */
export async function selectAskedAt(
  tx: TenantTx,
  { requestId, by }: { readonly requestId: string; readonly by: string },
): Promise<string | null> {
  const others = sql`(SELECT max(o.created_at) FROM ${approvalMessages} o
    WHERE o.tenant_id = ${tx.tenantId} AND o.request_id = ${requestId} AND o.user_id <> ${by})`;
  const [row] = await tx.db
    .select({ at: momentText(approvalMessages.createdAt) })
    .from(approvalMessages)
    .where(
      and(
        eq(approvalMessages.tenantId, tx.tenantId),
        eq(approvalMessages.requestId, requestId),
        eq(approvalMessages.userId, by),
        sql`${approvalMessages.createdAt} > coalesce(${others}, '-infinity')`,
      ),
    )
    .orderBy(asc(approvalMessages.createdAt))
    .limit(1);
  return row?.at ?? null;
}

/** Stores a message. */
export async function insertMessage(
  tx: TenantTx,
  message: Omit<typeof approvalMessages.$inferInsert, 'tenantId' | 'createdAt'>,
): Promise<void> {
  await tx.db.insert(approvalMessages).values({ ...message, tenantId: tx.tenantId });
}
