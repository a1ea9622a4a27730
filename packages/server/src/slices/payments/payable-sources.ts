import type { PaymentRun } from '@attain/contract/payments';
import { daysOf, type Period } from '@attain/domain/base/period';
import { ok, type Result } from '@attain/domain/base/result';
import { payableCalculations } from '@attain/domain/payments/payable-periods';
import type { TenantTx } from '../../db/database.ts';
import { type PaymentSource, selectFirstDay, selectNewest } from './sources-store.ts';

/** The current calculations that the payments of a period pay (PAYM-20); fails if a deal would be paid twice. */
export async function payableSources(
  tx: TenantTx,
  period: Period,
): Promise<Result<readonly (PaymentSource & { readonly planName: string })[]>> {
  const newest = await selectNewest(tx);
  const first = await selectFirstDay(tx);
  const since = first !== null && first < period.from ? first : period.from;
  const payable = payableCalculations(newest, { period, since });
  if (!payable.ok) return payable;
  const byId = new Map(newest.map((one) => [one.id, one]));
  return ok(
    payable.value.flatMap(({ calculationId, originalId }) => {
      const one = byId.get(calculationId);
      if (one === undefined) return [];
      return [
        {
          calculationId,
          originalId,
          planId: one.planId,
          planName: one.planName,
          periodKey: one.period.key,
          days: daysOf(one.period),
        },
      ];
    }),
  );
}

/** Adds calculations completed since the run was made to the reasons why it is out of date. Other statuses are returned unchanged. */
export async function withNewCalculations(tx: TenantTx, run: PaymentRun): Promise<PaymentRun> {
  if (run.status !== 'calculated') return run;
  const payable = await payableSources(tx, run.period);
  const taken = new Set(run.sources.map(({ calculationId }) => calculationId));
  const news = payable.ok
    ? payable.value
        .filter(({ calculationId }) => !taken.has(calculationId))
        .map(({ planName, periodKey }) => `${planName} of ${periodKey} was recalculated since.`)
    : payable.problems.map(({ message }) => message);
  return { ...run, stale: [...news, ...run.stale] };
}
