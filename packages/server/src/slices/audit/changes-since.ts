import { parseEntry } from '@attain/domain/proofs/entry';
import type { AppContext } from '../../app-context.ts';
import type { Change } from '../../db/changes.ts';
import { type StoredEntry, selectEntryRange, selectHead } from './audit-store.ts';

/** Reading more than so many entries again costs more than asking for everything on screen. */
const maxEntries = 1_000;

/**
 * The position of a workspace's newest entry (-1: none) and the changes after position `after`, in order. `changes` is
 * null if they are unknown: `after` is null, beyond the log, or too far back.
 */
export async function changesSince(
  ctx: AppContext,
  tenantId: string,
  after: number | null,
): Promise<{ head: number; changes: Change[] | null }> {
  return ctx.db.within(tenantId, async (tx) => {
    const head = ((await selectHead(tx))?.size ?? 0) - 1;
    if (after === null || after > head || head - after > maxEntries) return { head, changes: null };
    const entries = await selectEntryRange(tx, { from: after + 1, to: head + 1 });
    return { head, changes: entries.map((entry) => changeOf(tenantId, entry)) };
  });
}

function changeOf(tenantId: string, { index, body }: StoredEntry): Change {
  const { action, object, actor, ts } = parseEntry(body);
  const userId = actor.kind === 'system' ? actor.onBehalfOf : actor.id;
  return { tenantId, seq: index, action, id: object.id, userId, at: new Date(ts).toISOString() };
}
