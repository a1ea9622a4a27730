import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { countWorkflows, selectWorkflows } from './workflow-store.ts';

/** Workflows by name; the search covers names and descriptions. Throws BAD_INPUT for a foreign cursor. */
export function listWorkflows(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    search?: string | undefined;
    uses?: string | undefined;
    tag?: string | undefined;
  },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, async (tx) => {
    const filter = { search: containing(input.search), uses: input.uses ?? null, tag: input.tag ?? null };
    const after = decodeTypedCursor(input.cursor, [anyText, anyText]);
    const rows = await selectWorkflows(tx, { ...filter, after, limit: input.limit });
    return {
      ...onePage(rows, input.limit, (row) => [row.name, row.id]),
      total: await countWorkflows(tx, filter),
    };
  });
}
