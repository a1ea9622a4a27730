import type { OneTimeLink } from '@attain/contract/people';
import { grantProblems, withWayOut } from '@attain/domain/access/duty-conflicts';
import { type ListedPerson, listProblem, readInvitationList } from '@attain/domain/access/invitation-list';
import type { Held } from '@attain/domain/access/permissions';
import { checkRoleGrants, newPrivileges, type RoleGrant } from '@attain/domain/access/role-grants';
import { roleNames } from '@attain/domain/access/role-names';
import { isMailAddress } from '@attain/domain/base/mail-address';
import type { Problem } from '@attain/domain/base/result';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { queueInvitationMail } from '../../db/queue-mails.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { isOpen, withdrawRequest } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import { accountName } from './account-name.ts';
import { issueLink } from './one-time-link.ts';
import {
  holdInvitations,
  insertInvitations,
  lockInvitation,
  lockPeople,
  lockWaitingInvitations,
  type StoredInvitation,
  selectParticipants,
  selectTakenNames,
  selectWorkspace,
  updateInvitation,
} from './people-store.ts';
import { askForRoles, rolesInWords, spanInWords } from './role-approval.ts';
import { rolesNeedingApproval } from './role-settings-store.ts';
import { teamProblems } from './team-problems.ts';

type Invited = Pick<StoredInvitation, 'id' | 'displayName' | 'username' | 'roles'>;

/** Someone to invite. */
export interface NewPerson {
  readonly displayName: string;
  readonly username: string;
  readonly roles: readonly RoleGrant[];
  readonly participantId: string | null;
}

/** Invites one person. Refuses BAD_INPUT with every problem. */
export async function invitePerson(
  ctx: AppContext,
  actor: Actor,
  { sendMail, ...wanted }: NewPerson & { readonly sendMail: boolean },
): Promise<OneTimeLink> {
  mustAllow(actor, 'manage:people');
  const invited = await ctx.write(actor, async (tx) => {
    await lockPeople(tx);
    const problems = await problemsOf(tx, actor.roles, [wanted]);
    reject([...problems.flat(), ...(await teamProblems(tx, wanted.roles))]);
    const [one] = await storeInvitations(ctx, tx, actor, [wanted]);
    if (!one) throw new Error('An invitation was not made.');
    const approval = await askForInvited(ctx, tx, { actor, invited: [one] });
    if (sendMail) await mailInvitations(tx, actor, [{ ...one, revision: 1 }]);
    tx.record({
      action: 'invitation.created',
      object: { type: 'invitation', id: one.id },
      after: valueHash(wanted),
      ...(approval === null ? {} : { reason: { code: approval } }),
    });
    return { id: one.id, at: one.at, awaitsApproval: approval === 'awaits-approval' };
  });
  const { id, at, awaitsApproval } = invited;
  return { ...issueLink(ctx, { id, revision: 1, at: new Date(at) }).link, awaitsApproval };
}

/** Asks for the privileged roles among the invitations; those links work once they are approved (ACCESS-20). */
async function askForInvited(
  ctx: AppContext,
  tx: WriteTx,
  { actor, invited }: { actor: Actor; invited: readonly Invited[] },
): Promise<'awaits-approval' | 'single-person' | null> {
  const needApproval = await rolesNeedingApproval(tx);
  const gaining = invited.filter(({ roles }) => newPrivileges([], roles, needApproval).length > 0);
  const [first] = gaining;
  if (first === undefined) return null;
  const gains = gaining.flatMap(({ roles }) => newPrivileges([], roles, needApproval));
  const { requestId, alone } = await askForRoles(ctx, tx, {
    actor,
    wanted: {
      gains,
      subject: { type: 'invitation', id: first.id },
      userId: null,
      hash: valueHash(gaining.map(({ id, username, roles }) => ({ id, username, roles }))),
      summary:
        gaining.length === 1
          ? `${rolesInWords(gains)} for ${first.displayName} (invited)`
          : `Roles for ${gaining.length} invited people`,
      figures: gaining.map(({ displayName, username, roles }) =>
        textFact(
          `${displayName} (${username})`,
          roles.map((grant) => `${roleNames[grant.role]}: ${spanInWords(grant)}`).join('; '),
        ),
      ),
    },
  });
  const ids = gaining.map(({ id }) => id);
  await holdInvitations(tx, ids, alone ? null : requestId);
  return alone ? 'single-person' : 'awaits-approval';
}

/** What is wrong with a list of people to invite, line by line; nothing is stored. */
export function checkInvitationList(ctx: AppContext, actor: Actor, text: string) {
  mustAllow(actor, 'manage:people');
  return ctx.read(actor, async (tx) => {
    const { people, problems } = await checkedList(tx, actor, text);
    return { count: people.length, problems };
  });
}

