import { decimal, plain, sum } from '@attain/domain/base/decimal';
import {
  type Conversions,
  type CostConverter,
  costConverter,
  type DatedCost,
} from '@attain/domain/costs/conversion';
import type { TenantTx } from '../../db/database.ts';
import { latestRates } from './latest-rates.ts';

/** A converter with the rates that some costs need; nothing is read where all are in the currency. */
export async function converterFor(
  tx: TenantTx,
  costs: readonly Pick<DatedCost, 'currency' | 'day'>[],
  into: string,
): Promise<CostConverter> {
  const foreign = costs.filter(({ currency }) => currency !== into);
  const pairs = new Map(foreign.map((one) => [`${one.currency} ${one.day}`, one]));
  const wanted = [...pairs.values()].map(({ currency, day }) => ({ currency, into, day }));
  return costConverter(wanted.length === 0 ? [] : await latestRates(tx, wanted), into);
}

/** Costs of one subject as they are stored; currency and cost are null for calls without a price. */
export interface StoredCost {
  readonly currency: string | null;
  readonly day: string;
  readonly cost: string | null;
}

/** What a subject costs in the currency asked for; null: nothing that has a price and a rate. `others` is not in it. */
export interface SubjectCost {
  readonly cost: string | null;
  readonly others: Conversions['others'];
}

/** Adds up stored costs by subject, and tells how those of other currencies came in (FIN-13). */
export async function addedCosts<Stored extends StoredCost, Subject>(
  tx: TenantTx,
  stored: readonly Stored[],
  { into, by }: { into: string; by: (one: Stored) => Subject },
): Promise<{ of: (subject: Subject) => SubjectCost; conversions: Conversions }> {
  const costs = stored.flatMap((one) =>
    one.currency === null || one.cost === null
      ? []
      : [{ currency: one.currency, day: one.day, amount: decimal(one.cost), subject: by(one) }],
  );
  const converter = await converterFor(tx, costs, into);
  const bySubject = Map.groupBy(costs, ({ subject }) => subject);
  return {
    of: (subject) => {
      const own = bySubject.get(subject) ?? [];
      const amounts = own.flatMap((one) => converter.of(one) ?? []);
      return {
        cost: amounts.length === 0 ? null : plain(sum(amounts)),
        others: converter.tell(own).others,
      };
    },
    conversions: converter.tell(costs),
  };
}
