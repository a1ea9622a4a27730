import type { AccessReview, AccessReviewDetail, ReviewedRole } from '@attain/contract/access-reviews';
import type { Person } from '@attain/contract/people';
import { decisionProblem, isOverdue } from '@attain/domain/access/access-review';
import { roleKeys } from '@attain/domain/access/duty-conflicts';
import { rolesHolding } from '@attain/domain/access/permissions';
import { roleNames } from '@attain/domain/access/role-names';
import { plusDays } from '@attain/domain/base/day';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow, systemActor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { counted } from '../../base/figures-in-words.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { NothingToDo, unlessNothing } from '../../db/nothing-to-do.ts';
import { holdTurn } from '../../db/turns.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { notifyPeople, resolveNotices } from '../../runs/notify-people.ts';
import {
  completeReview,
  insertReview,
  lockOpenReview,
  noteOverdue,
  type StoredReview,
  selectItems,
  selectOverdue,
  selectReview,
  selectReviews,
  settleGone,
  storeDecision,
} from './access-review-store.ts';
import { closeGrants, keepAnAdministrator, lasts, lockMember } from './change-member.ts';
import { replaceCustomRoles, wantedCustomRoles } from './custom-role-store.ts';
import { endExceptions } from './duty-exceptions.ts';
import { membersHolding } from './people-holding.ts';
import { replaceRoles, selectPeople, selectPerson } from './people-store.ts';

/** Members that a review covers at most. */
const maxPeople = 10_000;

/** One page of reviews, newest first. */
export function listAccessReviews(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:people');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const rows = await selectReviews(tx, { after, limit: input.limit });
    const shownRows = rows.map((row) => shown(ctx, row));
    return onePage(shownRows, input.limit, ({ openedAt, id }) => [openedAt, id]);
  });
}

/** One review with its roles. Throws NOT_FOUND. */
export function readAccessReview(ctx: AppContext, actor: Actor, id: string): Promise<AccessReviewDetail> {
  mustAllow(actor, 'read:people');
  return ctx.read(actor, (tx) => detail(ctx, tx, id));
}

/** Starts a review and asks the reviewers. Throws CONFLICT while one is open. */
export function startAccessReview(
  ctx: AppContext,
  actor: Actor,
  { days }: { days: number },
): Promise<AccessReviewDetail> {
  mustAllow(actor, 'manage:people');
  return ctx.write(actor, async (tx) => {
    const { id, hash } = await openReview(ctx, tx, { days, by: actor.userId });
    tx.record({ action: 'access-review.started', object: { type: 'access-review', id }, evidence: [hash] });
    return detail(ctx, tx, id);
  });
}

/**
 * Opens a review of every role that active members hold, and notifies those who can decide (ACCESS-44). Throws CONFLICT while one is
 * open, and without a role to review.
 */
export async function openReview(
  ctx: AppContext,
  tx: TenantTx,
  { days, by }: { readonly days: number; readonly by: string },
): Promise<{ readonly id: string; readonly roles: number; readonly dueOn: string; readonly hash: string }> {
  await holdTurn(tx, 'access-review', tx.tenantId);
  const open = await lockOpenReview(tx);
  if (open !== null)
    throw new ApiError(
      'CONFLICT',
      `The review due on ${open.dueOn} is still open. Decide ${counted(undecided(open), 'role')} first.`,
    );
  const people = await activeMembers(tx);
  if (people.length > maxPeople)
    throw new ApiError('CONFLICT', `A review covers at most ${maxPeople} active members.`);
  const held = people.flatMap(rolesOf);
  if (held.length === 0) throw new ApiError('CONFLICT', 'No active member holds a role.');
  const id = newId();
  const dueOn = plusDays(ctx.clock.today(), days);
  await insertReview(tx, { id, dueOn, openedBy: by }, held);
  const message = `Keep or revoke ${counted(held.length, 'role')} by ${dueOn}.`;
  await notifyPeople(tx, await reviewers(tx), {
    title: 'Access review',
    message,
    severity: 'info',
    runId: null,
    about: { of: 'access-review', id },
    effectKey: `access-review/${id}`,
    mail: { message },
  });
  return { id, roles: held.length, dueOn, hash: valueHash(held.map(({ userId, role }) => [userId, role])) };
}

