import { readCells } from '@attain/domain/access/custom-roles';
import { type Cell, cellsOf, roles } from '@attain/domain/access/permissions';
import { roleDescriptions } from '@attain/domain/access/role-descriptions';
import { roleNames } from '@attain/domain/access/role-names';
import { and, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { customRoles, roleSettings } from '../../db/schema/people.ts';

/** How a role counts in the workspace. */
export interface RoleSwitches {
  readonly active: boolean;
  readonly requireApproval: boolean;
  readonly auditActions: boolean;
}

/** A built-in or custom role with its switches, and how many members hold it today. */
export interface StoredRole extends RoleSwitches {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isCustom: boolean;
  readonly cells: readonly Cell[];
  readonly users: number;
}

/** Roles that only a second administrator gives, by the workspace's own settings (ACCESS-41). */
export async function rolesNeedingApproval(tx: TenantTx): Promise<string[]> {
  const rows = await tx.db
    .select({ role: roleSettings.role })
    .from(roleSettings)
    .where(eq(roleSettings.requiresApproval, true));
  return rows.map(({ role }) => role);
}

/** Every role: built-in ones in the order of the table, then custom ones by name. */
export async function selectRoleOverview(tx: TenantTx): Promise<StoredRole[]> {
  const settings = await tx.db.select().from(roleSettings);
  const custom = await tx.db
    .select()
    .from(customRoles)
    .where(eq(customRoles.tenantId, tx.tenantId))
    .orderBy(customRoles.name, customRoles.id);
  const users = await countHolders(tx);
  const withSwitches = (one: Omit<StoredRole, keyof RoleSwitches | 'users'>): StoredRole => {
    const stored = settings.find(({ role }) => role === one.id);
    return {
      ...one,
      users: users.get(one.id) ?? 0,
      active: stored?.isActive ?? true,
      requireApproval: stored?.requiresApproval ?? false,
      auditActions: stored?.isAudited ?? false,
    };
  };
  return [
    ...roles.map((role) =>
      withSwitches({
        id: role,
        name: roleNames[role],
        description: roleDescriptions[role],
        isCustom: false,
        cells: cellsOf([role]),
      }),
    ),
    ...custom.map(({ id, name, description, cells }) =>
      withSwitches({ id, name, description, isCustom: true, cells: readCells(cells) }),
    ),
  ];
}

/** Members who hold each role today, whether or not it is switched on. */
async function countHolders(tx: TenantTx): Promise<Map<string, number>> {
  const { rows } = await tx.client.query<{ role: string; users: number }>(
    `SELECT role, count(DISTINCT user_id)::int AS users FROM (
       SELECT unnest(roles) AS role, user_id FROM memberships WHERE state = 'active'
       UNION ALL SELECT g.role, g.user_id FROM role_grants g JOIN memberships m USING (tenant_id, user_id)
        WHERE m.state = 'active' AND coalesce(g.from_day <= current_date, true) AND coalesce(g.to_day >= current_date, true)
       UNION ALL SELECT g.role_id::text, g.user_id FROM custom_role_grants g JOIN memberships m USING (tenant_id, user_id)
        WHERE m.state = 'active' AND coalesce(g.from_day <= current_date, true) AND coalesce(g.to_day >= current_date, true)
     ) held GROUP BY role`,
  );
  return new Map(rows.map(({ role, users }) => [role, users]));
}

/** Stores the switches of a role. */
export async function saveSwitches(
  tx: TenantTx,
  { id, by, ...switches }: RoleSwitches & { readonly id: string; readonly by: string },
): Promise<void> {
  const values = {
    isActive: switches.active,
    requiresApproval: switches.requireApproval,
    isAudited: switches.auditActions,
    updatedBy: by,
  };
  await tx.db
    .insert(roleSettings)
    .values({ tenantId: tx.tenantId, role: id, ...values })
    .onConflictDoUpdate({
      target: [roleSettings.tenantId, roleSettings.role],
      set: { ...values, updatedAt: sql`now()` },
    });
}

/** Forgets the switches of a role that is removed. */
export async function deleteSwitches(tx: TenantTx, id: string): Promise<void> {
  await tx.db
    .delete(roleSettings)
    .where(and(eq(roleSettings.tenantId, tx.tenantId), eq(roleSettings.role, id)));
}