/** Invites everyone on the list, or no one (ACCESS-18). */
export async function inviteList(
  ctx: AppContext,
  actor: Actor,
  { text, sendMail }: { readonly text: string; readonly sendMail: boolean },
) {
  mustAllow(actor, 'manage:people');
  const invited = await ctx.write(actor, async (tx) => {
    await lockPeople(tx);
    const { people, problems } = await checkedList(tx, actor, text);
    reject(problems);
    const made = await storeInvitations(ctx, tx, actor, people.map(fromList));
    const approval = await askForInvited(ctx, tx, { actor, invited: made });
    if (sendMail)
      await mailInvitations(
        tx,
        actor,
        made.map((one) => ({ ...one, revision: 1 })),
      );
    tx.record({
      action: 'invitation.list-created',
      object: { type: 'invitation', id: made[0]?.id ?? '-' },
      reason: { code: approval ?? 'created', text: `${made.length} people` },
      evidence: [valueHash(people.map(fromList))],
    });
    const needApproval = await rolesNeedingApproval(tx);
    return made.map(({ roles, ...one }) => ({
      ...one,
      awaitsApproval: approval === 'awaits-approval' && newPrivileges([], roles, needApproval).length > 0,
    }));
  });
  const links = invited.map(({ id, at, displayName, username, awaitsApproval }) => ({
    ...issueLink(ctx, { id, revision: 1, at: new Date(at) }).link,
    awaitsApproval,
    displayName,
    username,
  }));
  return { links };
}

/** Issues a new link for an invitation; the one before stops working. */
export async function resendInvitation(
  ctx: AppContext,
  actor: Actor,
  { id, sendMail }: { readonly id: string; readonly sendMail: boolean },
): Promise<OneTimeLink> {
  mustAllow(actor, 'manage:people');
  const issued = await ctx.write(actor, async (tx) => {
    const invitation = found(await lockInvitation(tx, id), 'open invitation');
    requireRank(actor, invitation.roles);
    const revision = invitation.revision + 1;
    const at = ctx.clock.now();
    const { secretHash, expiresAt } = issueLink(ctx, { id, revision, at });
    await updateInvitation(tx, id, { secretHash, revision, expiresAt, issuedBy: actor.userId });
    const approval = await askAgain(ctx, tx, { actor, invitation });
    if (sendMail) await mailInvitations(tx, actor, [{ ...invitation, revision }]);
    tx.record({
      action: 'invitation.resent',
      object: { type: 'invitation', id },
      ...(approval === null ? {} : { reason: { code: approval } }),
    });
    return { revision, at: at.toISOString(), awaitsApproval: approval === 'awaits-approval' };
  });
  const { revision, at, awaitsApproval } = issued;
  return { ...issueLink(ctx, { id, revision, at: new Date(at) }).link, awaitsApproval };
}

/** Queues the links of these invitations as mail. Refuses BAD_INPUT where one can't be sent. */
async function mailInvitations(
  tx: WriteTx,
  actor: Actor,
  invited: readonly (Pick<Invited, 'id' | 'username' | 'displayName'> & { readonly revision: number })[],
): Promise<void> {
  const { name } = await selectWorkspace(tx);
  for (const { id, revision, username, displayName } of invited) {
    const problem = (message: string) => ({ rule: 'ACCESS-36', path: 'sendMail', message });
    if (!isMailAddress(username)) reject([problem(`“${username}” is not an email address.`)]);
    const isQueued = await queueInvitationMail(tx, {
      id,
      revision,
      recipient: username,
      subject: `${actor.displayName} invited you to ${name}`,
      message: `Hello ${displayName},\n\n${actor.displayName} invited you to work in ${name} with Attain. The link works once, for 72 hours.`,
    });
    if (!isQueued) reject([problem('This workspace has no mail server. Copy the link instead.')]);
  }
}

/** An invitation still waits for its open request; one whose request has expired asks again. */
async function askAgain(
  ctx: AppContext,
  tx: WriteTx,
  { actor, invitation }: { actor: Actor; invitation: StoredInvitation },
): Promise<'awaits-approval' | 'single-person' | null> {
  const { approvalId } = invitation;
  if (approvalId === null) return null;
  if (await isOpen(tx, ctx.clock, approvalId)) return 'awaits-approval';
  return askForInvited(ctx, tx, { actor, invited: [invitation] });
}

