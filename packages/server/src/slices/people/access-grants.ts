import type { AccessGrant } from '@attain/contract/access-grants';
import {
  type Held,
  isNarrowed,
  type Permission,
  permissionWords,
  scopeOf,
} from '@attain/domain/access/permissions';
import { conflictBetween } from '@attain/domain/access/separations';
import { temporaryAccessProblem } from '@attain/domain/access/temporary-access';
import { statusAt } from '@attain/domain/approvals/approval-moves';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { notifyPeople } from '../../runs/notify-people.ts';
import { closeRequest, hasOtherDecider, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import {
  insertAccess,
  type StoredAccess,
  selectAccess,
  selectLiveAccess,
  selectOneAccess,
  selectOpenAccess,
  updateAccess,
} from './access-grant-store.ts';
import { lockPeople } from './people-store.ts';

const kind = 'access-grant';

/** Temporary access, newest first: the actor's own, or everyone's. */
export function listAccess(
  ctx: AppContext,
  actor: Actor,
  whose: 'mine' | 'all',
): Promise<{ rows: AccessGrant[] }> {
  mustAllow(actor, whose === 'all' ? 'read:people' : 'read:workspace');
  return ctx.read(actor, async (tx) => {
    const rows = await selectAccess(tx, whose === 'all' ? null : actor.userId);
    return { rows: rows.map((row) => shown(ctx, row, actor)) };
  });
}

/** Asks for a permission for some hours; someone who manages people decides. Refuses BAD_INPUT with the reason (ACCESS-26). */
export function requestAccess(
  ctx: AppContext,
  actor: Actor,
  wanted: { permission: Permission; hours: number; reason: string },
): Promise<AccessGrant> {
  const { permission, hours, reason } = wanted;
  if (isNarrowed(actor.roles))
    throw new ApiError('NOT_ALLOWED', 'An API token can’t ask for access. Sign in instead.');
  const problem = temporaryAccessProblem(actor.roles, permission);
  if (problem !== null) throw new ApiError('BAD_INPUT', problem.message, { problems: [problem] });
  return ctx.write(actor, async (tx) => {
    await lockPeople(tx);
    const mine = await selectAccess(tx, actor.userId);
    const waits = mine.some(
      (row) => row.permission === permission && shown(ctx, row, actor).state === 'waiting',
    );
    if (waits) throw new ApiError('CONFLICT', 'You already asked for this. Withdraw that request first.');
    if (!(await hasOtherDecider(tx, kind, [actor.userId])))
      throw new ApiError(
        'CONFLICT',
        'No other person can approve access. Ask an administrator to invite one.',
      );
    const id = newId();
    const hash = accessHash({ id, userId: actor.userId, permission, hours });
    const approvalId = await requestApproval(tx, ctx.clock, {
      kind,
      subject: { type: 'access', id },
      askedBy: actor.userId,
      excluded: [],
      hash,
      summary: `Access to ${permissionWords[permission]} for ${actor.displayName}, ${hoursInWords(hours)}`,
      reason,
      facts: {
        figures: [figure(permission, scopeInWords(actor.roles, permission), 'Whole workspace')],
        against: null,
        warnings: [],
      },
    });
    await insertAccess(tx, { id, userId: actor.userId, permission, hours, reason, approvalId });
    tx.record({
      action: 'grant.requested',
      object: { type: 'grant', id },
      evidence: [hash],
      reason: { code: `${permission}-${hours}h`, text: reason },
    });
    return shown(ctx, found(await selectOneAccess(tx, id), 'access'), actor);
  });
}

/** Withdraws a request or ends access early: one's own, or anyone's with permission to manage people. */
export function endAccess(ctx: AppContext, actor: Actor, id: string): Promise<AccessGrant> {
  return ctx.write(actor, async (tx) => {
    await lockPeople(tx);
    const row = await selectOneAccess(tx, id);
    const isOwn = row?.userId === actor.userId;
    const grant = found(isOwn || scopeOf(actor.roles, 'manage:people') !== null ? row : null, 'access');
    const { state } = shown(ctx, grant, actor);
    const at = ctx.clock.now().toISOString();
    if (state !== 'waiting' && state !== 'active') throw new ApiError('CONFLICT', 'This access is over.');
    await closeOne(tx, { id, isActive: state === 'active', at, by: actor.userId });
    if (!isOwn) await notifyRevoked(tx, actor, grant);
    tx.record({
      action: state === 'waiting' ? 'grant.withdrawn' : isOwn ? 'grant.returned' : 'grant.revoked',
      object: { type: 'grant', id },
      reason: { code: grant.permission },
    });
    return shown(ctx, found(await selectOneAccess(tx, id), 'access'), actor);
  });
}

async function notifyRevoked(tx: WriteTx, actor: Actor, grant: StoredAccess): Promise<void> {
  await notifyPeople(tx, [grant.userId], {
    title: 'Temporary access was revoked',
    message: `${actor.displayName} ended your permission to ${permissionWords[grant.permission]}.`,
    mail: { message: `${actor.displayName} ended it.` },
    severity: 'warning',
    runId: null,
    effectKey: `access-revoked ${grant.id}`,
  });
}

async function closeOne(
  tx: TenantTx,
  { id, isActive, at, by }: { id: string; isActive: boolean; at: string; by: string | null },
): Promise<void> {
  if (isActive) return updateAccess(tx, id, { endsAt: at, revokedBy: by });
  await closeRequest(tx, { kind, subjectId: id, status: 'withdrawn' });
  await updateAccess(tx, id, { closedAt: at });
}

/** Ends what a member has or waits for, because they lose their access altogether. */
export async function closeAccessOf(
  tx: WriteTx,
  { userId, at, by }: { userId: string; at: string; by: string },
): Promise<void> {
  for (const { id, startsAt } of await selectOpenAccess(tx, userId))
    await closeOne(tx, { id, isActive: startsAt !== null, at, by });
}

/** Refuses CONFLICT while a member has temporary access that these roles can't be combined with (ACCESS-27). */
export async function keepApart(tx: WriteTx, userId: string, roles: readonly Held[]): Promise<void> {
  for (const { permission } of await selectLiveAccess(tx, userId)) {
    const reason = conflictBetween(roles, [`${permission}=tenant`]);
    if (reason === null) continue;
    throw new ApiError(
      'CONFLICT',
      `${reason} Revoke their temporary permission to ${permissionWords[permission]} first.`,
    );
  }
}

/** What an approval of temporary access binds. */
export function accessHash({
  id,
  userId,
  permission,
  hours,
}: Pick<StoredAccess, 'id' | 'userId' | 'permission' | 'hours'>): string {
  return valueHash({ id, userId, permission, hours });
}

function shown(ctx: AppContext, row: StoredAccess, actor: Actor): AccessGrant {
  const { id, permission, hours, reason, startsAt, endsAt, approvalId } = row;
  return {
    id,
    person: { id: row.userId, name: row.name },
    permission,
    hours,
    reason,
    state: stateOf(row, ctx.clock.now().toISOString()),
    askedAt: row.createdAt,
    startsAt,
    endsAt,
    approvalId,
    mine: row.userId === actor.userId,
  };
}

function stateOf({ status, expiresAt, endsAt, revokedBy }: StoredAccess, now: string): AccessGrant['state'] {
  if (endsAt !== null) {
    if (Date.parse(endsAt) > Date.parse(now)) return 'active';
    return revokedBy === null ? 'ended' : 'revoked';
  }
  const asked = statusAt({ status, expiresAt }, now);
  if (asked === 'open') return 'waiting';
  return asked === 'rejected' || asked === 'expired' ? asked : 'withdrawn';
}

function figure(permission: Permission, before: string, after: string) {
  return textFact(capital(permissionWords[permission]), after, before);
}

function scopeInWords(held: readonly Held[], permission: Permission): string {
  const scope = scopeOf(held, permission);
  return scope === null ? 'No access' : scope === 'team' ? 'A team' : 'Own records';
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const hoursInWords = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`);
