import type { SignInSettings } from '@attain/contract/sign-in';
import type { GroupRoles } from '@attain/domain/access/group-roles';
import type { Role } from '@attain/domain/access/permissions';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { TenantTx } from '../../db/database.ts';
import { credentialsVault } from '../../db/schema/connections.ts';
import { tenants } from '../../db/schema/people.ts';
import { groupRoles, signInIdentities, signInProviders } from '../../db/schema/sign-in.ts';
import { isAdministratorToday } from '../people/follow-groups.ts';

/** The path of the installation to which identity providers return. */
export const returnPath = '/sign-in/return';

/** The path to which the company's directory sends users and groups. */
const scimPath = '/scim/v2';

/** A workspace's identity provider as it is stored. */
export type StoredProvider = typeof signInProviders.$inferSelect;

/** The workspace's identity provider, if it has one. */
export async function selectProvider(tx: Pick<TenantTx, 'db' | 'tenantId'>): Promise<StoredProvider | null> {
  const [row] = await tx.db.select().from(signInProviders).where(eq(signInProviders.tenantId, tx.tenantId));
  return row ?? null;
}

/** The identity provider behind a button of the sign-in screen, in whichever workspace. */
export async function providerById(owner: pg.Pool, id: string): Promise<StoredProvider | null> {
  const [row] = await drizzle(owner).select().from(signInProviders).where(eq(signInProviders.id, id));
  return row ?? null;
}

/** The buttons of the sign-in screen. */
export function listProviders(owner: pg.Pool): Promise<{ id: string; name: string }[]> {
  const { id, name } = signInProviders;
  return drizzle(owner).select({ id, name }).from(signInProviders).orderBy(asc(name), asc(id)).limit(20);
}

/** The identity provider and the mapping as the administrator sees them. */
export async function selectSettings(tx: TenantTx): Promise<SignInSettings> {
  const stored = await selectProvider(tx);
  const { groups, setBy } = await selectMapping(tx);
  const groupsPaused = setBy !== null && !(await isAdministratorToday(tx, setBy));
  if (stored === null) return { provider: null, groups: [...groups], groupsPaused, returnPath, scimPath };
  const { id, name, issuer, clientId, domains, groupsClaim, createsAccounts, provesSecondFactor } = stored;
  const [linked] = await tx.db
    .select({ count: count() })
    .from(signInIdentities)
    .where(and(eq(signInIdentities.tenantId, tx.tenantId), eq(signInIdentities.issuer, issuer)));
  const [secret] = await tx.db
    .select({ at: credentialsVault.lastRotatedAt })
    .from(credentialsVault)
    .where(eq(credentialsVault.credentialId, id));
  return {
    provider: {
      id,
      name,
      issuer,
      clientId,
      domains,
      groupsClaim,
      createsAccounts,
      provesSecondFactor,
      secretSetAt: new Date(secret?.at ?? stored.updatedAt).toISOString(),
      linked: linked?.count ?? 0,
    },
    groups: [...groups],
    groupsPaused,
    returnPath,
    scimPath,
  };
}

/** One change of how people sign in at a time. */
export async function lockSettings(tx: TenantTx): Promise<void> {
  await tx.db
    .select({ id: tenants.id })
    .from(tenants)
    .where(eq(tenants.id, tx.tenantId))
    .for('no key update');
}

/** Stores the identity provider in place of the one before. */
export async function upsertProvider(
  tx: TenantTx,
  row: Omit<StoredProvider, 'tenantId' | 'createdAt' | 'updatedAt'>,
): Promise<void> {
  await tx.db
    .insert(signInProviders)
    .values({ ...row, tenantId: tx.tenantId })
    .onConflictDoUpdate({ target: signInProviders.tenantId, set: { ...row, updatedAt: sql`now()` } });
}

/** Removes the identity provider. Who is who at it is kept for the same issuer. */
export async function deleteProvider(tx: TenantTx): Promise<void> {
  await tx.db.delete(signInProviders).where(eq(signInProviders.tenantId, tx.tenantId));
}

/** Roles by group, and the administrator in whose name they are given; null: there is no mapping. */
export async function selectMapping(
  tx: Pick<TenantTx, 'db' | 'tenantId'>,
): Promise<{ groups: readonly (GroupRoles & { roles: Role[] })[]; setBy: string | null }> {
  const rows = await tx.db
    .select()
    .from(groupRoles)
    .where(eq(groupRoles.tenantId, tx.tenantId))
    .orderBy(asc(groupRoles.group), asc(groupRoles.role));
  const groups = new Map<string, Role[]>();
  for (const { group, role } of rows) groups.set(group, [...(groups.get(group) ?? []), role]);
  return {
    groups: [...groups].map(([group, roles]) => ({ group, roles })),
    setBy: rows[0]?.setBy ?? null,
  };
}

/** Replaces the mapping. */
export async function replaceMapping(
  tx: TenantTx,
  groups: readonly GroupRoles[],
  setBy: string,
): Promise<void> {
  const { tenantId } = tx;
  await tx.db.delete(groupRoles).where(eq(groupRoles.tenantId, tenantId));
  const rows = groups.flatMap(({ group, roles }) =>
    [...new Set(roles)].map((role) => ({ tenantId, group, role, setBy })),
  );
  if (rows.length > 0) await tx.db.insert(groupRoles).values(rows);
}
