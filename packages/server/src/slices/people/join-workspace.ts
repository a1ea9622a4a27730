import { scopeOf } from '@attain/domain/access/permissions';
import type { RoleGrant } from '@attain/domain/access/role-grants';
import { and, eq, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import type { Actor, RequestFacts } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { hashPassword, verifyPassword } from '../../base/password.ts';
import { activeMembers, invitations, memberships, tenants, users } from '../../db/schema/people.ts';
import { contentHash } from './change-member.ts';
import { mustBeHardToGuess } from './hard-to-guess.ts';
import { knownDevice, newDevice } from './known-device.ts';
import { replaceRoles } from './people-store.ts';
import { proveByCode } from './second-factor.ts';
import { codeNeeded } from './second-factor-store.ts';
import { appendToLogs, type Entry, sessionClosed } from './session-log.ts';
import { deleteOtherSessions, secretHash } from './session-store.ts';
import { openSession, type SignedIn } from './sign-in.ts';
import { throttledAccount, throttledAddress } from './throttle.ts';

/** What someone with a link brings along. */
export interface JoinRequest {
  readonly secret: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly device: string | undefined;
}

type Link = Awaited<ReturnType<typeof selectLink>> & {};

/** What a link is for. Refuses NOT_FOUND in one sentence for every link that does not work, THROTTLED after too many. */
export async function lookAtLink(ctx: AppContext, secret: string, address: string) {
  const link = await liveLink(ctx, secret, address);
  return {
    kind: link.kind,
    workspace: link.workspace,
    displayName: link.displayName,
    username: link.username,
    roles: [...link.roles],
    hasAccount: link.accountId !== null,
    asksForCode: link.secondFactorSince !== null,
  };
}

/** Joins with a new account, or gives an account a new password; signs in. */
export async function acceptLink(
  ctx: AppContext,
  { secret, password, code }: JoinRequest,
  request: RequestFacts,
): Promise<SignedIn> {
  const link = await liveLink(ctx, secret, request.address);
  if (link.kind === 'join' && link.accountId !== null)
    throw new ApiError('CONFLICT', `“${link.username}” has an account. Sign in with its password to join.`);
  mustBeHardToGuess(password, { at: 'password', names: [link.username, link.workspace] });
  if (link.kind === 'reset') await mustProve(ctx, link, { code, address: request.address });
  const passwordHash = await hashPassword(password, ctx.keys.pepper);
  const userId = await ctx.db.asOwner((client) =>
    link.kind === 'reset'
      ? storePassword(ctx, client, { secret, passwordHash, request })
      : storeMember(ctx, client, { secret, passwordHash, request }),
  );
  return signedIn(ctx, link, userId, request);
}

/** Joins with the account there is, whose password is verified like at any sign-in; signs in. */
export async function joinBySigningIn(
  ctx: AppContext,
  { secret, password, code, device }: JoinRequest,
  request: RequestFacts,
): Promise<SignedIn> {
  const link = await liveLink(ctx, secret, request.address);
  const { username, accountHash } = link;
  if (link.kind !== 'join' || accountHash === null) throw invalidLink();
  const known = knownDevice(ctx.keys.bind, username, device);
  const isRight = await throttledAccount(
    ctx,
    { username, address: request.address, device: known },
    async () => (await verifyPassword(password, accountHash, ctx.keys.pepper)) || null,
  );
  if (isRight === null) throw new ApiError('SIGN_IN_FAILED', 'Wrong username or password.');
  await mustProve(ctx, link, { code, address: request.address });
  const userId = await ctx.db.asOwner((client) =>
    storeMember(ctx, client, { secret, passwordHash: null, request }),
  );
  return signedIn(ctx, link, userId, request);
}

/** A link stands for the password only: who has a second factor is asked for its code all the same (ACCESS-21). */
async function mustProve(
  ctx: AppContext,
  { username, accountId: userId, secondFactorSince }: Link,
  { code, address }: { code: string | undefined; address: string },
): Promise<void> {
  if (secondFactorSince === null || userId === null) return;
  if (code === undefined) throw codeNeeded();
  await proveByCode(ctx, { userId, username, code, address });
}

async function signedIn(
  ctx: AppContext,
  { tenantId, workspace, username, displayName, accountName }: Link,
  userId: string,
  request: RequestFacts,
): Promise<SignedIn> {
  const person = { userId, username, displayName: accountName ?? displayName };
  const opened = await openSession(ctx, { ...person, tenantId, tenantName: workspace, roles: [] }, request);
  return { ...opened, device: newDevice(ctx.keys.bind, username) };
}

async function liveLink(ctx: AppContext, secret: string, address: string): Promise<Link> {
  const link = await throttledAddress(ctx, address, () =>
    ctx.db.asOwner((client) => selectLink(ctx, client, secret)),
  );
  if (link === null) throw invalidLink();
  return link;
}

function invalidLink(): ApiError {
  return new ApiError('NOT_FOUND', 'This link is no longer valid. Ask your administrator for a new one.');
}

/** The link behind a secret, while it works: unused, in time, and its issuer may still manage people (ACCESS-11). */
async function selectLink(ctx: AppContext, client: pg.PoolClient, secret: string, lock = false) {
  const query = drizzle(client)
    .select({
      tenantId: invitations.tenantId,
      id: invitations.id,
      kind: invitations.kind,
      userId: invitations.userId,
      username: invitations.username,
      displayName: invitations.displayName,
      roles: invitations.roles,
      participantId: invitations.participantId,
      expiresAt: invitations.expiresAt,
      approvalId: invitations.approvalId,
      workspace: tenants.name,
      accountId: users.id,
      accountName: users.displayName,
      accountHash: users.passwordHash,
      isDisabled: users.disabled,
      secondFactorSince: users.secondFactorSince,
      issuerRoles: activeMembers.roles,
    })
    .from(invitations)
    .innerJoin(tenants, eq(tenants.id, invitations.tenantId))
    .innerJoin(
      activeMembers,
      and(eq(activeMembers.tenantId, invitations.tenantId), eq(activeMembers.userId, invitations.issuedBy)),
    )
    .leftJoin(users, eq(users.username, invitations.username))
    .where(
      and(
        eq(invitations.secretHash, secretHash(secret)),
        sql`${invitations.usedAt} IS NULL AND ${invitations.revokedAt} IS NULL`,
      ),
    );
  const [link] = await (lock ? query.for('update', { of: invitations }) : query);
  if (!link || Date.parse(link.expiresAt) <= ctx.clock.now().getTime() || link.isDisabled) return null;
  const { issuerRoles: issuer } = link;
  const mayIssue = scopeOf(issuer, 'manage:people') !== null;
  const outranked =
    link.roles.some(({ role }) => role === 'administrator') && !issuer.includes('administrator');
  if (!mayIssue || outranked) return null;
  if (link.approvalId !== null)
    throw new ApiError(
      'CONFLICT',
      'Your administrator’s request for your roles is waiting for approval. Open this link again later.',
    );
  return link;
}

type Using = {
  readonly secret: string;
  readonly passwordHash: string | null;
  readonly request: RequestFacts;
};

/** Uses the link up, in the transaction that does what it is for: of two who use it at once, one does. */
async function useLink(ctx: AppContext, client: pg.PoolClient, secret: string) {
  const link = await selectLink(ctx, client, secret, true);
  if (link === null) throw invalidLink();
  const db = drizzle(client);
  await db
    .update(invitations)
    .set({ usedAt: ctx.clock.now().toISOString() })
    .where(and(eq(invitations.tenantId, link.tenantId), eq(invitations.id, link.id)));
  return { link, db };
}

async function storeMember(
  ctx: AppContext,
  client: pg.PoolClient,
  { secret, passwordHash, request }: Using,
): Promise<string> {
  const { link, db } = await useLink(ctx, client, secret);
  const userId = link.accountId ?? (await insertUser(db, link, passwordHash));
  // an account that came between looking and joining has a password of its own
  if ((link.accountId === null) !== (passwordHash !== null)) throw invalidLink();
  const { tenantId, participantId } = link;
  const joining = { participantId, state: 'active' as const, sessionsFrom: null };
  const joined = await db
    .insert(memberships)
    .values({ tenantId, userId, roles: [], ...joining })
    .onConflictDoUpdate({
      target: [memberships.tenantId, memberships.userId],
      set: { ...joining, sessionsFrom: sql`clock_timestamp()` },
      setWhere: eq(memberships.state, 'removed'),
    })
    .returning({ userId: memberships.userId });
  if (joined.length === 0) throw invalidLink();
  await replaceRoles({ db, tenantId }, userId, link.roles);
  const roles = link.roles.map((grant) => ({ ...grant }) as RoleGrant);
  await appendToLogs(client, ctx, actorOf(link, userId, request), [
    {
      tenantId,
      act: {
        action: 'member.joined',
        object: { type: 'user', id: userId },
        after: contentHash({ state: 'active', roles, customRoles: [], participantId }),
        evidence: [],
      },
    },
  ]);
  return userId;
}

async function insertUser(db: NodePgDatabase, link: Link, passwordHash: string | null): Promise<string> {
  if (passwordHash === null) throw invalidLink();
  const { username, displayName } = link;
  const [made] = await db
    .insert(users)
    .values({ id: newId(), username, displayName, passwordHash })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!made) throw new ApiError('CONFLICT', 'This user name was taken meanwhile. Open the link again.');
  return made.id;
}

