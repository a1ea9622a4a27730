import { randomBytes } from 'node:crypto';
import type { Person } from '@attain/contract/people';
import type { ServiceToken } from '@attain/contract/service-accounts';
import { grantProblems, withWayOut } from '@attain/domain/access/duty-conflicts';
import {
  isAdministrator,
  isNarrowed,
  limitedTo,
  type Permission,
  permissions,
} from '@attain/domain/access/permissions';
import { newPrivileges, type RoleGrant } from '@attain/domain/access/role-grants';
import { conflictBetween } from '@attain/domain/access/separations';
import { servicePermissions, serviceRoleProblems } from '@attain/domain/access/service-accounts';
import { kebab } from '@attain/domain/base/kebab-id';
import { asc, eq } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { apiTokens, users } from '../../db/schema/people.ts';
import { endToken, insertToken, shownToken, tokenOf, tokensOf } from './api-tokens.ts';
import { codeOf, contentHash, lockMember } from './change-member.ts';
import { oneRoleFirst, reject } from './invite-people.ts';
import {
  insertServiceAccount,
  lockPeople,
  replaceRoles,
  selectPerson,
  selectRolesToday,
} from './people-store.ts';
import { rolesNeedingApproval } from './role-settings-store.ts';
import { askForGains } from './set-roles.ts';
import { teamProblems } from './team-problems.ts';

/**
 * Creates an account for a program. Of its roles, privileged ones wait for another administrator (ACCESS-20). Refuses BAD_INPUT
 * with every problem of the roles, NOT_ALLOWED to an API token.
 */
export async function createServiceAccount(
  ctx: AppContext,
  actor: Actor,
  { displayName, roles }: { displayName: string; roles: readonly RoleGrant[] },
): Promise<Person> {
  mustAllow(actor, 'manage:people');
  mustBeSession(actor);
  return ctx.write(actor, async (tx) => {
    await lockPeople(tx);
    reject([
      ...withWayOut(grantProblems({ roles, custom: [], grantedBy: actor.roles }), oneRoleFirst),
      ...serviceRoleProblems(roles),
      ...(await teamProblems(tx, roles)),
    ]);
    const id = newId();
    const username = `${kebab(displayName) || 'service'}-${id.slice(-8)}`;
    await insertServiceAccount(tx, { id, username, displayName, passwordHash: unknownPassword() });
    const needApproval = await rolesNeedingApproval(tx);
    const unprivileged = roles.filter((grant) => newPrivileges([], [grant], needApproval).length === 0);
    await replaceRoles(tx, id, unprivileged);
    const member = found(await selectPerson(tx, id), 'service account');
    const asked = await askForGains(ctx, tx, { actor, member, roles, custom: [] });
    if (asked?.waits === false) await replaceRoles(tx, id, roles);
    const made = found(await selectPerson(tx, id), 'service account');
    tx.record({
      action: 'member.service-account-created',
      object: { type: 'user', id },
      after: contentHash(made),
      reason: { code: codeOf(roles) },
      ...(asked === null ? {} : { evidence: [asked.hash] }),
    });
    return made;
  });
}

/** Tokens of a service account by name, and the permissions that a new one could have. */
export async function listServiceTokens(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:people');
  return ctx.read(actor, async (tx) => {
    mustBeService(await selectPerson(tx, id));
    const rows = await selectServiceTokens(tx, id);
    return { rows, mayHave: [...servicePermissions(await selectRolesToday(tx, id))] };
  });
}

/** Creates a token of a service account; the answer holds it, once. */
export async function createServiceToken(
  ctx: AppContext,
  actor: Actor,
  wanted: { id: string; name: string; scopes: readonly Permission[]; days: number },
): Promise<ServiceToken & { token: string }> {
  mustAllow(actor, 'manage:people');
  mustBeSession(actor);
  const { id, name, days } = wanted;
  const made = await ctx.write(actor, async (tx) => {
    const account = mustBeService(await lockMember(tx, actor, id));
    if (account.state !== 'active')
      throw new ApiError('CONFLICT', `${account.displayName} is disabled. Reactivate it first.`);
    mayHold(actor, account);
    const may = servicePermissions(await selectRolesToday(tx, id));
    const scopes = permissions.filter((one) => wanted.scopes.includes(one));
    const message = 'The roles of the account don’t give it all of these permissions. Choose fewer.';
    if (scopes.some((one) => !may.includes(one))) reject([{ rule: 'ACCESS-35', path: 'scopes', message }]);
    const row = await insertToken(ctx, tx, { userId: id, createdBy: actor.userId, name, scopes, days });
    tx.record({
      action: 'member.token-created',
      object: { type: 'user', id, version: row.id },
      reason: { code: scopes.join(',') },
    });
    return { ...row, createdBy: actor.displayName };
  });
  return { ...made, token: tokenOf(ctx, made.id) };
}

/** Revokes a token of a service account; its next request is refused. */
export function revokeServiceToken(
  ctx: AppContext,
  actor: Actor,
  { id, tokenId }: { id: string; tokenId: string },
) {
  mustAllow(actor, 'manage:people');
  return ctx.write(actor, async (tx) => {
    mustBeService(await lockMember(tx, actor, id));
    await endToken(ctx, tx, { userId: id, id: tokenId });
    tx.record({ action: 'member.token-revoked', object: { type: 'user', id, version: tokenId } });
    return { revoked: true as const };
  });
}

function selectServiceTokens(tx: TenantTx, id: string): Promise<ServiceToken[]> {
  return tx.db
    .select({ ...shownToken, createdBy: users.displayName })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.createdBy))
    .where(tokensOf(tx, id))
    .orderBy(asc(apiTokens.name), asc(apiTokens.id));
}

function mustBeService(person: Person | null): Person {
  return found(person?.kind === 'service' ? person : null, 'service account');
}

/** Access is given by people: a program that could create tokens would outlive the one it was given. */
function mustBeSession(actor: Actor): void {
  if (isNarrowed(actor.roles))
    throw new ApiError('NOT_ALLOWED', 'An API token can’t do this. Sign in instead.');
}

/** Who has seen a token can use the roles of its account: not those that conflict with their own (ACCESS-14). */
function mayHold(actor: Actor, { displayName, roles }: Person): void {
  if (isAdministrator(actor.roles)) return;
  const conflict = roles
    .map(({ role, teamOf }) => conflictBetween(actor.roles, [limitedTo(role, teamOf)]))
    .find((one) => one !== null);
  if (conflict === undefined) return;
  throw new ApiError('CONFLICT', `${conflict} An administrator must create tokens of ${displayName}.`);
}

/** In the format of a hash, but of nothing: no password matches it. */
function unknownPassword(): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=47104,t=1,p=1$${random(16)}$${random(32)}`;
}
