import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import type { Actor, RequestFacts } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { memberships, users } from '../../db/schema/people.ts';
import { signInIdentities } from '../../db/schema/sign-in.ts';
import { unlessTaken } from '../../db/unless-taken.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { accountName } from '../people/account-name.ts';
import { contentHash } from '../people/change-member.ts';
import { isAdministratorToday } from '../people/follow-groups.ts';
import { appendToLogs } from '../people/session-log.ts';
import { type StoredProvider, selectMapping } from './provider-store.ts';

/** What a provider states of a person. */
export interface Claims {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly groups: readonly string[];
}

/** The member whom the provider named. */
export interface KnownMember {
  readonly tenantId: string;
  readonly userId: string;
  readonly hasSecondFactor: boolean;
}

interface Named {
  readonly provider: StoredProvider;
  readonly claims: Claims;
  readonly request: RequestFacts;
}

/**
 * The member with this subject, else the one whose user name is the verified email address, who is linked to the subject
 * from then on; else a new account where the workspace wants one (ACCESS-32). Refuses SIGN_IN_FAILED otherwise.
 */
export async function findMember(ctx: AppContext, named: Named): Promise<KnownMember> {
  const { provider, claims } = named;
  const linked = await selectAccount(ctx.db.owner, provider, { subject: claims.subject });
  if (linked !== null) return usable(linked, provider);
  const username = verifiedName(provider, claims);
  const account = await selectAccount(ctx.db.owner, provider, { username });
  if (account === null) return created(ctx, named, username);
  const member = usable(account, provider);
  if (account.otherSubject)
    throw rejection(`This email address was used by another person at ${provider.name}.`);
  await link(ctx, named, { ...member, displayName: account.displayName });
  return member;
}

type Account = NonNullable<Awaited<ReturnType<typeof selectAccount>>>;

/** An account by its subject or user name, with its place in the provider's workspace. */
async function selectAccount(
  owner: pg.Pool,
  { tenantId, issuer }: StoredProvider,
  by: { subject: string } | { username: string },
) {
  const isIdentity = and(eq(signInIdentities.tenantId, tenantId), eq(signInIdentities.issuer, issuer));
  const [row] = await drizzle(owner)
    .select({
      userId: users.id,
      displayName: users.displayName,
      isDisabled: users.disabled,
      secondFactorSince: users.secondFactorSince,
      state: memberships.state,
      otherSubject: signInIdentities.subject,
      elsewhere: sql<boolean>`EXISTS (SELECT 1 FROM memberships o WHERE o.user_id = ${users.id} AND o.tenant_id <> ${tenantId} AND o.state <> 'removed')`,
    })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.tenantId, tenantId)))
    .leftJoin(signInIdentities, and(isIdentity, eq(signInIdentities.userId, users.id)))
    .where('subject' in by ? eq(signInIdentities.subject, by.subject) : eq(users.username, by.username));
  return row ?? null;
}

/** Refuses an account that may not enter, or that could enter another workspace with the same sign-in. */
function usable(account: Account, { tenantId, name }: StoredProvider): KnownMember {
  const { userId, state, isDisabled, elsewhere, secondFactorSince } = account;
  if (state === null || state === 'removed')
    throw rejection('You are not a member of this workspace. Ask your administrator for an invitation.');
  if (isDisabled || state === 'disabled')
    throw rejection('Your access was disabled. Ask your administrator.');
  if (elsewhere)
    throw rejection(
      `Your account also belongs to another workspace, so ${name} can’t sign you in. Use your password.`,
    );
  return { tenantId, userId, hasSecondFactor: secondFactorSince !== null };
}

/** The user name of someone who signs in the first time: an address the provider has verified, in an allowed domain. */
function verifiedName({ name, domains }: StoredProvider, { email, emailVerified }: Claims): string {
  if (email === null)
    throw rejection(`${name} did not state your email address. Ask your administrator to add it there.`);
  if (!emailVerified) throw rejection(`${name} has not verified your email address.`);
  const username = accountName(email);
  const [, domain, ...more] = username.split('@');
  if (domain === undefined || more.length > 0 || !domains.includes(domain))
    throw rejection('Your email address is not in a domain of this workspace. Ask your administrator.');
  return username;
}

/** Links the account to the subject, and tells its owner. */
function link(
  ctx: AppContext,
  { provider, claims, request }: Named,
  { tenantId, userId, displayName }: KnownMember & { displayName: string },
): Promise<null> {
  const actor = actorOf({ tenantId, userId, displayName }, request);
  return ctx.write(actor, async (tx) => {
    const { issuer, name } = provider;
    const inserted = tx.db
      .insert(signInIdentities)
      .values({ tenantId, issuer, subject: claims.subject, userId });
    await unlessTaken('sign_in_identities_tenant_id_issuer_subject_pk', inserted, () =>
      rejection('This account was linked meanwhile. Start again.'),
    );
    await notifyPeople(tx, [userId], {
      title: `Your account is linked with ${name}`,
      message: `You can sign in with ${name}. If this wasn’t you, tell your administrator.`,
      severity: 'info',
      runId: null,
      effectKey: `identity-linked ${issuer} ${claims.subject}`,
    });
    tx.record({ action: 'member.identity-linked', object: { type: 'user', id: userId } });
    return null;
  });
}

/** Creates the account of someone whose groups give a role; it has no password. */
async function created(
  ctx: AppContext,
  { provider, claims, request }: Named,
  username: string,
): Promise<KnownMember> {
  const { tenantId, issuer } = provider;
  if (!provider.createsAccounts)
    throw rejection('You have no account in this workspace. Ask your administrator for an invitation.');
  const givesRole = await ctx.db.within(tenantId, async (tx) => {
    const { groups, setBy } = await selectMapping(tx);
    const isKept = setBy !== null && (await isAdministratorToday(tx, setBy));
    return isKept && groups.some(({ group }) => claims.groups.includes(group));
  });
  if (!givesRole)
    throw rejection(`None of your groups at ${provider.name} gives access. Ask your administrator.`);
  const userId = newId();
  const displayName = (claims.name ?? username).slice(0, 200);
  await ctx.db.asOwner(async (client) => {
    const db = drizzle(client);
    const inserted = db.insert(users).values({ id: userId, username, displayName, passwordHash: null });
    await unlessTaken('users_username_unique', inserted, () =>
      rejection('This account was created meanwhile. Start again.'),
    );
    await db.insert(memberships).values({ tenantId, userId, roles: [] });
    await db.insert(signInIdentities).values({ tenantId, issuer, subject: claims.subject, userId });
    await appendToLogs(client, ctx, actorOf({ tenantId, userId, displayName }, request), [
      {
        tenantId,
        act: {
          action: 'member.joined',
          object: { type: 'user', id: userId },
          after: contentHash({ state: 'active', roles: [], customRoles: [], participantId: null }),
          reason: { code: 'identity-provider' },
        },
      },
    ]);
  });
  return { tenantId, userId, hasSecondFactor: false };
}

function actorOf(
  { tenantId, userId, displayName }: { tenantId: string; userId: string; displayName: string },
  request: RequestFacts,
): Actor {
  return {
    tenantId,
    userId,
    displayName,
    kind: 'user',
    roles: [],
    participantId: null,
    sessionHash: null,
    request: { ...request, idempotencyKey: null },
  };
}

const rejection = (message: string) => new ApiError('SIGN_IN_FAILED', message);
