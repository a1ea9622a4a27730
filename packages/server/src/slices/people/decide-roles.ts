import type { Person } from '@attain/contract/people';
import { type GrantedRoles, grantProblems, roleKeys } from '@attain/domain/access/duty-conflicts';
import { ApiError, found } from '../../base/api-error.ts';
import type { Act } from '../../db/act.ts';
import type { WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decide, Decision } from '../approvals/decide-approval.ts';
import { keepApart } from './access-grants.ts';
import { codeOf, contentHash, keepAnAdministrator, lasts } from './change-member.ts';
import { heldWith, replaceCustomRoles, wantedCustomRoles } from './custom-role-store.ts';
import { endExceptions, storeExceptions } from './duty-exceptions.ts';
import { reject } from './invite-people.ts';
import { linkExpiry } from './one-time-link.ts';
import {
  lockPeople,
  lockWaitingInvitations,
  releaseInvitations,
  replaceRoles,
  revokeWaiting,
  selectPerson,
} from './people-store.ts';
import { roleChangeHash } from './set-roles.ts';

/** The decision of the inbox about privileged roles: gives them to the member, or makes the invitations' links work (ACCESS-20). */
export const decideRoles: Decide = async (tx, decision) => {
  await lockPeople(tx);
  return decision.request.subjectType === 'invitation'
    ? decideInvitations(tx, decision)
    : decideMember(tx, decision);
};

async function decideMember(tx: WriteTx, given: Decision): Promise<Act> {
  const { request, reason } = given;
  const id = request.subjectId;
  const member = found(await selectPerson(tx, id), 'member');
  const roles = found(request.content?.roles, 'request');
  const custom = await wantedCustomRoles(tx, request.content?.customRoles ?? []);
  const exception = request.content?.exception;
  if (roleChangeHash(member, { roles, custom, exception }) !== request.hash)
    throw new ApiError(
      'CONFLICT',
      'These roles changed after the request was made. Reject it and ask again.',
    );
  const vote = await voteOn(tx, given);
  const evidence = [request.hash];
  const object = { type: 'user', id };
  const what = exception === undefined ? 'roles' : 'exception';
  if (vote.status === 'rejected')
    return { action: `member.${what}-rejected`, object, evidence, reason: rejected(reason) };
  if (vote.status !== 'approved') return vote.votedAct;
  await giveRoles(tx, given, { member, granted: { roles, custom } });
  return {
    action: exception === undefined ? 'member.roles-changed' : 'member.exception-approved',
    object,
    before: contentHash(member),
    after: contentHash({ ...member, roles: [...roles], customRoles: [...custom] }),
    evidence,
    reason: { code: codeOf(roles, custom), ...(reason === null ? {} : { text: reason }) },
  };
}

/** Gives the approved roles, as long as nothing came between; those by exception end on their last day. */
async function giveRoles(
  tx: WriteTx,
  { ctx, request }: Decision,
  { member, granted: { roles, custom } }: { member: Person; granted: GrantedRoles },
): Promise<void> {
  const { id } = member;
  const { until, conflicts = [] } = request.content?.exception ?? {};
  if (until !== undefined && until < ctx.clock.today())
    throw new ApiError('CONFLICT', 'The last day of this exception is past. Reject it and ask again.');
  const accepted = conflicts.map((one) => ({ ...one, until: until ?? '' }));
  const exceptions = [...member.exceptions, ...accepted];
  reject(grantProblems({ roles, custom, grantedBy: ['administrator'], exceptions }));
  await keepApart(tx, id, heldWith(roles, custom));
  if (!roles.some(lasts)) await keepAnAdministrator(tx, member);
  await replaceRoles(tx, id, roles);
  await replaceCustomRoles(tx, id, custom);
  const at = ctx.clock.now().toISOString();
  await endExceptions(tx, { userId: id, kept: roleKeys({ roles, custom }), at });
  if (until !== undefined)
    await storeExceptions(tx, {
      userId: id,
      approvalId: request.id,
      reason: request.reason ?? '',
      until,
      conflicts,
      at,
    });
}

async function decideInvitations(tx: WriteTx, given: Decision): Promise<Act> {
  const { ctx, request, reason } = given;
  const waiting = await lockWaitingInvitations(tx, request.id);
  const vote = await voteOn(tx, given);
  const evidence = [request.hash];
  const object = { type: 'invitation', id: request.subjectId };
  const at = ctx.clock.now();
  if (vote.status === 'rejected') {
    await revokeWaiting(tx, request.id, at.toISOString());
    return { action: 'invitation.rejected', object, evidence, reason: rejected(reason) };
  }
  if (vote.status !== 'approved') return vote.votedAct;
  if (waiting.length === 0) throw new ApiError('CONFLICT', 'These invitations were withdrawn.');
  await releaseInvitations(tx, request.id, linkExpiry(at));
  return {
    action: 'invitation.approved',
    object,
    evidence,
    reason: { code: `${waiting.length}-people`, ...(reason === null ? {} : { text: reason }) },
  };
}

function voteOn(tx: WriteTx, { ctx, actor, request, decision, hash, reason }: Decision) {
  const { kind, subjectId } = request;
  const benefits = request.userId !== actor.userId && request.excluded.includes(actor.userId);
  return castVote(tx, {
    kind,
    subjectId,
    actor,
    clock: ctx.clock,
    decision,
    hash,
    reason,
    part: { asked: false, edited: false, benefits },
  });
}

const rejected = (reason: string | null) => ({
  code: 'rejected',
  ...(reason === null ? {} : { text: reason }),
});
