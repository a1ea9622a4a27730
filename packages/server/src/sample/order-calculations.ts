import { systemActor } from '../base/actor.ts';
import type { House } from '../house.ts';
import { startCalculation } from '../slices/calculations/start-calculation.ts';
import type { SampleTenant } from './sample-tenant.ts';

/** Orders every period of the year of every plan that pays; those an earlier start has ordered are left alone. */
export async function orderCalculations(
  house: House,
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
    const year = effective.from.slice(0, 4);
    const keys =
      plan.calendar.period === 'quarter'
        ? ['Q1', 'Q2', 'Q3', 'Q4']
        : plan.calendar.period === 'month'
          ? Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))
          : [];
    for (const period of keys.length > 0 ? keys.map((part) => `${year}-${part}`) : [year]) {
      const planId = made.planIds.get(key) ?? '';
      if (!made.ordered.has(`${planId}/${period}`)) await startCalculation(house, actor, { planId, period });
    }
  }
}
