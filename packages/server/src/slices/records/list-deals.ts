import { parseDay } from '@attain/domain/base/day';
import { isDecimal } from '@attain/domain/base/decimal';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { countDeals, type DealFilters, type DealSort, selectDeals, selectDealTotals } from './deal-store.ts';

interface DealFilterInput {
  search?: string | undefined;
  participantId?: string | undefined;
  kind?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Deals that credit someone the actor may see, as the deal's own participant or by a split. Only the first page has the
 * total. Throws NOT_ALLOWED, and BAD_INPUT for a cursor of another list or sort.
 */
export function listDeals(
  ctx: AppContext,
  actor: Actor,
  input: DealFilterInput & { limit: number; cursor?: string | undefined; sort: DealSort },
) {
  return ctx.read(actor, async (tx) => {
    const filters = await filtersOf(tx, actor, input);
    const byDate = input.sort.endsWith('date');
    const isKey = byDate ? (text: string) => parseDay(text) !== null : isDecimal;
    const after = decodeTypedCursor(input.cursor, [isKey, anyText]);
    const rows = await selectDeals(tx, { ...filters, sort: input.sort, after, limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [byDate ? row.date : row.amount, row.id]);
    // counting a million deals again for every further page would cost more than the page
    return after ? page : { ...page, total: await countDeals(tx, filters) };
  });
}

/** Counts and sums of the same deals, by kind, currency and unit. Throws NOT_ALLOWED. */
export function totalDeals(ctx: AppContext, actor: Actor, input: DealFilterInput) {
  return ctx.read(actor, async (tx) => ({
    rows: await selectDealTotals(tx, await filtersOf(tx, actor, input)),
  }));
}

async function filtersOf(tx: TenantTx, actor: Actor, input: DealFilterInput): Promise<DealFilters> {
  return {
    reach: await reachOf(tx, actor, 'read:deals'),
    search: containing(input.search),
    participantId: input.participantId ?? null,
    kind: input.kind ?? null,
    from: input.from ?? null,
    to: input.to ?? null,
  };
}
