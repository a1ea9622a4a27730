import type { PayrollLayout, StoredLayout } from '@attain/contract/payroll-layouts';
import { layoutProblems } from '@attain/domain/payments/payroll-layout';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash } from '../../db/write.ts';
import {
  deleteLayout,
  insertLayout,
  lockLayout,
  selectLayouts,
  updateLayout,
} from './payroll-layout-store.ts';

const maxLayouts = 50;

/** The workspace's payroll layouts. */
export async function listLayouts(ctx: AppContext, actor: Actor) {
  mustAllow(actor, 'read:payments');
  return { rows: await ctx.read(actor, selectLayouts) };
}

/** Creates a layout, or changes the one with this ID. BAD_INPUT for one that no payroll could use (PAYM-29). */
export function saveLayout(
  ctx: AppContext,
  actor: Actor,
  { id, ...wanted }: PayrollLayout & { id?: string | undefined },
): Promise<StoredLayout> {
  mustAllow(actor, 'make:payments');
  const problems = layoutProblems(wanted);
  if (problems.length > 0) throw new ApiError('BAD_INPUT', 'The layout can’t be used.', { problems });
  return ctx.write(actor, async (tx) => {
    const before = id === undefined ? null : found(await lockLayout(tx, id), 'payroll layout');
    const layout = { ...wanted, id: id ?? newId() };
    if (before === null && (await selectLayouts(tx)).length >= maxLayouts)
      throw new ApiError('CONFLICT', `There are ${maxLayouts} payroll layouts already. Delete one first.`);
    if (before === null) await insertLayout(tx, layout, actor.userId);
    else await updateLayout(tx, layout);
    tx.record({
      action: 'payroll-layout.saved',
      object: { type: 'payroll-layout', id: layout.id },
      before: before === null ? null : valueHash(before),
      after: valueHash(layout),
    });
    return layout;
  });
}

/** Deletes a layout. Files that were written stay as they are. */
export function removeLayout(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'make:payments');
  return ctx.write(actor, async (tx) => {
    const before = found(await lockLayout(tx, id), 'payroll layout');
    await deleteLayout(tx, id);
    tx.record({
      action: 'payroll-layout.removed',
      object: { type: 'payroll-layout', id },
      before: valueHash(before),
    });
    return { removed: true as const };
  });
}
