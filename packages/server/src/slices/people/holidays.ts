import { type Holiday, maxHolidays, readHolidays } from '@attain/domain/base/holidays';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, must } from '../../base/api-error.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { deleteHoliday, lockHolidays, selectHolidays, upsertHolidays } from './holiday-store.ts';

/** The workspace's holidays by date (BASE-13). */
export function listHolidays(ctx: AppContext, actor: Actor): Promise<{ rows: Holiday[] }> {
  mustAllow(actor, 'read:workspace');
  return ctx.read(actor, async (tx) => ({ rows: await selectHolidays(tx) }));
}

/** Adds a CSV of dates and names; a date that is there gets the new name. BAD_INPUT with the problem of each line. */
export function addHolidays(ctx: AppContext, actor: Actor, text: string): Promise<{ rows: Holiday[] }> {
  mustAllow(actor, 'edit:workspace');
  const added = must(readHolidays(text), 'BAD_INPUT', 'No holiday was added.');
  return change(ctx, actor, 'added', (tx) => upsertHolidays(tx, added));
}

/** Removes a holiday. Throws NOT_FOUND if the day is not a holiday. */
export function removeHoliday(ctx: AppContext, actor: Actor, date: string): Promise<{ rows: Holiday[] }> {
  mustAllow(actor, 'edit:workspace');
  return change(ctx, actor, 'removed', async (tx) => {
    if (!(await deleteHoliday(tx, date))) throw new ApiError('NOT_FOUND', `There is no holiday on ${date}.`);
  });
}

function change(
  ctx: AppContext,
  actor: Actor,
  code: 'added' | 'removed',
  work: (tx: WriteTx) => Promise<void>,
): Promise<{ rows: Holiday[] }> {
  return ctx.write(actor, async (tx) => {
    // of two changes at once, the second states what the first left
    await lockHolidays(tx);
    const before = await selectHolidays(tx);
    await work(tx);
    const rows = await selectHolidays(tx);
    if (rows.length > maxHolidays)
      throw new ApiError('CONFLICT', `There can be ${maxHolidays} holidays. Remove those of past years.`);
    tx.record({
      action: 'workspace.holidays-saved',
      object: { type: 'workspace', id: tx.tenantId },
      before: valueHash(before),
      after: valueHash(rows),
      reason: { code },
    });
    return { rows };
  });
}
