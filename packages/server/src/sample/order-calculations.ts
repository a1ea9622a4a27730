import type { Run } from '@attain/contract/calculations';
import { periodsOf } from '@attain/domain/base/period';
import type { AppContext } from '../app-context.ts';
import { systemActor } from '../base/actor.ts';
import type { WriteTx } from '../db/write.ts';
import { savePublication } from '../slices/calculations/publish-calculation.ts';
import { startCalculation } from '../slices/calculations/start-calculation.ts';
import type { SampleTenant } from './sample-tenant.ts';

/**
 * Orders and publishes every period of the year of every plan that pays. Periods of the next year that are over are ordered and not
 * published: their close is running. What an earlier start ordered is skipped.
 */
export async function orderCalculations(
  ctx: AppContext,
  tenant: SampleTenant,
  made: {
    tenantId: string;
    owner: string;
    planIds: ReadonlyMap<string, string>;
    ordered: ReadonlySet<string>;
  },
): Promise<void> {
  const actor = systemActor(made.tenantId, made.owner, 'sample');
  for (const { key, status, plan, effective } of tenant.plans) {
    if (status !== 'Active' || !effective) continue;
    const year = Number(effective.from.slice(0, 4));
    const begun = periodsOf(plan.calendar, year + 1).filter(({ to }) => to < (tenant.fixedDay ?? ''));
    for (const { key: period } of [...periodsOf(plan.calendar, year), ...begun]) {
      const planId = made.planIds.get(key) ?? '';
      if (made.ordered.has(`${planId}/${period}`)) continue;
      const run = await startCalculation(ctx, actor, { planId, period });
      if (begun.some((one) => one.key === period)) continue;
      await ctx.write(actor, (tx) =>
        publishSample(tx, run, { by: made.owner, at: ctx.clock.now().toISOString() }),
      );
    }
  }
}

/** The year is over: payees see its results as soon as they are calculated. */
async function publishSample(tx: WriteTx, run: Run, stamp: { by: string; at: string }): Promise<void> {
  await savePublication(tx, run, { audience: 'payees', ...stamp });
  tx.record({
    action: 'calculation.published',
    object: { type: 'calculation', id: run.id },
    reason: { code: 'payees' },
  });
}
