import type { DealCredit } from '@attain/contract/payouts';
import { parseDay } from '@attain/domain/base/day';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { aCount, anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { readerOf } from '../calculations/publications.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { reachedDeal } from '../records/read-deal.ts';
import { selectDealCredits } from './deal-credits-store.ts';

/**
 * Credits of a deal in the newest version of each calculation, newest period first, with their payments. Throws
 * NOT_FOUND for a deal outside the actor's reach; credits of people outside it are excluded.
 */
export function listDealCredits(
  ctx: AppContext,
  actor: Actor,
  input: { dealId: string; limit: number; cursor?: string | undefined },
) {
  return ctx.read(actor, async (tx) => {
    await reachedDeal(tx, { actor, id: input.dealId });
    const reach = await reachOf(tx, actor, 'read:payouts');
    const after = decodeTypedCursor(input.cursor, [aDay, anId, anyText, anyText, aCount]);
    const { dealId, limit } = input;
    const rows = await selectDealCredits(tx, {
      dealId,
      reach,
      after,
      limit,
      reader: readerOf(actor, 'read:payouts'),
    });
    const page = onePage(rows, limit, (row) => [
      row.periodTo,
      row.runId,
      row.participantId,
      row.componentId,
      row.seq,
    ]);
    return { ...page, rows: page.rows.map(({ periodTo: _to, ...row }): DealCredit => row) };
  });
}

const aDay = (text: string) => parseDay(text) !== null;
