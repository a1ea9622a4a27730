import type { Delegation } from '@attain/contract/approvals';
import { type Held, isAdministrator, isNarrowed } from '@attain/domain/access/permissions';
import { type ApprovalKind, approvalKinds } from '@attain/domain/approvals/approval-kinds';
import { delegationProblems, mayDelegateKind } from '@attain/domain/approvals/delegations';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import {
  insertDelegation,
  selectDelegation,
  selectDelegations,
  selectDelegators,
  selectMemberRoles,
  selectMembers,
  updateEnded,
} from './delegation-store.ts';

type Row = Awaited<ReturnType<typeof selectDelegations>>[number];

/** Delegations that have not ended: the actor's, given and received; an administrator sees everyone's. */
export function listDelegations(ctx: AppContext, actor: Actor): Promise<{ rows: Delegation[] }> {
  mustAllow(actor, 'read:tasks');
  const userId = isAdministrator(actor.roles) ? null : actor.userId;
  return ctx.read(actor, async (tx) => {
    const rows = await selectDelegations(tx, { userId, today: ctx.clock.today() });
    return { rows: rows.map((row) => shown(row, actor)) };
  });
}

function shown({ id, userId, by, delegateId, delegate, from, to }: Row, actor: Actor): Delegation {
  const mine = userId === actor.userId;
  return { id, by: { id: userId, name: by }, delegate: { id: delegateId, name: delegate }, from, to, mine };
}

/** Members whose roles let them decide for the actor, by name. */
export function listDelegates(ctx: AppContext, actor: Actor, search: string | undefined) {
  mustDelegate(actor);
  const today = ctx.clock.today();
  const suits = (delegateRoles: readonly Held[]) => {
    const days = { from: today, to: today, today };
    return delegationProblems({ ...days, roles: actor.roles, delegateRoles, isSelf: false }).length === 0;
  };
  return ctx.read(actor, async (tx) => {
    const members = await selectMembers(tx, actor.userId, containing(search));
    const able = members.filter(({ roles }) => suits(roles));
    return { rows: able.map(({ id, name }) => ({ id, name })) };
  });
}

/** Lets another member decide for the actor between two days (APR-9). Refuses BAD_INPUT with every problem. */
export function delegateApprovals(
  ctx: AppContext,
  actor: Actor,
  wanted: { delegateId: string; from: string; to: string },
): Promise<Delegation> {
  mustDelegate(actor);
  const { delegateId, from, to } = wanted;
  return ctx.write(actor, async (tx) => {
    const delegateRoles = found(await selectMemberRoles(tx, delegateId), 'member');
    const isSelf = delegateId === actor.userId;
    const today = ctx.clock.today();
    const problems = delegationProblems({ from, to, today, roles: actor.roles, delegateRoles, isSelf });
    if (problems[0]) throw new ApiError('BAD_INPUT', problems[0].message, { problems });
    const id = newId();
    await insertDelegation(tx, { id, userId: actor.userId, delegateId, fromDay: from, toDay: to });
    const row = found(await selectDelegation(tx, id, today), 'delegation');
    tx.record({
      action: 'approval.delegated',
      object: { type: 'delegation', id },
      after: valueHash({ userId: actor.userId, delegateId, from, to }),
    });
    return shown(row, actor);
  });
}

/** Ends a delegation now; the two people may, and an administrator. */
export function endDelegation(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:tasks');
  return ctx.write(actor, async (tx) => {
    const row = found(await selectDelegation(tx, id, ctx.clock.today()), 'delegation');
    const isParty = [row.userId, row.delegateId].includes(actor.userId);
    found(isParty || isAdministrator(actor.roles) ? row : null, 'delegation');
    await updateEnded(tx, id, ctx.clock.now().toISOString());
    tx.record({ action: 'approval.delegation-ended', object: { type: 'delegation', id } });
    return { ended: true as const };
  });
}

function mustDelegate(actor: Actor): void {
  mustAllow(actor, 'read:tasks');
  if (isNarrowed(actor.roles))
    throw new ApiError('NOT_ALLOWED', 'An API token can’t delegate. Sign in instead.');
}

/** Someone for whom another person decides these kinds today. */
export interface Delegator {
  readonly userId: string;
  readonly name: string;
  readonly kinds: readonly ApprovalKind[];
  readonly roles: readonly Held[];
}

/** For whom the actor decides today; an API token decides for nobody else. */
export async function delegatorsOf(
  tx: TenantTx,
  clock: Clock,
  actor: Pick<Actor, 'userId' | 'roles'>,
): Promise<Delegator[]> {
  if (isNarrowed(actor.roles)) return [];
  const delegators = await selectDelegators(tx, actor.userId, clock.today());
  return delegators.map(({ userId, name, roles }) => ({
    userId,
    name,
    roles,
    kinds: approvalKinds.filter((kind) => mayDelegateKind(roles, kind)),
  }));
}
