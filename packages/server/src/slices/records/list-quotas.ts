import { parseDay } from '@attain/domain/base/day';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { countQuotas, selectQuotas } from './quota-store.ts';

const isDay = (text: string) => parseDay(text) !== null;

/**
 * Quotas of participants the actor may see, by participant and span. Throws NOT_ALLOWED, and BAD_INPUT for a foreign
 * cursor.
 */
export function listQuotas(
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
      reach: await reachOf(tx, actor, 'read:quotas'),
      participantId: input.participantId ?? null,
      search: containing(input.search),
    };
    const after = decodeTypedCursor(input.cursor, [anyText, anyText, isDay, isDay, anyText, anyText]);
    const rows = await selectQuotas(tx, { ...filters, after, limit: input.limit });
    const place = (row: (typeof rows)[number]) => [
      row.participantName,
      row.participantId,
      row.from,
      row.to,
      row.componentId ?? '',
      row.unit,
    ];
    return { ...onePage(rows, input.limit, place), total: await countQuotas(tx, filters) };
  });
}
