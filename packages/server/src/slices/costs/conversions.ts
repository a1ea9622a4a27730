import { type CostConverter, costConverter, type DatedCost } from '@attain/domain/costs/conversion';
import type { TenantTx } from '../../db/database.ts';
import { latestRates } from '../records/latest-rates.ts';

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
