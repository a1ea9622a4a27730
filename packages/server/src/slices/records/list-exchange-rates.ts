import { parseDay } from '@attain/domain/base/day';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { countExchangeRates, selectExchangeRates } from './exchange-rate-store.ts';

/** Exchange rates, newest first, of one pair or of all. Throws NOT_ALLOWED, and BAD_INPUT for a foreign cursor. */
export function listExchangeRates(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined; from?: string | undefined; to?: string | undefined },
) {
  mustAllow(actor, 'read:exchange-rates');
  return ctx.read(actor, async (tx) => {
    const currency = (text: string | undefined) => text?.trim().toUpperCase() || null;
    const filters = { from: currency(input.from), to: currency(input.to) };
    const after = decodeTypedCursor(input.cursor, [(text) => parseDay(text) !== null, anyText, anyText]);
    const rows = await selectExchangeRates(tx, { ...filters, after, limit: input.limit });
    return {
      ...onePage(rows, input.limit, (row) => [row.date, row.from, row.to]),
      total: await countExchangeRates(tx, filters),
    };
  });
}
