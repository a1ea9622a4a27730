import { daysOf, type Period } from '@attain/domain/base/period';
import type { TenantTx } from '../../../db/database.ts';
import type { PlannedPeriod } from '../../../db/schema/recalculations.ts';
import { findEarlierFrom } from '../earlier-pay.ts';
import { selectActivePlan, selectTotals } from '../runs-store.ts';

/** A period of a plan to calculate. */
export interface DuePeriod {
  readonly planId: string;
  readonly planName: string;
  readonly period: Period;
}

/** The periods of plans that have several of them, of which one needs another. */
export async function periodsInOrder(tx: TenantTx, due: readonly DuePeriod[]): Promise<PlannedPeriod[]> {
  const chained: PlannedPeriod[] = [];
  for (const [planId, some] of Map.groupBy(due, (one) => one.planId)) {
    const plan = some.length > 1 ? await selectActivePlan(tx, planId) : null;
    if (plan === null) continue;
    const { document } = plan;
    const totals = await selectTotals(tx, planId);
    const earlierFrom = await findEarlierFrom(tx, { planId, plan: document });
    const planned = some.map(({ planName, period }): PlannedPeriod => {
      const { key: periodKey, from, to } = period;
      const total = totals.get(daysOf(period)) ?? null;
      const about = { planId, planName, currency: document.currency, total };
      return { ...about, periodKey, from, to, earlierFrom: earlierFrom(period) };
    });
    if (planned.some((one) => one.earlierFrom !== null)) chained.push(...planned);
  }
  return chained;
}
