import type { OneTimeLink, Person } from '@attain/contract/people';
import type { CustomGrant } from '@attain/domain/access/custom-roles';
import { grantProblems } from '@attain/domain/access/duty-conflicts';
import { isAdministrator, limitedTo, noPermissionMessage, scopeOf } from '@attain/domain/access/permissions';
import type { RoleGrant } from '@attain/domain/access/role-grants';
import { conflictBetween } from '@attain/domain/access/separations';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { invitations, users } from '../../db/schema/people.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { closeAccessOf } from './access-grants.ts';
import { replaceCustomRoles, type WantedCustom, wantedCustomRoles } from './custom-role-store.ts';
import { endExceptions } from './duty-exceptions.ts';
import { payeeProblem, reject } from './invite-people.ts';
import { issueLink } from './one-time-link.ts';
import {
  hasOtherAdministrator,
  insertInvitations,
  lockPeople,
  replaceRoles,
  revokeLinks,
  revokeTokens,
  selectParticipants,
  selectPerson,
  selectRolesToday,
  updateMember,
} from './people-store.ts';
import { grantKinds } from './role-approval.ts';

/** A grant of a custom role as hashes and requests hold it. */
export const daysOf = ({ id, from, to, teamOf }: CustomGrant) => ({
  id,
  from,
  to,
  ...(teamOf === undefined ? {} : { teamOf }),
});

/** Grants of built-in roles as hashes hold them. */
export const inOrder = (roles: readonly RoleGrant[]) =>
  roles
    .map(({ role, from, to, teamOf }) => ({ role, from, to, ...(teamOf === undefined ? {} : { teamOf }) }))
    .toSorted((one, other) => one.role.localeCompare(other.role));

/** Closes the open requests about a member's roles. */
export async function closeGrants(
  tx: WriteTx,
  subjectId: string,
  status: 'void' | 'withdrawn',
): Promise<void> {
  for (const kind of grantKinds) await closeRequest(tx, { kind, subjectId, status });
}

/** Says whom a member is paid as; null: as no one. */
export function setParticipant(
  ctx: AppContext,
  actor: Actor,
  { id, participantId }: { id: string; participantId: string | null },
): Promise<Person> {
  return changeMember(ctx, actor, id, async (tx, member) => {
    mustBePerson(member);
    if (participantId !== null) {
      const payees = await selectParticipants(tx, [participantId]);
      const message = payeeProblem(payees, participantId, id);
      if (message) reject([{ rule: 'ACCESS-18', path: 'participantId', message }]);
    }
    await updateMember(tx, id, { participantId });
    return { action: participantId === null ? 'member.unlinked' : 'member.linked' };
  });
}

/** Ends a member's access: requests are refused at once, open streams end within seconds. */
export function disableMember(ctx: AppContext, actor: Actor, id: string): Promise<Person> {
  return changeMember(ctx, actor, id, async (tx, member) => {
    if (member.state === 'disabled')
      throw new ApiError('CONFLICT', `${member.displayName} is already disabled.`);
    await keepAnAdministrator(tx, member);
    await closeGrants(tx, id, 'void');
    await updateMember(tx, id, { state: 'disabled' });
    await revokeCredentials(ctx, tx, { actor, member });
    return { action: 'member.disabled' };
  });
}

/** Gives a disabled member the access they had. */
export function reactivateMember(ctx: AppContext, actor: Actor, id: string): Promise<Person> {
  return changeMember(ctx, actor, id, async (tx, member) => {
    if (member.state === 'active') throw new ApiError('CONFLICT', `${member.displayName} is already active.`);
    const custom = await wantedCustomRoles(tx, member.customRoles);
    reject(grantProblems({ ...member, custom, grantedBy: actor.roles }));
    await updateMember(tx, id, { state: 'active' });
    return { action: 'member.reactivated' };
  });
}

/** Removes a member. Their name stays in the history; they can be invited again. */
export async function removeMember(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'manage:people');
  await ctx.write(actor, async (tx) => {
    const member = await lockMember(tx, actor, id);
    await keepAnAdministrator(tx, member);
    await closeGrants(tx, id, 'void');
    await updateMember(tx, id, { state: 'removed', participantId: null });
    await replaceRoles(tx, id, []);
    await replaceCustomRoles(tx, id, []);
    await endExceptions(tx, { userId: id, kept: [], at: ctx.clock.now().toISOString() });
    await revokeCredentials(ctx, tx, { actor, member });
    tx.record({
      action: 'member.removed',
      object: { type: 'user', id },
      before: contentHash(member),
      after: null,
    });
    return null;
  });
  return { removed: true as const };
}

/** What would let a member in once they are active again. */
async function revokeCredentials(
  ctx: AppContext,
  tx: WriteTx,
  { actor, member: { id, username } }: { actor: Actor; member: Person },
): Promise<void> {
  const at = ctx.clock.now().toISOString();
  await revokeLinks(tx, 'reset', { username, at });
  await revokeTokens(tx, id, at);
  await closeAccessOf(tx, { userId: id, at, by: actor.userId });
}

