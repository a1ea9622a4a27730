import { parseDay } from '@attain/domain/base/day';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { reachOf } from '../participants/visible-participants.ts';
import { countAssignments, selectAssignments } from './assignment-store.ts';

/** Assignments by participant. Throws NOT_ALLOWED, and BAD_INPUT for a foreign cursor. */
export function listAssignments(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    planId?: string | undefined;
    participantId?: string | undefined;
    search?: string | undefined;
    exceptPlanId?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
) {
  return ctx.read(actor, async (tx) => {
    const query = {
      reach: await reachOf(tx, actor, 'read:participants'),
      planId: input.planId ?? null,
      participantId: input.participantId ?? null,
      search: containing(input.search),
      exceptPlanId: input.exceptPlanId ?? null,
      from: input.from ?? null,
      to: input.to ?? null,
    };
    const isDay = (text: string) => parseDay(text) !== null;
    const after = decodeTypedCursor(input.cursor, [anyText, anyText, anyText, anyText, isDay]);
    const rows = await selectAssignments(tx, { ...query, after, limit: input.limit });
    const place = (row: (typeof rows)[number]) => [
      row.participantName,
      row.participantId,
      row.planName,
      row.planId,
      row.from,
    ];
    return { ...onePage(rows, input.limit, place), total: await countAssignments(tx, query) };
  });
}
