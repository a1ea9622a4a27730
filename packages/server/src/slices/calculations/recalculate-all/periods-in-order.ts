import { daysOf, type Period } from '@attain/domain/base/period';
import type { TenantTx } from '../../../db/database.ts';
import type { PlannedPeriod } from '../../../db/schema/recalculations.ts';
import { earlierFrom } from '../earlier-pay.ts';
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
    const planned: PlannedPeriod[] = [];
    for (const { planName, period } of some)
      planned.push({
        ...{
          planId,
          planName,
          currency: document.currency,
          periodKey: period.key,
          from: period.from,
          to: period.to,
        },
        total: totals.get(daysOf(period)) ?? null,
        earlierFrom: await earlierFrom(tx, { planId, plan: document, period }),
      });
    if (planned.some((one) => one.earlierFrom !== null)) chained.push(...planned);
  }
  return chained;
}