/** One more than a review covers, if there are more. */
const activeMembers = (tx: TenantTx) =>
  selectPeople(
    tx,
    { search: null, state: 'active', role: undefined, kind: undefined },
    { after: null, limit: maxPeople },
  );

function rolesOf({ id: userId, roles, customRoles }: Person) {
  return [
    ...roles.map((grant) => ({ ...grant, key: grant.role as string, name: roleNames[grant.role] })),
    ...customRoles.map((grant) => ({ ...grant, key: grant.id })),
  ].map(({ key, name, from, to, teamName }) => ({
    id: newId(),
    userId,
    role: key,
    roleName: [
      name,
      ...(teamName === undefined ? [] : [`team of ${teamName}`]),
      ...(from === null && to === null ? [] : [`${from ?? '…'} – ${to ?? '…'}`]),
    ].join(', '),
  }));
}

const reviewers = (tx: TenantTx) => membersHolding(tx, rolesHolding(['manage:people']));

/**
 * Keeps or revokes roles; those revoked end in the same transaction (ACCESS-44). The last decision completes the review. Throws NOT_FOUND;
 * CONFLICT for a review that is completed, one’s own roles, and the last administrator; BAD_INPUT without a reason.
 */
export function decideAccess(
  ctx: AppContext,
  actor: Actor,
  input: {
    readonly id: string;
    readonly items: readonly string[];
    readonly decision: 'keep' | 'revoke';
    readonly reason: string;
  },
): Promise<AccessReviewDetail> {
  mustAllow(actor, 'manage:people');
  return ctx.write(actor, async (tx) => {
    const review = found(await selectReview(tx, input.id, 'FOR UPDATE OF v'), 'access review');
    if (review.status !== 'open') throw new ApiError('CONFLICT', 'This review is completed.');
    const all = await selectItems(tx, review.id);
    const chosen = [...new Set(input.items)].map((id) =>
      found(
        all.find((one) => one.id === id),
        'role',
      ),
    );
    const done = chosen.find(({ decision }) => decision !== null);
    if (done !== undefined)
      throw new ApiError(
        'CONFLICT',
        `${done.roleName} of ${done.person} was already decided. Reload the review.`,
      );
    const hasOtherReviewer = (await reviewers(tx)).some((id) => id !== actor.userId);
    for (const item of chosen) await decideOne(ctx, tx, { actor, item, hasOtherReviewer, ...input });
    await settleGone(tx, review.id, ctx.clock.now().toISOString());
    const isDone = await completeIfDone(ctx, tx, review.id);
    tx.record({
      action: isDone === null ? 'access-review.decided' : 'access-review.completed',
      object: { type: 'access-review', id: review.id },
      reason: { code: input.decision, ...(input.reason === '' ? {} : { text: input.reason }) },
      evidence: [
        valueHash(chosen.map(({ userId, role }) => [userId, role])),
        ...(isDone === null ? [] : [isDone]),
      ],
    });
    return detail(ctx, tx, review.id);
  });
}

async function decideOne(
  ctx: AppContext,
  tx: WriteTx,
  of: {
    actor: Actor;
    item: ReviewedRole;
    hasOtherReviewer: boolean;
    decision: 'keep' | 'revoke';
    reason: string;
  },
): Promise<void> {
  const { actor, item, hasOtherReviewer, decision, reason } = of;
  const isOwn = item.userId === actor.userId;
  const problem = decisionProblem({ isOwn, hasOtherReviewer, decision, reason });
  if (problem !== null) throw new ApiError(isOwn ? 'CONFLICT' : 'BAD_INPUT', problem);
  const at = ctx.clock.now().toISOString();
  const store = (stored: 'keep' | 'revoke' | 'gone') =>
    storeDecision(tx, item.id, { decision: stored, reason, by: actor.userId, at });
  if (!(await isHeld(tx, item))) return store('gone');
  if (isOwn) return store('keep');
  const member = await lockMember(tx, actor, item.userId);
  if (decision === 'revoke') await revoke(tx, member, { role: item.role, at });
  return store(decision);
}

