import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';

/** Reads the log with every entry that was committed before, each in its place. */
export async function readLog<T>(
  ctx: AppContext,
  actor: Actor,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  await ctx.db.sequencer.settle(actor.tenantId);
  return ctx.read(actor, work);
}
