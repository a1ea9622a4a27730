import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { z } from 'zod';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import { memberships, users } from '../../../db/schema/people.ts';
import { unlessTaken } from '../../../db/unless-taken.ts';
import { accountName } from '../../people/account-name.ts';
import {
  belongsElsewhere,
  contentHash,
  disableMember,
  reactivateMember,
  removeMember,
} from '../../people/change-member.ts';
import { appendToLogs } from '../../people/session-log.ts';
import {
  type DirectoryUser,
  deleteStated,
  selectUsers,
  updateDisplayName,
  upsertStated,
} from './directory-store.ts';
import type { Resource } from './filter.ts';
import { patched, readPatch } from './patch.ts';
import { urns } from './schemas.ts';
import { ScimError } from './scim-error.ts';

/** Some directories write truth values as text. */
const Truth = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((text) => text === 'true'),
]);
const Text = z.string().trim().max(200).nullish();

const User = z.object({
  userName: z.string().trim().min(1, 'userName is missing').max(200),
  externalId: Text,
  displayName: Text,
  name: z.object({ formatted: Text, givenName: Text, familyName: Text }).partial().nullish(),
  active: Truth.default(true),
});
type WantedUser = z.infer<typeof User>;

/** A member as a resource of the protocol. */
export function userResource(user: DirectoryUser, origin: string): Resource {
  const { id, userName, displayName, active, externalId, givenName, familyName, groups } = user;
  const isAddress = userName.includes('@');
  return {
    schemas: [urns.user],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName,
    displayName,
    name: {
      formatted: displayName,
      ...(givenName === null ? {} : { givenName }),
      ...(familyName === null ? {} : { familyName }),
    },
    active,
    ...(isAddress ? { emails: [{ value: userName, type: 'work', primary: true }] } : {}),
    groups,
    meta: {
      resourceType: 'User',
      created: user.createdAt,
      lastModified: user.updatedAt,
      location: `${origin}/scim/v2/Users/${id}`,
    },
  };
}

/** Members as resources, by user name. */
export async function listUsers(ctx: AppContext, actor: Actor, origin: string): Promise<Resource[]> {
  const all = await ctx.read(actor, (tx) => selectUsers(tx));
  return all.map((user) => userResource(user, origin));
}

async function userById(ctx: AppContext, actor: Actor, id: string): Promise<DirectoryUser> {
  const [user] = await ctx.read(actor, (tx) => selectUsers(tx, id));
  return found(user, 'user');
}

export async function getUser(ctx: AppContext, actor: Actor, id: string): Promise<DirectoryUser> {
  return userById(ctx, actor, id);
}

/** Creates an account without password or role, or takes a former member in again. Throws uniqueness. */
export async function createUser(ctx: AppContext, actor: Actor, body: unknown): Promise<DirectoryUser> {
  const wanted = read(body);
  const username = accountName(wanted.userName);
  const displayName = nameOf(wanted) ?? username;
  const { tenantId } = actor;
  const state = wanted.active ? ('active' as const) : ('disabled' as const);
  const taken = () => new ScimError('uniqueness', `The user name ${username} is taken.`);
  const id = await ctx.db.asOwner(async (client) => {
    const db = drizzle(client);
    const [former] = await db
      .select({ id: users.id })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(
        and(
          eq(users.username, username),
          eq(memberships.tenantId, tenantId),
          eq(memberships.state, 'removed'),
        ),
      );
    const userId = former?.id ?? newId();
    if (former === undefined) {
      const inserted = db.insert(users).values({ id: userId, username, displayName, passwordHash: null });
      await unlessTaken('users_username_unique', inserted, taken);
      await db.insert(memberships).values({ tenantId, userId, roles: [], state });
    } else
      await db
        .update(memberships)
        .set({ state, sessionsFrom: sql`clock_timestamp()` })
        .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId)));
    await appendToLogs(client, ctx, actor, [
      {
        tenantId,
        act: {
          action: 'member.joined',
          object: { type: 'user', id: userId },
          after: contentHash({ state, roles: [], customRoles: [], participantId: null }),
          reason: { code: 'directory' },
        },
      },
    ]);
    return userId;
  });
  await storeStated(ctx, actor, id, wanted);
  return userById(ctx, actor, id);
}

/** Replaces what can be changed of a member; a user name can't. */
export async function replaceUser(
  ctx: AppContext,
  actor: Actor,
  { id, body }: { id: string; body: unknown },
): Promise<DirectoryUser> {
  const before = await userById(ctx, actor, id);
  const wanted = read(body);
  if (accountName(wanted.userName) !== before.userName)
    throw new ScimError('mutability', 'userName can’t be changed. Create a new user instead.');
  // access ends before anything else is done
  if (before.active && !wanted.active) await disableMember(ctx, leaving(actor), id);
  if (isOther(before, wanted)) await storeStated(ctx, actor, id, wanted);
  if (!before.active && wanted.active) await reactivateMember(ctx, actor, id);
  return userById(ctx, actor, id);
}

/** Changes a member by the operations of a PATCH. */
export async function patchUser(
  ctx: AppContext,
  actor: Actor,
  { id, body }: { id: string; body: unknown },
): Promise<DirectoryUser> {
  const operations = readPatch(body);
  const before = await userById(ctx, actor, id);
  const resource = patched(userResource(before, ''), operations);
  const name = resource.name as { formatted?: unknown } | undefined;
  // the two spellings of a name are one: the one that was changed counts
  if (resource.displayName === before.displayName && name?.formatted !== before.displayName)
    resource.displayName = name?.formatted;
  return replaceUser(ctx, actor, { id, body: resource });
}

/** Removes a member from the workspace. */
export async function deleteUser(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await userById(ctx, actor, id);
  await removeMember(ctx, leaving(actor), id);
  await ctx.db.within(actor.tenantId, (tx) => deleteStated(tx, id));
}

/** Whoever leaves the company leaves, administrator or not: a token that manages people ends access with all rights of its owner. */
const leaving = (actor: Actor): Actor => ({ ...actor, roles: [...actor.roles] });

function read(body: unknown): WantedUser {
  const user = User.safeParse(body);
  if (user.success) return user.data;
  const [issue] = user.error.issues;
  throw new ScimError('invalidValue', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`);
}

function nameOf({ displayName, name }: WantedUser): string | null {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  return displayName || name?.formatted || parts || null;
}

function statedBy({ externalId, name }: WantedUser) {
  return {
    externalId: externalId ?? null,
    givenName: name?.givenName ?? null,
    familyName: name?.familyName ?? null,
  };
}

function isOther(before: DirectoryUser, wanted: WantedUser): boolean {
  const { externalId, givenName, familyName } = statedBy(wanted);
  const name = nameOf(wanted) ?? before.displayName;
  return (
    name !== before.displayName ||
    externalId !== before.externalId ||
    givenName !== before.givenName ||
    familyName !== before.familyName
  );
}

/** Stores what the directory states of a member. The name of an account that is also another workspace's stays. */
async function storeStated(ctx: AppContext, actor: Actor, id: string, wanted: WantedUser): Promise<void> {
  await ctx.write(actor, async (tx) => {
    await upsertStated(tx, id, statedBy(wanted));
    const name = nameOf(wanted);
    if (name !== null && !(await belongsElsewhere(ctx, tx, id))) await updateDisplayName(tx, id, name);
    tx.record({ action: 'member.stated', object: { type: 'user', id }, reason: { code: 'directory' } });
    return null;
  });
}
