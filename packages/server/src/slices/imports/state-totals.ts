import type { ImportDetail } from '@attain/contract/imports';
import { needsReason } from '@attain/domain/closes/control-totals';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { controlsOf } from './control-totals.ts';
import { detailOf } from './import-detail.ts';
import { selectImport, updateControl } from './imports-store.ts';
import { mustImport } from './may-import.ts';

/**
 * Stores what a person states as control totals, and why they differ. Throws CONFLICT unless the file is checked and waits for no
 * approval, BAD_INPUT for another number of totals.
 */
export function stateTotals(
  ctx: AppContext,
  actor: Actor,
  { id, stated, reason }: { id: string; stated: readonly (string | null)[]; reason: string | null },
): Promise<ImportDetail> {
  return ctx.write(actor, async (tx) => {
    const before = found(await selectImport(tx, id, true), 'import');
    mustImport(actor, before.kind, before.mapping);
    if (before.status !== 'checked')
      throw new ApiError('CONFLICT', 'Control totals can be stated once the file is checked.');
    if (before.awaitsApproval)
      throw new ApiError('CONFLICT', 'This import waits for approval, with its control totals.');
    const { length } = before.summary?.controls ?? [];
    if (stated.length !== length)
      throw new ApiError('BAD_INPUT', `This import has ${length} control totals, not ${stated.length}.`);
    const wanted = { stated: [...stated], reason: null };
    const differs = controlsOf({ ...before, control: wanted }).some(needsReason);
    const kept = differs ? reason : null;
    await updateControl(tx, id, {
      stated: wanted.stated,
      reason: kept === null ? null : { text: kept, by: actor.userId, at: ctx.clock.now().toISOString() },
    });
    tx.record({
      action: 'import.totals-stated',
      object: { type: 'import', id },
      reason: {
        code: differs ? 'totals-differ' : 'totals-equal',
        ...(kept === null ? {} : { text: kept }),
      },
    });
    return detailOf(tx, actor, found(await selectImport(tx, id), 'import'));
  });
}