async function storePassword(
  ctx: AppContext,
  client: pg.PoolClient,
  { secret, passwordHash, request }: Using,
): Promise<string> {
  const { link, db } = await useLink(ctx, client, secret);
  const { userId, tenantId } = link;
  if (userId === null || passwordHash === null || link.accountId !== userId) throw invalidLink();
  const places = await db
    .select({ tenantId: memberships.tenantId, state: memberships.state })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  const elsewhere = places.some((one) => one.tenantId !== tenantId && one.state !== 'removed');
  const isActive = places.some((one) => one.tenantId === tenantId && one.state === 'active');
  if (elsewhere || !isActive) throw invalidLink();
  await db.update(users).set({ passwordHash, updatedAt: sql`now()` }).where(eq(users.id, userId));
  const ended = await deleteOtherSessions(client, userId, Buffer.alloc(0));
  const reset: Entry = { tenantId, act: { action: 'password.reset', object: { type: 'user', id: userId } } };
  await appendToLogs(client, ctx, actorOf(link, userId, request), [
    reset,
    ...ended.map((each) => sessionClosed(each, 'password-reset')),
  ]);
  return userId;
}

function actorOf(link: Link, userId: string, request: RequestFacts): Actor {
  return {
    tenantId: link.tenantId,
    userId,
    displayName: link.accountName ?? link.displayName,
    kind: 'user',
    roles: [],
    participantId: link.participantId,
    sessionHash: null,
    request,
  };
}
