import { createHmac } from 'node:crypto';
import type { ApiToken } from '@attain/contract/api-tokens';
import {
  narrowedRoles,
  type Permission,
  permissions,
  rolesOfAnyReach,
  scopeOf,
} from '@attain/domain/access/permissions';
import { needsPerson } from '@attain/domain/access/service-accounts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { KnownSession } from '../../base/session-port.ts';
import type { TenantTx } from '../../db/database.ts';
import { momentText } from '../../db/moment-text.ts';
import { activeMembers, apiTokens, tenants, users } from '../../db/schema/people.ts';
import { secretHash } from './session-store.ts';

/** The most tokens one member holds in a workspace. */
const maxTokens = 50;
const dayMs = 86_400_000;

export const shownToken = {
  id: apiTokens.id,
  name: apiTokens.name,
  scopes: apiTokens.scopes,
  createdAt: momentText(apiTokens.createdAt),
  expiresAt: momentText(apiTokens.expiresAt),
  lastUsedAt: sql<string | null>`${momentText(apiTokens.lastUsedAt)}`,
};

export const tokensOf = (tx: TenantTx, userId: string) =>
  and(eq(apiTokens.tenantId, tx.tenantId), eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt));

/** The actor's own tokens that were not revoked, by name. */
export async function listTokens(ctx: AppContext, actor: Actor): Promise<{ rows: ApiToken[] }> {
  const rows = await ctx.read(actor, (tx) =>
    tx.db
      .select(shownToken)
      .from(apiTokens)
      .where(tokensOf(tx, actor.userId))
      .orderBy(asc(apiTokens.name), asc(apiTokens.id))
      .limit(maxTokens),
  );
  return { rows };
}

/** Creates a token of the actor's; the answer holds it, once. Refuses BAD_INPUT for a permission the actor lacks (ACCESS-19). */
export async function createToken(
  ctx: AppContext,
  actor: Actor,
  wanted: { name: string; scopes: readonly Permission[]; days: number },
): Promise<ApiToken & { token: string }> {
  const scopes = permissions.filter((one) => wanted.scopes.includes(one));
  const lacking = scopes.find((permission) => scopeOf(actor.roles, permission) === null);
  if (lacking !== undefined)
    throw new ApiError('BAD_INPUT', 'A token can only have permissions that you have.', {
      problems: [
        { rule: 'ACCESS-19', path: 'scopes', message: 'A token can only have permissions that you have.' },
      ],
    });
  const { userId } = actor;
  const made = await ctx.write(actor, async (tx) => {
    const row = await insertToken(ctx, tx, { userId, createdBy: userId, ...wanted, scopes });
    const object = { type: 'token', id: row.id };
    tx.record({ action: 'token.created', object, reason: { code: scopes.join(',') } });
    return row;
  });
  return { ...made, token: tokenOf(ctx, made.id) };
}

/** Stores a token of a member; CONFLICT when they have too many. */
export async function insertToken(
  ctx: AppContext,
  tx: TenantTx,
  wanted: {
    readonly userId: string;
    readonly createdBy: string;
    readonly name: string;
    readonly scopes: readonly Permission[];
    readonly days: number;
  },
): Promise<ApiToken> {
  const { userId, createdBy, name, scopes, days } = wanted;
  const held = await tx.db.select({ id: apiTokens.id }).from(apiTokens).where(tokensOf(tx, userId));
  if (held.length >= maxTokens)
    throw new ApiError('CONFLICT', `There are ${maxTokens} tokens already. Revoke one first.`);
  const id = newId();
  const [row] = await tx.db
    .insert(apiTokens)
    .values({
      tenantId: tx.tenantId,
      id,
      userId,
      createdBy,
      name,
      scopes: [...scopes],
      tokenHash: secretHash(tokenOf(ctx, id)),
      expiresAt: new Date(ctx.clock.now().getTime() + days * dayMs).toISOString(),
    })
    .returning(shownToken);
  return found(row, 'token');
}

/** Revokes one of the actor's tokens; its next request is refused. */
export function revokeToken(ctx: AppContext, actor: Actor, id: string) {
  return ctx.write(actor, async (tx) => {
    await endToken(ctx, tx, { userId: actor.userId, id });
    tx.record({ action: 'token.revoked', object: { type: 'token', id } });
    return { revoked: true as const };
  });
}

/** Revokes a token of a member; NOT_FOUND when they have no such token. */
export async function endToken(
  ctx: AppContext,
  tx: TenantTx,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const [revoked] = await tx.db
    .update(apiTokens)
    .set({ revokedAt: ctx.clock.now().toISOString() })
    .where(and(tokensOf(tx, userId), eq(apiTokens.id, id)))
    .returning({ id: apiTokens.id });
  found(revoked, 'token');
}

/** The member behind a token with the roles they hold now, narrowed to what the token may do; null when it does not work. */
export async function findToken(ctx: AppContext, token: string): Promise<KnownSession | null> {
  const idHash = secretHash(token);
  const db = drizzle(ctx.db.owner);
  const [row] = await db
    .select({
      id: apiTokens.id,
      userId: apiTokens.userId,
      scopes: apiTokens.scopes,
      expiresAt: apiTokens.expiresAt,
      isStale: sql<boolean>`coalesce(${apiTokens.lastUsedAt} < now() - interval '1 minute', true)`,
      username: users.username,
      isPerson: activeMembers.isPerson,
      displayName: users.displayName,
      hasPassword: sql<boolean>`${users.passwordHash} IS NOT NULL`,
      roles: activeMembers.roles,
      isAudited: activeMembers.isAudited,
      participantId: activeMembers.participantId,
      secondFactorSince: users.secondFactorSince,
      requiredOf: tenants.secondFactorRoles,
      tenant: { id: tenants.id, name: tenants.name, industry: tenants.industry, currency: tenants.currency },
    })
    .from(apiTokens)
    .innerJoin(
      activeMembers,
      and(eq(activeMembers.tenantId, apiTokens.tenantId), eq(activeMembers.userId, apiTokens.userId)),
    )
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .innerJoin(tenants, eq(tenants.id, apiTokens.tenantId))
    .where(and(eq(apiTokens.tokenHash, idHash), isNull(apiTokens.revokedAt)));
  if (!row || Date.parse(row.expiresAt) <= ctx.clock.now().getTime()) return null;
  if (row.isStale)
    await db.update(apiTokens).set({ lastUsedAt: sql`now()` }).where(eq(apiTokens.tokenHash, idHash));
  return {
    actor: {
      tenantId: row.tenant.id,
      userId: row.userId,
      displayName: row.displayName,
      kind: 'user',
      roles: narrowedRoles(
        row.roles,
        row.isPerson ? row.scopes : row.scopes.filter((one) => !needsPerson(one)),
      ),
      participantId: row.participantId,
      sessionHash: idHash.toString('hex'),
      isAudited: row.isAudited,
    },
    token: '',
    idHash,
    username: row.username,
    isFresh: true,
    hasPassword: row.hasPassword,
    secondFactor:
      row.secondFactorSince !== null
        ? 'on'
        : row.isPerson && rolesOfAnyReach(row.roles).some((role) => row.requiredOf.includes(role))
          ? 'missing'
          : 'off',
    tenant: row.tenant,
  };
}

/** The token itself: follows from the installation's key like a one-time link, so that the answer kept for a repeated request need not hold it. */
export function tokenOf(ctx: AppContext, id: string): string {
  const secret = createHmac('sha256', ctx.keys.bind).update(`api-token|v1|${id}`).digest('base64url');
  return `attain_pat_${secret}`;
}
