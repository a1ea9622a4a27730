import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { countPlans, selectPlans } from './plan-store.ts';

/** Plans by name; the search covers names of plans and components. Throws BAD_INPUT for a foreign cursor. */
export function listPlans(
  ctx: AppContext,
  actor: Actor,
  input: { limit: number; cursor?: string | undefined; search?: string | undefined },
) {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, async (tx) => {
    const search = containing(input.search);
    const after = decodeTypedCursor(input.cursor, [anyText, anyText]);
    const rows = await selectPlans(tx, { today: ctx.today(actor), search, after, limit: input.limit });
    return {
      ...onePage(rows, input.limit, (row) => [row.name, row.id]),
      total: await countPlans(tx, search),
    };
  });
}
