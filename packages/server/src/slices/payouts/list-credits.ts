import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import { decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import { mustSee } from '../participants/visible-participants.ts';
import { selectCredits } from './credits-store.ts';
import { type LineName, selectLineProof } from './payouts-store.ts';
import { visibleRun } from './visible-run.ts';

/** The deals behind a line in the order they earned, down to the row of the imported file. NOT_FOUND outside the actor's reach. */
export function listCredits(
  ctx: AppContext,
  actor: Actor,
  input: LineName & { limit: number; cursor?: string | undefined; search?: string | undefined },
) {
  return ctx.read(actor, async (tx) => {
    const { linesOf, visible } = await visibleRun(tx, {
      actor,
      permission: 'read:payouts',
      runId: input.runId,
    });
    mustSee(visible, input.participantId);
    const name = { ...input, runId: linesOf };
    const [seq = '0'] = decodeTypedCursor(input.cursor, [(text) => /^\d{1,9}$/.test(text)]) ?? [];
    const line = found(await selectLineProof(tx, name), 'payout line');
    const search = containing(input.search);
    const rows = await selectCredits(tx, { ...name, after: Number(seq), limit: input.limit + 1, search });
    return { ...onePage(rows, input.limit, (credit) => [credit.seq]), total: line.creditCount };
  });
}
