import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../../base/cursor.ts';
import { selectLinesOf, selectRecalculations } from './recalculation-store.ts';

/** Previews of changed records for a run, newest first. Throws NOT_FOUND for a run of another workspace. */
export function listRecalculations(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:simulated-pay');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const runId = found(await selectLinesOf(tx, input.id), 'calculation');
    const rows = await selectRecalculations(tx, { runId, after, limit: input.limit });
    return onePage(rows, input.limit, (row) => [row.createdAt, row.id]);
  });
}