/** Issues a one-time link by which a member chooses a new password (ACCESS-17). */
export async function resetPassword(ctx: AppContext, actor: Actor, id: string): Promise<OneTimeLink> {
  mustAllow(actor, 'manage:people');
  const issued = await ctx.write(actor, async (tx) => {
    const member = await lockMember(tx, actor, id);
    mustBePerson(member);
    if (member.state !== 'active')
      throw new ApiError('CONFLICT', `${member.displayName} is disabled. Reactivate the account first.`);
    if (await belongsElsewhere(ctx, tx, id))
      throw new ApiError(
        'CONFLICT',
        `${member.displayName} also belongs to another workspace, so this workspace can't reset the password.`,
      );
    mayReplacePassword(actor, member);
    const at = ctx.clock.now();
    const isAlone = !(await hasOtherAdministrator(tx, actor.userId));
    if (!isAlone && (await didResetSecondFactor(tx, { actor, id, after: daysBefore(at) })))
      throw new ApiError(
        'CONFLICT',
        `You reset two-step sign-in of ${member.displayName}. Another administrator must create the password link.`,
      );
    const linkId = newId();
    const { secretHash, expiresAt } = issueLink(ctx, { id: linkId, revision: 1, at });
    await revokeLinks(tx, 'reset', { username: member.username, at: at.toISOString() });
    await insertInvitations(tx, [
      {
        tenantId: tx.tenantId,
        id: linkId,
        kind: 'reset',
        userId: id,
        username: member.username,
        displayName: member.displayName,
        issuedBy: actor.userId,
        secretHash,
        expiresAt,
      },
    ]);
    await notifyPeople(tx, [id], {
      title: 'A password link was created for you',
      message: `${actor.displayName} can pass it on to you. If you didn’t ask for it, tell your administrator.`,
      mail: { message: 'If you didn’t ask for it, tell your administrator.' },
      severity: 'warning',
      runId: null,
      effectKey: `password-link ${linkId}`,
    });
    tx.record({ action: 'member.reset-issued', object: { type: 'user', id } });
    return { linkId, at: at.toISOString() };
  });
  const { link } = issueLink(ctx, { id: issued.linkId, revision: 1, at: new Date(issued.at) });
  return { ...link, awaitsApproval: false };
}

/**
 * Turns off the second factor of a member who lost the device, ends their sessions and tells them (ACCESS-23). Who may
 * replace the password of the same person may not do this as well, unless there is no other administrator.
 */
export function resetSecondFactor(ctx: AppContext, actor: Actor, id: string): Promise<Person> {
  return changeMember(ctx, actor, id, async (tx, member) => {
    const { displayName } = member;
    if (member.secondFactorSince === null)
      throw new ApiError('CONFLICT', `${displayName} has no two-step sign-in.`);
    if (await belongsElsewhere(ctx, tx, id))
      throw new ApiError(
        'CONFLICT',
        `${displayName} also belongs to another workspace, so this workspace can't reset two-step sign-in.`,
      );
    const at = ctx.clock.now();
    const isAlone = !(await hasOtherAdministrator(tx, actor.userId));
    if (!isAlone && (await issuedReset(tx, { actor, id, after: daysBefore(at) })))
      throw new ApiError(
        'CONFLICT',
        `You created a password link for ${displayName}. Another administrator must reset two-step sign-in.`,
      );
    await tx.db
      .update(users)
      .set({
        secondFactorSince: null,
        secondFactorResetBy: actor.userId,
        secondFactorResetAt: at.toISOString(),
      })
      .where(eq(users.id, id));
    await updateMember(tx, id, { state: member.state === 'disabled' ? 'disabled' : 'active' });
    await notifyPeople(tx, [id], {
      title: 'Two-step sign-in was reset',
      message: `${actor.displayName} turned it off for your account. If you didn’t ask for this, tell your administrator.`,
      mail: { message: 'If you didn’t ask for this, tell your administrator.' },
      severity: 'warning',
      runId: null,
      effectKey: `second-factor-reset ${id} ${at.toISOString()}`,
    });
    return { action: 'member.second-factor-reset', ...(isAlone ? { code: 'single-person' } : {}) };
  });
}

/** Both halves of an account by one administrator are an account taken over: seven days lie between them. */
const daysBefore = (at: Date) => new Date(at.getTime() - 7 * 86_400_000).toISOString();

async function issuedReset(
  tx: WriteTx,
  { actor, id, after }: { actor: Actor; id: string; after: string },
): Promise<boolean> {
  const found = await tx.db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.userId, id),
        eq(invitations.kind, 'reset'),
        eq(invitations.issuedBy, actor.userId),
        gt(invitations.createdAt, after),
      ),
    )
    .limit(1);
  return found.length > 0;
}

async function didResetSecondFactor(
  tx: WriteTx,
  { actor, id, after }: { actor: Actor; id: string; after: string },
): Promise<boolean> {
  const found = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, id),
        eq(users.secondFactorResetBy, actor.userId),
        gt(users.secondFactorResetAt, after),
        isNull(users.secondFactorSince),
      ),
    );
  return found.length > 0;
}