/** Withdraws an invitation; its link stops working. */
export function revokeInvitation(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'manage:people');
  return ctx.write(actor, async (tx) => {
    const { roles, approvalId } = found(await lockInvitation(tx, id), 'open invitation');
    requireRank(actor, roles);
    await updateInvitation(tx, id, { revokedAt: ctx.clock.now().toISOString() });
    if (approvalId !== null && (await lockWaitingInvitations(tx, approvalId)).length === 0)
      await withdrawRequest(tx, approvalId);
    tx.record({ action: 'invitation.revoked', object: { type: 'invitation', id } });
    return { revoked: true as const };
  });
}

/** What would become an administrator is an administrator's affair (ACCESS-15). */
function requireRank(actor: Actor, roles: readonly RoleGrant[]): void {
  reject(checkRoleGrants(roles, actor.roles).filter(({ rule }) => rule === 'ACCESS-15'));
}

async function checkedList(tx: TenantTx, actor: Actor, text: string) {
  const { people, problems } = readInvitationList(text);
  const found = await problemsOf(tx, actor.roles, people.map(fromList));
  const byLine = found.flatMap((all, at) =>
    all.map(({ rule, message }) => listProblem(people[at]?.line ?? 0, message, rule)),
  );
  const lineOf = ({ path }: Problem) => Number(/\d+/.exec(path)?.[0]);
  return {
    people,
    problems: [...problems, ...byLine].toSorted((one, other) => lineOf(one) - lineOf(other)),
  };
}

function fromList({ displayName, username, roles, participantId }: ListedPerson): NewPerson {
  const undated = roles.map((role) => ({ role, from: null, to: null }));
  return { displayName, username, roles: undated, participantId };
}

/** How someone comes to roles that conflict: an exception is for a member. */
export const oneRoleFirst = 'Start with one role, then change roles and ask for an exception.';

/** For each of these people what keeps them from being invited. */
async function problemsOf(
  tx: TenantTx,
  grantedBy: readonly Held[],
  people: readonly NewPerson[],
): Promise<Problem[][]> {
  const names = people.map(({ username }) => accountName(username));
  const asked = people.flatMap(({ participantId }) => participantId ?? []);
  const taken = names.length === 0 ? [] : await selectTakenNames(tx, names);
  const payees = asked.length === 0 ? [] : await selectParticipants(tx, asked);
  return people.map(({ participantId, roles }, at) => {
    const name = names[at] ?? '';
    const problems = withWayOut(grantProblems({ roles, custom: [], grantedBy }), oneRoleFirst);
    const add = (path: string, message: string) => problems.push({ rule: 'ACCESS-18', path, message });
    const member = taken.find(({ username }) => username === name);
    if (member)
      add(
        'username',
        member.state === 'invited'
          ? `“${name}” has an open invitation. Resend it instead.`
          : `“${name}” is already in this workspace.`,
      );
    if (names.indexOf(name) !== at) add('username', `“${name}” is listed twice.`);
    if (participantId !== null) {
      const message = payeeProblem(payees, participantId, null);
      if (message) add('participantId', message);
      if (people.findIndex((other) => other.participantId === participantId) !== at)
        add('participantId', `Participant “${participantId}” is listed twice.`);
    }
    return problems;
  });
}

/** Why someone can't be paid as this participant; null when they can. `userId`: who it is for, when a member. */
export function payeeProblem(
  payees: Awaited<ReturnType<typeof selectParticipants>>,
  participantId: string,
  userId: string | null,
): string | null {
  const rows = payees.filter(({ id }) => id === participantId);
  if (rows.length === 0) return `There is no participant “${participantId}”.`;
  const linked = rows.find(({ personId }) => personId !== null && personId !== userId);
  return linked ? `Participant “${participantId}” is linked to ${linked.personName}.` : null;
}

async function storeInvitations(ctx: AppContext, tx: TenantTx, actor: Actor, people: readonly NewPerson[]) {
  const at = ctx.clock.now();
  const made = people.map((person) => {
    const id = newId();
    const { secretHash, expiresAt } = issueLink(ctx, { id, revision: 1, at });
    return {
      tenantId: tx.tenantId,
      id,
      kind: 'join' as const,
      username: accountName(person.username),
      displayName: person.displayName,
      roles: person.roles,
      participantId: person.participantId,
      issuedBy: actor.userId,
      secretHash,
      expiresAt,
    };
  });
  await insertInvitations(tx, made);
  return made.map(({ id, displayName, username, roles }) => ({
    id,
    displayName,
    username,
    roles,
    at: at.toISOString(),
  }));
}

/** Refuses BAD_INPUT with all of them; the first is the sentence. */
export function reject(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first) throw new ApiError('BAD_INPUT', first.message, { problems });
}
