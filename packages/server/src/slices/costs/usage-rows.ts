import type { ServiceUsage } from '@attain/contract/costs';
import { type Decimal, decimal, plain, sum } from '@attain/domain/base/decimal';
import type { Conversions, CostConverter } from '@attain/domain/costs/conversion';
import { costEach, sharePercent } from '@attain/domain/costs/cost-figures';
import type { TenantTx } from '../../db/database.ts';
import { converterFor } from '../records/cost-conversions.ts';
import { type Span, selectWaste, sumByService } from './usage-store.ts';

/** Calls by connection and model, those of the highest cost first. Calls without a known price or rate have no cost (FIN-13). */
export async function serviceRows(
  tx: TenantTx,
  span: Span,
  into: string,
): Promise<{ rows: ServiceUsage[]; conversions: Conversions }> {
  const stored = await sumByService(tx, span);
  const priced = stored.flatMap(({ currency, cost, ...one }) =>
    currency === null ? [] : [{ ...one, currency, amount: decimal(cost) }],
  );
  const converter = await converterFor(tx, priced, into);
  const rows = [...Map.groupBy(stored, ({ service, model }) => JSON.stringify([service, model])).values()]
    .map((parts) => serviceRow(parts, converter))
    .sort((a, b) => (b.amount === null ? -1 : a.amount === null ? 1 : b.amount.cmp(a.amount)));
  return { rows: rows.map(({ amount: _, ...row }) => row), conversions: converter.tell(priced) };
}

type Calls = Awaited<ReturnType<typeof sumByService>>;

function serviceRow(parts: Calls, converter: CostConverter): ServiceUsage & { amount: Decimal | null } {
  const known = parts.flatMap(({ currency, cost, ...one }) => {
    const amount = currency === null ? null : converter.of({ currency, day: one.day, amount: decimal(cost) });
    return amount === null ? [] : [{ ...one, amount }];
  });
  const count = (some: readonly { requests: number }[]) => some.reduce((all, one) => all + one.requests, 0);
  const amount = known.length === 0 ? null : sum(known.map((one) => one.amount));
  const completed = sum(known.filter((one) => one.isCompleted).map((one) => one.amount));
  const { service = '', model = null } = parts[0] ?? {};
  const tokens = parts.flatMap((one) => (one.tokens === null ? [] : [one.tokens]));
  return {
    service,
    model,
    tokens: tokens.length === 0 ? null : tokens.reduce((all, one) => all + one, 0),
    requests: count(parts),
    cost: amount && plain(amount),
    costPerRequest: amount && costEach(amount, count(known)),
    efficiency: amount && sharePercent(completed, amount),
    unpriced: count(parts.filter(({ currency }) => currency === null)),
    amount,
  };
}

/** What failed runs and unusable answers cost, by subject. */
export async function wasteRows(tx: TenantTx, span: Span, into: string) {
  const { failedRuns, unusable, unpriced } = await selectWaste(tx, span);
  const converter = await converterFor(tx, [...failedRuns, ...unusable], into);
  const bySubject = (some: typeof unusable) =>
    [...Map.groupBy(some, ({ subject }) => subject)].map(([subject, own]) => {
      const amounts = own.flatMap((one) => converter.of({ ...one, amount: decimal(one.amount) }) ?? []);
      return {
        subject,
        amount: amounts.length === 0 ? null : plain(sum(amounts)),
        count: own.reduce((all, one) => all + one.count, 0),
      };
    });
  return { failedRuns: bySubject(failedRuns), unusable: bySubject(unusable), unpriced };
}