/** A link is as good as the account of who has no second factor: not for a role its issuer must not hold (ACCESS-25). */
function mayReplacePassword(actor: Actor, { displayName, roles, secondFactorSince }: Person): void {
  if (secondFactorSince !== null || isAdministrator(actor.roles)) return;
  const clash = roles
    .map(({ role, teamOf }) => conflictBetween(actor.roles, [limitedTo(role, teamOf)]))
    .find((one) => one !== null);
  if (clash === undefined) return;
  throw new ApiError(
    'CONFLICT',
    `${clash} ${displayName} has no two-step sign-in, so an administrator must create the link.`,
  );
}

function mustBePerson({ kind, displayName }: Person): void {
  if (kind === 'person') return;
  throw new ApiError('CONFLICT', `${displayName} is a service account: it can’t sign in and isn’t paid.`);
}

/** Whether the account could sign in to a workspace besides this one. Only the owner login sees across. */
export async function belongsElsewhere(ctx: AppContext, tx: WriteTx, userId: string): Promise<boolean> {
  const others = await ctx.db.owner.query(
    `SELECT 1 FROM memberships WHERE user_id = $1 AND tenant_id <> $2 AND state <> 'removed' LIMIT 1`,
    [userId, tx.tenantId],
  );
  return others.rowCount !== 0;
}

type Done = {
  readonly action: string;
  readonly code?: string;
  readonly text?: string;
  readonly evidence?: readonly string[];
  /** Nothing of the member changed yet. */
  readonly waits?: boolean;
};

/** One change of a member, in one transaction and with its entry in the log. */
export async function changeMember(
  ctx: AppContext,
  actor: Actor,
  id: string,
  change: (tx: WriteTx, member: Person) => Promise<Done>,
): Promise<Person> {
  mustAllow(actor, 'manage:people');
  return ctx.write(actor, async (tx) => {
    const member = await lockMember(tx, actor, id);
    const { action, code, text, evidence, waits } = await change(tx, member);
    const changed = found(await selectPerson(tx, id), 'member');
    tx.record({
      action,
      object: { type: 'user', id },
      ...(waits ? {} : { before: contentHash(member), after: contentHash(changed) }),
      ...(code === undefined ? {} : { reason: { code, ...(text === undefined ? {} : { text }) } }),
      ...(evidence === undefined ? {} : { evidence }),
    });
    return changed;
  });
}

/** A member this actor may act on, while no one else changes people (ACCESS-13, ACCESS-15). */
export async function lockMember(tx: WriteTx, actor: Actor, id: string): Promise<Person> {
  await lockPeople(tx);
  await mustStillManage(tx, actor);
  const person = await selectPerson(tx, id);
  const member = found(person?.state === 'invited' ? null : person, 'member');
  if (id === actor.userId)
    throw new ApiError('CONFLICT', 'You can’t change your own access. Ask another administrator.');
  if (member.roles.some(({ role }) => role === 'administrator') && !isAdministrator(actor.roles))
    throw new ApiError('CONFLICT', 'Only an administrator can change an administrator.');
  return member;
}

/** Of two administrators who disable each other at the same moment, the second no longer may. */
async function mustStillManage(tx: WriteTx, actor: Actor): Promise<void> {
  const roles = await selectRolesToday(tx, actor.userId);
  if (scopeOf(roles, 'manage:people') === null)
    throw new ApiError('NOT_ALLOWED', noPermissionMessage('manage:people'));
}

/** An administrator whose role has no dates (ACCESS-12). */
export const lasts = ({ role, from, to }: RoleGrant) =>
  role === 'administrator' && from === null && to === null;

export async function keepAnAdministrator(tx: WriteTx, member: Person): Promise<void> {
  if (member.state !== 'active' || !member.roles.some(lasts)) return;
  if (await hasOtherAdministrator(tx, member.id)) return;
  throw new ApiError(
    'CONFLICT',
    `${member.displayName} is the last administrator. Make someone else an administrator first.`,
  );
}

/** What the log states of a member: what decides about access, in an order of its own. */
export function contentHash({
  state,
  roles,
  customRoles,
  participantId,
}: Pick<Person, 'state' | 'roles' | 'customRoles' | 'participantId'>) {
  return valueHash({ state, participantId, roles: inOrder(roles), custom: customRoles.map(daysOf) });
}

/** The roles as the log's reason says them: `finance,manager@P-7:2026-01-01..2026-03-31`. */
export function codeOf(roles: readonly RoleGrant[], custom: readonly WantedCustom[] = []): string {
  return [...roles, ...custom.map((one) => ({ ...one, role: one.id }))]
    .map(({ role, from, to, teamOf }) => {
      const named = teamOf === undefined ? role : `${role}@${teamOf}`;
      return from === null && to === null ? named : `${named}:${from ?? ''}..${to ?? ''}`;
    })
    .join(',');
}
