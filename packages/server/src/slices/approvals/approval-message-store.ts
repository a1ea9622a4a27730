import type { Message } from '@attain/contract/base';
import { asc, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { nameOfUser } from '../../db/member-name.ts';
import { momentText } from '../../db/moment-text.ts';
import { approvalMessages } from '../../db/schema/approvals.ts';
import { users } from '../../db/schema/people.ts';

/** What was asked and answered about a request, oldest first. */
export function selectMessages(tx: TenantTx, requestId: string): Promise<Message[]> {
  return tx.db
    .select({
      id: approvalMessages.id,
      by: nameOfUser,
      message: approvalMessages.message,
      at: momentText(approvalMessages.createdAt),
    })
    .from(approvalMessages)
    .leftJoin(users, eq(users.id, approvalMessages.userId))
    .where(eq(approvalMessages.requestId, requestId))
    .orderBy(asc(approvalMessages.createdAt), asc(approvalMessages.id));
}

/** Stores a message. */
export async function insertMessage(
  tx: TenantTx,
  message: Omit<typeof approvalMessages.$inferInsert, 'tenantId' | 'createdAt'>,
): Promise<void> {
  await tx.db.insert(approvalMessages).values({ ...message, tenantId: tx.tenantId });
}
