import { type CustomGrant, type CustomRole, readCells } from '@attain/domain/access/custom-roles';
import { cellText, type Held, limitedTo } from '@attain/domain/access/permissions';
import type { RoleGrant } from '@attain/domain/access/role-grants';
import { and, asc, countDistinct, eq, sql } from 'drizzle-orm';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { customRoles, customRoleGrants as held } from '../../db/schema/people.ts';

/** A custom role that a member is to have, with its permissions. */
export type WantedCustom = CustomRole & CustomGrant;

/** The workspace's custom roles by name, with how many members hold each, now or on other days. */
export async function selectCustomRoles(tx: TenantTx): Promise<(CustomRole & { members: number })[]> {
  const { id, name, description, cells } = customRoles;
  const rows = await tx.db
    .select({ id, name, description, cells, members: countDistinct(held.userId) })
    .from(customRoles)
    .leftJoin(held, and(eq(held.tenantId, customRoles.tenantId), eq(held.roleId, id)))
    .where(eq(customRoles.tenantId, tx.tenantId))
    .groupBy(id, name, description, cells)
    .orderBy(asc(name), asc(id));
  return rows.map((row) => ({ ...row, cells: readCells(row.cells) }));
}

/** These grants with the roles they give. Refuses BAD_INPUT when a role no longer exists. */
export async function wantedCustomRoles(
  tx: TenantTx,
  grants: readonly CustomGrant[],
): Promise<WantedCustom[]> {
  if (grants.length === 0) return [];
  const all = await selectCustomRoles(tx);
  const wanted = grants.map(({ id, from, to, teamOf }) => {
    const role = all.find((one) => one.id === id);
    if (role !== undefined)
      return { id, name: role.name, description: role.description, cells: role.cells, from, to, teamOf };
    const message = 'A custom role no longer exists. Choose the roles again.';
    throw new ApiError('BAD_INPUT', message, {
      problems: [{ rule: 'ACCESS-30', path: 'customRoles', message }],
    });
  });
  return wanted.sort((one, other) => one.name.localeCompare(other.name));
}

/** Everything that someone holds by these roles, on whichever days. */
export function heldWith(roles: readonly RoleGrant[], custom: readonly WantedCustom[]): readonly Held[] {
  return [
    ...roles.map(({ role, teamOf }) => limitedTo(role, teamOf)),
    ...custom.flatMap(({ cells, teamOf }) => cells.map((cell) => limitedTo(cellText(cell), teamOf))),
  ];
}

/** Stores a new custom role. */
export async function insertCustomRole(tx: TenantTx, role: CustomRole): Promise<void> {
  await tx.db.insert(customRoles).values({ ...role, cells: role.cells.map(cellText), tenantId: tx.tenantId });
}

/** Replaces what a custom role is. */
export async function updateCustomRole(tx: TenantTx, { id, cells, ...role }: CustomRole): Promise<void> {
  await tx.db
    .update(customRoles)
    .set({ ...role, cells: cells.map(cellText), updatedAt: sql`now()` })
    .where(and(eq(customRoles.tenantId, tx.tenantId), eq(customRoles.id, id)));
}

/** Removes a custom role that no member holds. */
export async function deleteCustomRole(tx: TenantTx, id: string): Promise<void> {
  await tx.db.delete(customRoles).where(and(eq(customRoles.tenantId, tx.tenantId), eq(customRoles.id, id)));
}

/** The members who hold a custom role, on whichever days. */
export async function selectHolders(tx: TenantTx, roleId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ userId: held.userId })
    .from(held)
    .where(and(eq(held.tenantId, tx.tenantId), eq(held.roleId, roleId)))
    .orderBy(asc(held.userId));
  return rows.map(({ userId }) => userId);
}

/** Stores a member's custom roles in place of those before. */
export async function replaceCustomRoles(
  tx: TenantTx,
  userId: string,
  grants: readonly CustomGrant[],
): Promise<void> {
  const { tenantId } = tx;
  await tx.db.delete(held).where(and(eq(held.tenantId, tenantId), eq(held.userId, userId)));
  if (grants.length > 0)
    await tx.db.insert(held).values(
      grants.map(({ id, from, to, teamOf }) => ({
        tenantId,
        userId,
        roleId: id,
        fromDay: from,
        toDay: to,
        teamOf,
      })),
    );
}

/** The names of the custom roles a member holds on a day. */
export async function selectCustomNames(tx: TenantTx, userId: string, today: string): Promise<string[]> {
  const rows = await tx.db
    .select({ name: customRoles.name })
    .from(held)
    .innerJoin(customRoles, and(eq(customRoles.tenantId, held.tenantId), eq(customRoles.id, held.roleId)))
    .where(
      and(
        eq(held.tenantId, tx.tenantId),
        eq(held.userId, userId),
        sql`coalesce(${held.fromDay} <= ${today}, true) AND coalesce(${held.toDay} >= ${today}, true)`,
      ),
    )
    .orderBy(asc(customRoles.name));
  return rows.map(({ name }) => name);
}
