import { parseDay } from '@attain/domain/base/day';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { countReceipts, type ReceiptFilters, selectReceipts } from './receipt-store.ts';

/** Customer payments for deals that credit someone the actor may see. Throws NOT_ALLOWED, and BAD_INPUT for a foreign cursor. */
export function listReceipts(
  ctx: AppContext,
  actor: Actor,
  input: {
    search?: string | undefined;
    dealId?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
    limit: number;
    cursor?: string | undefined;
  },
) {
  return ctx.read(actor, async (tx) => {
    const filters: ReceiptFilters = {
      reach: await reachOf(tx, actor, 'read:deals'),
      search: containing(input.search),
      dealId: input.dealId ?? null,
      from: input.from ?? null,
      to: input.to ?? null,
    };
    const after = decodeTypedCursor(input.cursor, [(text) => parseDay(text) !== null, anyText]);
    const rows = await selectReceipts(tx, { ...filters, after, limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [row.date, row.id]);
    return { ...page, total: await countReceipts(tx, filters) };
  });
}
