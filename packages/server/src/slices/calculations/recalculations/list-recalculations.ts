import { type Actor, mustAllow } from '../../../base/actor.ts';
import { aMoment, anId, decodeTypedCursor, onePage } from '../../../base/cursor.ts';
import { found } from '../../../base/refusal.ts';
import type { House } from '../../../house.ts';
import { selectLinesOf, selectRecalculations } from './recalculation-store.ts';

/** What changed deals made of a run, newest first. NOT_FOUND for a run of another workspace. */
export function listRecalculations(
  house: House,
  actor: Actor,
  input: { id: string; limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:simulated-pay');
  return house.read(actor, async (tx) => {
    const after = decodeTypedCursor(input.cursor, [aMoment, anId]);
    const runId = found(await selectLinesOf(tx, input.id), 'calculation');
    const rows = await selectRecalculations(tx, { runId, after, limit: input.limit });
    return onePage(rows, input.limit, (row) => [row.createdAt, row.id]);
  });
}
