import { periodsOf } from '@attain/domain/base/period';
import type { AppContext } from '../app-context.ts';
import { systemActor } from '../base/actor.ts';
import { startCalculation } from '../slices/calculations/start-calculation.ts';
import type { SampleTenant } from './sample-tenant.ts';

/** Orders every period of the year of every plan that pays; those an earlier start has ordered are left alone. */
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
    for (const { key: period } of periodsOf(plan.calendar, Number(effective.from.slice(0, 4)))) {
      const planId = made.planIds.get(key) ?? '';
      if (!made.ordered.has(`${planId}/${period}`)) await startCalculation(ctx, actor, { planId, period });
    }
  }
}
