import { deferredCost, monthBefore } from '@attain/domain/payments/deferred';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash } from '../../db/write.ts';
import { selectBenefitMonths, selectPostedCosts, updateBenefitMonths } from './position-store.ts';

/** Sets the months over which posted earnings are deferred (PAYM-34); null: they are not. */
export function saveBenefitPeriod(ctx: AppContext, actor: Actor, months: number | null) {
  mustAllow(actor, 'approve:payments');
  return ctx.write(actor, async (tx) => {
    const before = await selectBenefitMonths(tx);
    await updateBenefitMonths(tx, months);
    tx.record({
      action: 'workspace.benefit-period-saved',
      object: { type: 'workspace', id: tx.tenantId },
      before: valueHash({ benefitMonths: before }),
      after: valueHash({ benefitMonths: months }),
    });
    return { months };
  });
}

/** The deferred cost after the last month that is over, and how many payees are in it. */
export async function deferredPosition(tx: TenantTx, today: string) {
  const months = await selectBenefitMonths(tx);
  const after = monthBefore(today);
  const costs = months === null ? [] : await selectPostedCosts(tx);
  return {
    payees: costs.map(({ payees }) => ({ payees })),
    deferred: { months, after, amounts: months === null ? [] : deferredCost(costs, { months, after }) },
  };
}
