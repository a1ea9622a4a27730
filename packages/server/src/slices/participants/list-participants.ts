import type { ParticipantSort } from '@attain/contract/participants';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { decodeCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { countParticipants, selectParticipants, sortedBy } from './participants-store.ts';
import { visibleParticipants } from './visible-participants.ts';

/** Participants the actor may see, by name or ID. Throws NOT_ALLOWED, and BAD_INPUT for a foreign cursor. */
export function listParticipants(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    search?: string | undefined;
    sort: ParticipantSort;
  },
) {
  return ctx.read(actor, async (tx) => {
    const today = ctx.today(actor);
    const visible = await visibleParticipants(tx, actor, 'read:participants', { from: today, to: today });
    const search = containing(input.search);
    const after = decodeCursor(input.cursor, 2);
    const rows = await selectParticipants(tx, {
      today,
      visible,
      search,
      sort: input.sort,
      after,
      limit: input.limit,
    });
    const total = await countParticipants(tx, { today, visible, search });
    return {
      ...onePage(rows, input.limit, (row) => [row[sortedBy(input.sort)] ?? '', row.id]),
      total,
    };
  });
}
