import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { TenantTx } from '../../../db/database.ts';
import { momentText } from '../../../db/moment-text.ts';
import { memberships, users } from '../../../db/schema/people.ts';
import { directoryGroupMembers, directoryGroups, directoryMembers } from '../../../db/schema/sign-in.ts';

/** A member as the directory sees them. */
export interface DirectoryUser {
  readonly id: string;
  readonly userName: string;
  readonly displayName: string;
  readonly active: boolean;
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly groups: readonly { readonly value: string; readonly display: string }[];
}

/** Members by user name: all, or the one with this id. */
export async function selectUsers(tx: TenantTx, id?: string): Promise<DirectoryUser[]> {
  const inGroups = sql<
    DirectoryUser['groups']
  >`coalesce((SELECT jsonb_agg(jsonb_build_object('value', g.id, 'display', g.display_name)
    ORDER BY g.display_name) FROM directory_group_members gm JOIN directory_groups g ON g.tenant_id = gm.tenant_id AND g.id = gm.group_id
    WHERE gm.tenant_id = ${memberships.tenantId} AND gm.user_id = ${memberships.userId}), '[]')`;
  return tx.db
    .select({
      id: memberships.userId,
      userName: users.username,
      displayName: users.displayName,
      active: sql<boolean>`${memberships.state} = 'active' AND NOT ${users.disabled}`,
      externalId: directoryMembers.externalId,
      givenName: directoryMembers.givenName,
      familyName: directoryMembers.familyName,
      createdAt: momentText(memberships.createdAt),
      updatedAt: momentText(sql`coalesce(${directoryMembers.updatedAt}, ${memberships.createdAt})`),
      groups: inGroups,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(
      directoryMembers,
      and(
        eq(directoryMembers.tenantId, memberships.tenantId),
        eq(directoryMembers.userId, memberships.userId),
      ),
    )
    .where(
      and(
        eq(memberships.tenantId, tx.tenantId),
        ne(memberships.state, 'removed'),
        id === undefined ? undefined : eq(memberships.userId, id),
      ),
    )
    .orderBy(asc(users.username));
}

type Stated = Pick<DirectoryUser, 'externalId' | 'givenName' | 'familyName'>;

/** Stores what the directory states of a member. */
export async function upsertStated(tx: TenantTx, userId: string, stated: Stated): Promise<void> {
  const { externalId, givenName, familyName } = stated;
  const { tenantId } = tx;
  await tx.db
    .insert(directoryMembers)
    .values({ tenantId, userId, externalId, givenName, familyName })
    .onConflictDoUpdate({
      target: [directoryMembers.tenantId, directoryMembers.userId],
      set: { externalId, givenName, familyName, updatedAt: sql`now()` },
    });
}

/** Forgets what the directory stated of a member, and takes them out of its groups. */
export async function deleteStated(tx: TenantTx, userId: string): Promise<void> {
  const { tenantId } = tx;
  await tx.db
    .delete(directoryMembers)
    .where(and(eq(directoryMembers.tenantId, tenantId), eq(directoryMembers.userId, userId)));
  await tx.db
    .delete(directoryGroupMembers)
    .where(and(eq(directoryGroupMembers.tenantId, tenantId), eq(directoryGroupMembers.userId, userId)));
}

/** Renames an account. */
export async function updateDisplayName(tx: TenantTx, userId: string, displayName: string): Promise<void> {
  await tx.db.update(users).set({ displayName }).where(eq(users.id, userId));
}

/** A group of the directory. */
export interface DirectoryGroup {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly members: readonly { readonly value: string; readonly display: string }[];
}

/** Groups by name: all, or the one with this id. */
export async function selectGroups(tx: TenantTx, id?: string): Promise<DirectoryGroup[]> {
  const { tenantId, displayName, externalId, createdAt, updatedAt } = directoryGroups;
  return tx.db
    .select({
      id: directoryGroups.id,
      displayName,
      externalId,
      createdAt: momentText(createdAt),
      updatedAt: momentText(updatedAt),
      members: sql<
        DirectoryGroup['members']
      >`coalesce((SELECT jsonb_agg(jsonb_build_object('value', u.id, 'display', u.display_name)
        ORDER BY u.display_name, u.id) FROM directory_group_members gm JOIN users u ON u.id = gm.user_id
        WHERE gm.tenant_id = directory_groups.tenant_id AND gm.group_id = directory_groups.id), '[]')`,
    })
    .from(directoryGroups)
    .where(and(eq(tenantId, tx.tenantId), id === undefined ? undefined : eq(directoryGroups.id, id)))
    .orderBy(asc(displayName));
}

/** Stores a group with its members in place of the one before. */
export async function putGroup(
  tx: TenantTx,
  group: { id: string; displayName: string; externalId: string | null; members: readonly string[] },
): Promise<void> {
  const { tenantId } = tx;
  const { id, displayName, externalId, members } = group;
  await tx.db
    .insert(directoryGroups)
    .values({ tenantId, id, displayName, externalId })
    .onConflictDoUpdate({
      target: [directoryGroups.tenantId, directoryGroups.id],
      set: { displayName, externalId, updatedAt: sql`now()` },
    });
  await tx.db
    .delete(directoryGroupMembers)
    .where(and(eq(directoryGroupMembers.tenantId, tenantId), eq(directoryGroupMembers.groupId, id)));
  if (members.length > 0)
    await tx.db
      .insert(directoryGroupMembers)
      .values(members.map((userId) => ({ tenantId, groupId: id, userId })));
}

export async function deleteGroup(tx: TenantTx, id: string): Promise<void> {
  await tx.db
    .delete(directoryGroups)
    .where(and(eq(directoryGroups.tenantId, tx.tenantId), eq(directoryGroups.id, id)));
}

/** Which of these ids are members of the workspace. */
export async function selectMemberIds(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.tenantId, tx.tenantId),
        ne(memberships.state, 'removed'),
        inArray(memberships.userId, [...ids]),
      ),
    );
  return rows.map(({ id }) => id);
}

/** The names of a member's groups; null: the directory states no groups at all. */
export async function selectGroupNames(tx: TenantTx, userId: string): Promise<string[] | null> {
  const groups = await selectGroups(tx);
  if (groups.length === 0) return null;
  return groups
    .filter(({ members }) => members.some(({ value }) => value === userId))
    .map(({ displayName }) => displayName);
}
