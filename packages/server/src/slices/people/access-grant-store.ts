import type { Permission } from '@attain/domain/access/permissions';
import { and, asc, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { momentText } from '../../db/moment-text.ts';
import { attestationRecords as requests } from '../../db/schema/approvals.ts';
import { accessGrants, users } from '../../db/schema/people.ts';

const columns = {
  id: accessGrants.id,
  userId: accessGrants.userId,
  name: users.displayName,
  permission: accessGrants.permission,
  hours: accessGrants.hours,
  reason: accessGrants.reason,
  createdAt: momentText(accessGrants.createdAt),
  approvalId: accessGrants.approvalId,
  startsAt: sql<string | null>`${momentText(accessGrants.startsAt)}`,
  endsAt: sql<string | null>`${momentText(accessGrants.endsAt)}`,
  revokedBy: accessGrants.revokedBy,
  status: requests.status,
  expiresAt: momentText(requests.expiresAt),
};

/** Temporary access as stored, with its request's status. */
export type StoredAccess = Awaited<ReturnType<typeof selectAccess>>[number];

const read = (tx: TenantTx, where: SQL | undefined) =>
  tx.db
    .select(columns)
    .from(accessGrants)
    .innerJoin(users, eq(users.id, accessGrants.userId))
    .innerJoin(requests, eq(requests.id, accessGrants.approvalId))
    .where(and(eq(accessGrants.tenantId, tx.tenantId), where))
    .orderBy(desc(accessGrants.createdAt), desc(accessGrants.id))
    .limit(100);

/** The newest requests and grants of one person, or of everyone. */
export function selectAccess(tx: TenantTx, userId: string | null) {
  return read(tx, userId === null ? undefined : eq(accessGrants.userId, userId));
}

/** One of them, or null. */
export async function selectOneAccess(tx: TenantTx, id: string): Promise<StoredAccess | null> {
  const [row] = await read(tx, eq(accessGrants.id, id));
  return row ?? null;
}

/** What a person may do for some more hours, by its end. */
export function selectLiveAccess(
  tx: TenantTx,
  userId: string,
): Promise<{ id: string; permission: Permission; endsAt: string }[]> {
  return tx.db
    .select({
      id: accessGrants.id,
      permission: accessGrants.permission,
      endsAt: momentText(accessGrants.endsAt),
    })
    .from(accessGrants)
    .where(
      and(
        eq(accessGrants.tenantId, tx.tenantId),
        eq(accessGrants.userId, userId),
        gt(accessGrants.endsAt, sql`now()`),
      ),
    )
    .orderBy(asc(accessGrants.endsAt), asc(accessGrants.id));
}

export async function insertAccess(
  tx: TenantTx,
  row: Omit<typeof accessGrants.$inferInsert, 'tenantId'>,
): Promise<void> {
  await tx.db.insert(accessGrants).values({ ...row, tenantId: tx.tenantId });
}

type Change = Partial<
  Pick<typeof accessGrants.$inferInsert, 'closedAt' | 'startsAt' | 'endsAt' | 'revokedBy'>
>;

/** What a decision or an early end makes of it. */
export async function updateAccess(tx: TenantTx, id: string, change: Change): Promise<void> {
  await tx.db
    .update(accessGrants)
    .set(change)
    .where(and(eq(accessGrants.tenantId, tx.tenantId), eq(accessGrants.id, id)));
}

/** The person's temporary access that waits or is in use, by id. */
export function selectOpenAccess(tx: TenantTx, userId: string) {
  return tx.db
    .select({ id: accessGrants.id, startsAt: accessGrants.startsAt })
    .from(accessGrants)
    .where(
      and(
        eq(accessGrants.tenantId, tx.tenantId),
        eq(accessGrants.userId, userId),
        isNull(accessGrants.closedAt),
        or(isNull(accessGrants.endsAt), gt(accessGrants.endsAt, sql`now()`)),
      ),
    )
    .orderBy(asc(accessGrants.id));
}
