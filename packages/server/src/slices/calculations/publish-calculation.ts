import type { Run } from '@attain/contract/calculations';
import { type Audience, publishTo } from '@attain/domain/access/publication';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { publications } from '../../db/schema/calculations.ts';
import { notifyManagers } from './notify-managers.ts';
import { notifyPayees } from './notify-payees.ts';
import { type PublishedPeriod, publishedTo } from './publications.ts';
import { holdOrder, selectLatestVersion, selectRun } from './runs-store.ts';

/**
 * Publishes the results of a calculation's plan and period to managers or payees, who are notified. Throws CONFLICT before
 * they are calculated, and for an audience that already sees them.
 */
export function publishCalculation(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; audience: Audience },
): Promise<Run> {
  return ctx.write(actor, async (tx) => {
    const results = await publishRun(tx, input, { by: actor.userId, at: ctx.clock.now().toISOString() });
    tx.record({
      action: 'calculation.published',
      object: { type: 'calculation', id: input.id },
      reason: { code: input.audience },
      evidence: results,
    });
    return found(await selectRun(tx, input.id), 'calculation');
  });
}

/** The same inside a transaction, whose caller records it. Returns the hash of the results, if there are any. */
export async function publishRun(
  tx: TenantTx,
  { id, audience }: { id: string; audience: Audience },
  { by, at }: { by: string; at: string },
): Promise<string[]> {
  const run = found(await selectRun(tx, id), 'calculation');
  // a calculation that ends now notifies payees by itself, or is notified here
  await holdOrder(tx, run.planId, run.period);
  if (run.status !== 'completed' && run.status !== 'unchanged')
    throw new ApiError('CONFLICT', `This calculation is ${run.status}. Publish it once it is completed.`);
  must(publishTo(audience, await publishedTo(tx, run)), 'CONFLICT', 'These results are already published.');
  await savePublication(tx, run, { audience, by, at });
  const latest = await selectLatestVersion(tx, run.planId, run.period);
  if (audience === 'payees' && latest !== null)
    await notifyPayees(tx, { runId: latest.id, periodKey: run.period.key, earlierId: null });
  if (audience === 'managers' && latest !== null)
    await notifyManagers(tx, { runId: latest.id, period: run.period });
  return latest === null ? [] : [latest.resultHash];
}

/** Stores who sees the results from now on; the audience only widens. */
export async function savePublication(
  tx: TenantTx,
  { planId, period }: PublishedPeriod,
  { audience, by, at }: { audience: Audience; by: string; at: string },
): Promise<void> {
  if (!publishTo(audience, await publishedTo(tx, { planId, period })).ok) return;
  const of = { tenantId: tx.tenantId, planId, periodFrom: period.from, periodTo: period.to };
  const state = { audience, publishedBy: by, publishedAt: at };
  await tx.db
    .insert(publications)
    .values({ ...of, ...state })
    .onConflictDoUpdate({
      target: [publications.tenantId, publications.planId, publications.periodFrom, publications.periodTo],
      set: state,
    });
}
