import { accessEnd, temporaryAccessProblem } from '@attain/domain/access/temporary-access';
import { ApiError, found } from '../../base/api-error.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decide } from '../approvals/decide-approval.ts';
import { selectOneAccess, updateAccess } from './access-grant-store.ts';
import { accessHash } from './access-grants.ts';
import { lockPeople, selectRolesToday } from './people-store.ts';

/** The decision of the inbox about temporary access: it begins now and ends after the hours asked for (ACCESS-26). */
export const decideAccess: Decide = async (tx, { ctx, actor, request, decision, hash, reason }) => {
  await lockPeople(tx);
  const id = request.subjectId;
  const grant = found(await selectOneAccess(tx, id), 'access');
  if (accessHash(grant) !== request.hash)
    throw new ApiError('CONFLICT', 'This request changed. Reject it and ask again.');
  const vote = await castVote(tx, {
    kind: request.kind,
    subjectId: id,
    actor,
    clock: ctx.clock,
    decision,
    hash,
    reason,
    part: { asked: false, edited: false, benefits: request.excluded.includes(actor.userId) },
  });
  const now = ctx.clock.now().toISOString();
  const act = { object: { type: 'grant', id }, evidence: [request.hash] };
  const text = reason === null ? {} : { text: reason };
  if (vote.status === 'rejected') {
    await updateAccess(tx, id, { closedAt: now });
    return { ...act, action: 'grant.rejected', reason: { code: 'rejected', ...text } };
  }
  if (vote.status !== 'approved') return vote.votedAct;
  const problem = temporaryAccessProblem(await selectRolesToday(tx, grant.userId), grant.permission);
  if (problem !== null)
    throw new ApiError('CONFLICT', `${grant.name}: ${problem.message} Reject the request.`);
  const endsAt = accessEnd(now, grant.hours);
  await updateAccess(tx, id, { startsAt: now, endsAt });
  return {
    ...act,
    action: 'grant.approved',
    reason: { code: `${grant.permission}-until-${endsAt}`, ...text },
  };
};