/** Ends one role of a member. The last administrator stays one. */
async function revoke(
  tx: WriteTx,
  member: Person,
  { role, at }: { readonly role: string; readonly at: string },
): Promise<void> {
  const roles = member.roles.filter((grant) => grant.role !== role);
  const custom = await wantedCustomRoles(
    tx,
    member.customRoles.filter(({ id }) => id !== role),
  );
  if (!roles.some(lasts)) await keepAnAdministrator(tx, member);
  // open requests were made for the roles held before
  await closeGrants(tx, member.id, 'void');
  await replaceRoles(tx, member.id, roles);
  await replaceCustomRoles(tx, member.id, custom);
  await endExceptions(tx, { userId: member.id, kept: roleKeys({ roles, custom }), at });
}

async function isHeld(tx: TenantTx, { userId, role }: ReviewedRole): Promise<boolean> {
  const person = await selectPerson(tx, userId);
  if (person === null || person.state !== 'active') return false;
  return (
    person.roles.some((grant) => grant.role === role) || person.customRoles.some(({ id }) => id === role)
  );
}

/** Completes a review once every role is decided; the hash over its decisions, or null. */
async function completeIfDone(ctx: AppContext, tx: WriteTx, id: string): Promise<string | null> {
  const items = await selectItems(tx, id);
  if (items.some(({ decision }) => decision === null)) return null;
  const evidenceHash = valueHash(
    items.map(({ userId, role, roleName, decision, reason, decidedById, decidedAt }) => ({
      userId,
      role,
      roleName,
      decision,
      reason,
      decidedBy: decidedById,
      decidedAt,
    })),
  );
  await completeReview(tx, id, { at: ctx.clock.now().toISOString(), evidenceHash });
  await resolveNotices(tx, `access-review/${id}`);
  await resolveNotices(tx, `access-review-overdue/${id}`);
  return evidenceHash;
}

/** Notifies reviewers and compliance officers once that a review is overdue (ACCESS-44). */
export async function notifyOfOverdue(ctx: AppContext): Promise<void> {
  for (const { tenantId, id, openedBy } of await selectOverdue(ctx.db.owner, ctx.clock.today()))
    await unlessNothing(
      ctx.write(systemActor(tenantId, openedBy, `access-review/${id}`), async (tx) => {
        const review = await selectReview(tx, id, 'FOR UPDATE OF v');
        if (review === null || !isOverdue(review, ctx.clock.today())) throw new NothingToDo();
        if (!(await noteOverdue(tx, id, ctx.clock.now().toISOString()))) throw new NothingToDo();
        const message = `${undecided(review)} of ${counted(review.roles, 'role')} missed the due date ${review.dueOn}.`;
        const people = [...(await reviewers(tx)), ...(await membersHolding(tx, ['compliance-officer']))];
        await notifyPeople(tx, [...new Set(people)], {
          title: 'Access review is overdue',
          message,
          severity: 'warning',
          runId: null,
          about: { of: 'access-review', id },
          effectKey: `access-review-overdue/${id}`,
          mail: { message },
        });
        tx.record({ action: 'access-review.overdue', object: { type: 'access-review', id } });
        return null;
      }),
    );
}

const undecided = ({ roles, kept, revoked, gone }: StoredReview) => roles - kept - revoked - gone;

async function detail(ctx: AppContext, tx: TenantTx, id: string): Promise<AccessReviewDetail> {
  const review = found(await selectReview(tx, id), 'access review');
  const items = (await selectItems(tx, id)).map(({ decidedById: _, ...item }) => item);
  return { ...shown(ctx, review), items };
}

function shown(ctx: AppContext, { openedById: _, ...review }: StoredReview): AccessReview {
  return { ...review, isOverdue: isOverdue(review, ctx.clock.today()) };
}
