import type { Review, Reviews } from '@attain/contract/sign-offs';
import { scopeOf as heldScope } from '@attain/domain/access/permissions';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { monthOf } from '@attain/domain/closes/close-steps';
import type { AppContext } from '../../app-context.ts';
import { hashOf } from '../../audit/canonical.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import type { TenantTx } from '../../db/database.ts';
import { resolveSigners } from '../calculations/notify-signers.ts';
import { reaches, reachOf } from '../participants/visible-participants.ts';
import { payBefore } from './pay-before.ts';
import {
  countReviews,
  insertSignOffs,
  type ReviewRow,
  type ReviewScope,
  selectReviewed,
  selectReviewMonths,
  selectReviews,
} from './sign-off-store.ts';

/**
 * The statements of a month that managers see and the actor may read, but their own, with who signed them off (CLOSE-21). By default
 * of the newest month with such results. Throws BAD_INPUT for a foreign cursor.
 */
export function listReviews(
  ctx: AppContext,
  actor: Actor,
  input: { month?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<Reviews> {
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [anyText, anyText, anId]);
    // reps read statements too, and review none
    const months = mustAllow(actor, 'read:statements') === 'own' ? [] : await selectReviewMonths(tx);
    const month = months.length === 0 ? null : (input.month ?? months[0] ?? null);
    if (month === null) return { month, months, counts: null, rows: [], nextCursor: null };
    const scope = await scopeOf(tx, actor, { month, permission: 'read:statements' });
    const signs = mayReach(actor) ? await scopeOf(tx, actor, { month, permission: 'approve:results' }) : null;
    const rows = await selectReviews(tx, scope, { after, limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [row.participantName, row.participantId, row.runId]);
    const before = await payBefore(tx, page.rows, { reader: 'managers', reach: scope.reach });
    return {
      month,
      months,
      counts: after === null ? await countReviews(tx, scope) : null,
      rows: page.rows.map((row, at) => ({
        ...shownRow(row, before[at]?.total ?? null),
        maySign:
          stateOf(row) === 'open' && signs !== null && reaches(signs.reach, row.participantId, row.period),
      })),
      nextCursor: page.nextCursor,
    };
  });
}

/**
 * Signs statements off as they were read (CLOSE-21): all of them or none. Throws NOT_FOUND for those the actor doesn't review, and
 * CONFLICT for pay that changed since, is disputed, or is all signed off already.
 */
export function signStatements(
  ctx: AppContext,
  actor: Actor,
  { month, statements }: { month: string; statements: readonly Asked[] },
): Promise<{ signed: number }> {
  mustAllow(actor, 'approve:results');
  return ctx.write(actor, async (tx) => {
    const scope = await scopeOf(tx, actor, { month, permission: 'approve:results' });
    const found = await selectReviewed(tx, scope, statements);
    const rows = statements.map((asked) => {
      const row = found.find((one) => one.runId === asked.runId && one.participantId === asked.participantId);
      if (row === undefined)
        throw new ApiError(
          'NOT_FOUND',
          'Statement not found, or a newer version replaced it. Read it again.',
        );
      if (row.payHash !== asked.payHash)
        throw new ApiError('CONFLICT', `Pay of ${row.participantName} changed since you read it.`);
      if (row.isDisputed)
        throw new ApiError(
          'CONFLICT',
          `Pay of ${row.participantName} is disputed. Resolve the dispute first.`,
        );
      return row;
    });
    const open = rows.filter(({ signedAt }) => signedAt === null);
    if (open.length === 0) throw alreadySigned();
    const signed = await insertSignOffs(tx, open, { by: actor.userId, at: ctx.clock.now().toISOString() });
    if (signed.length === 0) throw alreadySigned();
    const periods = new Map(open.map((row) => [`${row.planId} ${row.period.from} ${row.period.to}`, row]));
    for (const one of periods.values()) await resolveSigners(tx, one);
    tx.record({
      action: 'statement.signed-off',
      object: { type: 'sign-off', id: month },
      reason: { code: 'signed-off' },
      evidence: [
        hashOf(open.map(({ runId, participantId, payHash }) => ({ runId, participantId, payHash }))),
      ],
    });
    return { signed: signed.length };
  });
}

function alreadySigned(): ApiError {
  return new ApiError('CONFLICT', 'These statements are already signed off. Read the list again.');
}

/** How far the sign-off of these periods is, which end within the days, over all payees. */
export function countSignOffs(tx: TenantTx, days: ReviewScope['days'], periods: ReviewScope['periods']) {
  return countReviews(tx, { days, reach: null, participantId: null, periods });
}

interface Asked {
  readonly runId: string;
  readonly participantId: string;
  readonly payHash: string;
}

/** Of the month, within the actor’s reach by the permission. */
async function scopeOf(
  tx: TenantTx,
  actor: Actor,
  { month, permission }: { month: string; permission: 'read:statements' | 'approve:results' },
): Promise<ReviewScope> {
  return {
    days: monthOf(month),
    reach: await reachOf(tx, actor, permission),
    participantId: actor.participantId,
  };
}

const mayReach = (actor: Actor) => heldScope(actor.roles, 'approve:results') !== null;

const stateOf = ({ isDisputed, signedAt }: Pick<ReviewRow, 'isDisputed' | 'signedAt'>) =>
  isDisputed ? 'disputed' : signedAt === null ? 'open' : 'signed';

function shownRow(
  { signedAt, isDisputed, ...row }: ReviewRow,
  previous: string | null,
): Omit<Review, 'maySign'> {
  return {
    ...row,
    total: moneyText(decimal(row.total), row.currency),
    previous: previous === null ? null : moneyText(decimal(previous), row.currency),
    state: stateOf({ isDisputed, signedAt }),
    signedAt: signedAt === null ? null : new Date(signedAt).toISOString(),
  };
}
