import type { Held } from '@attain/domain/access/permissions';
import { and, asc, eq, gte, ilike, inArray, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { TenantTx } from '../../db/database.ts';
import { approvalDelegations as delegations } from '../../db/schema/approvals.ts';
import { activeMembers, users } from '../../db/schema/people.ts';

const delegator = alias(users, 'delegator');
const delegate = alias(users, 'delegate');

const columns = {
  id: delegations.id,
  userId: delegations.userId,
  by: delegator.displayName,
  delegateId: delegations.delegateId,
  delegate: delegate.displayName,
  from: delegations.fromDay,
  to: delegations.toDay,
};

const notEnded = (tx: TenantTx, today: string) =>
  and(eq(delegations.tenantId, tx.tenantId), isNull(delegations.endedAt), gte(delegations.toDay, today));

/** Those that hold on a day. */
const holding = (tx: TenantTx, today: string) => and(notEnded(tx, today), lte(delegations.fromDay, today));

function selectWhere(tx: TenantTx, condition: SQL | undefined) {
  return tx.db
    .select(columns)
    .from(delegations)
    .innerJoin(delegator, eq(delegator.id, delegations.userId))
    .innerJoin(delegate, eq(delegate.id, delegations.delegateId))
    .where(condition)
    .orderBy(asc(delegations.fromDay), asc(delegations.id))
    .limit(500);
}

/** Delegations that have not ended: all, or those of one person, given and received. */
export function selectDelegations(tx: TenantTx, given: { userId: string | null; today: string }) {
  const { userId, today } = given;
  const own =
    userId === null ? undefined : or(eq(delegations.userId, userId), eq(delegations.delegateId, userId));
  return selectWhere(tx, and(notEnded(tx, today), own));
}

/** One delegation that has not ended, or null. */
export async function selectDelegation(tx: TenantTx, id: string, today: string) {
  const [row] = await selectWhere(tx, and(notEnded(tx, today), eq(delegations.id, id)));
  return row ?? null;
}

/** The active members for whom one person decides today, with the roles they hold now. */
export function selectDelegators(tx: TenantTx, delegateId: string, today: string) {
  return tx.db
    .selectDistinctOn([delegations.userId], {
      userId: delegations.userId,
      name: users.displayName,
      roles: activeMembers.roles,
    })
    .from(delegations)
    .innerJoin(
      activeMembers,
      and(eq(activeMembers.tenantId, delegations.tenantId), eq(activeMembers.userId, delegations.userId)),
    )
    .innerJoin(users, eq(users.id, delegations.userId))
    .where(and(holding(tx, today), eq(delegations.delegateId, delegateId)))
    .orderBy(asc(delegations.userId));
}

/** The active delegates of these people today. */
export async function selectDelegatesOf(
  tx: TenantTx,
  userIds: readonly string[],
  today: string,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await tx.db
    .selectDistinct({ delegateId: delegations.delegateId })
    .from(delegations)
    .innerJoin(
      activeMembers,
      and(eq(activeMembers.tenantId, delegations.tenantId), eq(activeMembers.userId, delegations.delegateId)),
    )
    .where(and(holding(tx, today), inArray(delegations.userId, [...userIds])));
  return rows.map(({ delegateId }) => delegateId);
}

/** Active members by name, without one of them; `search` is an ILIKE pattern. */
export function selectMembers(tx: TenantTx, without: string, search: string | null) {
  return tx.db
    .select({ id: activeMembers.userId, name: users.displayName, roles: activeMembers.roles })
    .from(activeMembers)
    .innerJoin(users, eq(users.id, activeMembers.userId))
    .where(
      and(
        eq(activeMembers.tenantId, tx.tenantId),
        activeMembers.isPerson,
        ne(activeMembers.userId, without),
        search === null ? undefined : ilike(users.displayName, search),
      ),
    )
    .orderBy(asc(users.displayName), asc(users.id))
    .limit(50);
}

/** Roles an active person holds now; null: there is no such member. */
export async function selectMemberRoles(tx: TenantTx, userId: string): Promise<readonly Held[] | null> {
  const [row] = await tx.db
    .select({ roles: activeMembers.roles })
    .from(activeMembers)
    .where(
      and(eq(activeMembers.tenantId, tx.tenantId), activeMembers.isPerson, eq(activeMembers.userId, userId)),
    );
  return row?.roles ?? null;
}

/** Stores a delegation. */
export async function insertDelegation(
  tx: TenantTx,
  row: Pick<typeof delegations.$inferInsert, 'id' | 'userId' | 'delegateId' | 'fromDay' | 'toDay'>,
): Promise<void> {
  await tx.db.insert(delegations).values({ ...row, tenantId: tx.tenantId });
}

/** Ends a delegation. */
export async function updateEnded(tx: TenantTx, id: string, at: string): Promise<void> {
  await tx.db
    .update(delegations)
    .set({ endedAt: at })
    .where(and(eq(delegations.tenantId, tx.tenantId), eq(delegations.id, id)));
}
