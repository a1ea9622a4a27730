import { parseDay } from '@attain/domain/base/day';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { countPayTerms, selectPayTermRows } from './pay-term-store.ts';

const isDay = (text: string) => parseDay(text) !== null;

/** Pay terms of participants the actor may see, with dates. Throws NOT_ALLOWED, and BAD_INPUT for a foreign cursor. */
export function listPayTerms(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    participantId?: string | undefined;
    search?: string | undefined;
  },
) {
  return ctx.read(actor, async (tx) => {
    const filters = {
      reach: await reachOf(tx, actor, 'read:participants'),
      participantId: input.participantId ?? null,
      search: containing(input.search),
    };
    const after = decodeTypedCursor(input.cursor, [anyText, anyText, isDay]);
    const rows = await selectPayTermRows(tx, { ...filters, after, limit: input.limit });
    const place = (row: (typeof rows)[number]) => [row.participantName, row.participantId, row.from];
    return { ...onePage(rows, input.limit, place), total: await countPayTerms(tx, filters) };
  });
}
