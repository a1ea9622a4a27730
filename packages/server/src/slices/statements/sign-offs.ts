import type { Review, Reviews } from '@attain/contract/sign-offs';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { monthOf } from '@attain/domain/closes/close-steps';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import type { TenantTx } from '../../db/database.ts';
import { reachOf } from '../participants/visible-participants.ts';
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
    const none = { all: 0, signed: 0, disputed: 0 };
    if (month === null) return { month, months, counts: none, rows: [], nextCursor: null };
    const scope = await scopeOf(tx, actor, { month, permission: 'read:statements' });
    const rows = await selectReviews(tx, scope, { after, limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [row.participantName, row.participantId, row.runId]);
    return {
      month,
      months,
      counts: await countReviews(tx, scope),
      rows: page.rows.map(shownRow),
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
    if (open.length === 0)
      throw new ApiError('CONFLICT', 'These statements are already signed off. Read the list again.');
    await insertSignOffs(tx, open, { by: actor.userId, at: ctx.clock.now().toISOString() });
    tx.record({
      action: 'statement.signed-off',
      object: { type: 'sign-off', id: month },
      reason: { code: 'signed-off', text: open.map(({ participantId }) => participantId).join(', ') },
      evidence: open.map(({ inputHash, payHash }) => inputHash ?? payHash),
    });
    return { signed: open.length };
  });
}

/** How far the sign-off of a month's results is, over all payees. */
export function countSignOffs(tx: TenantTx, days: ReviewScope['days']) {
  return countReviews(tx, { days, reach: null, participantId: null });
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

function shownRow({ inputHash: _, signedAt, isDisputed, ...row }: ReviewRow): Review {
  return {
    ...row,
    total: moneyText(decimal(row.total), row.currency),
    previous: row.previous === null ? null : moneyText(decimal(row.previous), row.currency),
    state: isDisputed ? 'disputed' : signedAt === null ? 'open' : 'signed',
    signedAt: signedAt === null ? null : new Date(signedAt).toISOString(),
  };
}
