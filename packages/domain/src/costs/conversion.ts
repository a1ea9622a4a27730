import { type Decimal, plain, sum, ZERO } from '../base/decimal.ts';
import type { ExchangeRate } from '../crediting/deal.ts';
import { exchanged, exchangeTable, missingRate } from '../crediting/exchange.ts';

/** What was spent on a day, in the currency it was charged in. */
export interface DatedCost {
  readonly currency: string;
  readonly day: string;
  readonly amount: Decimal;
}

/** Costs of other currencies: those in the totals, with the rate they came in by, and those no rate is known for. */
export interface Conversions {
  readonly converted: {
    readonly currency: string;
    readonly cost: string;
    /** The same in the currency of the totals. */
    readonly converted: string;
    /** How many rates were used, and the newest of them. */
    readonly rates: number;
    readonly latest: { readonly rate: string; readonly date: string; readonly source: string };
  }[];
  /** In no total. */
  readonly others: { readonly currency: string; readonly cost: string; readonly message: string }[];
}

/** Turns costs into one currency. */
export interface CostConverter {
  /** The cost at the rate of its day, exact; null: no rate is known on or before the day (FIN-13). */
  of(cost: DatedCost): Decimal | null;
  /** How costs of other currencies came in; those of the currency itself are not mentioned. */
  tell(costs: readonly DatedCost[]): Conversions;
}

/** A converter by stored rates, the latest on or before the day of each cost (FIN-13). */
export function costConverter(rates: readonly ExchangeRate[], into: string): CostConverter {
  const table = exchangeTable(rates, into);
  const of = ({ currency, day, amount }: DatedCost) => {
    if (currency === into || amount.eq(ZERO)) return amount;
    const exchange = table.find(currency, day);
    return exchange === null ? null : exchanged(amount, exchange);
  };
  const tell = (costs: readonly DatedCost[]): Conversions => {
    const foreign = costs.filter(({ currency, amount }) => currency !== into && !amount.eq(ZERO));
    const converted: Conversions['converted'] = [];
    const others: Conversions['others'] = [];
    for (const currency of [...new Set(foreign.map((one) => one.currency))].sort()) {
      const own = foreign.filter((one) => one.currency === currency);
      const found = own.flatMap((cost) => {
        const exchange = table.find(currency, cost.day);
        return exchange === null ? [] : [{ cost, exchange }];
      });
      const used = new Map(found.map(({ exchange }) => [exchange.shown.date, exchange.shown]));
      const latest = used.get([...used.keys()].sort().at(-1) ?? '');
      if (latest !== undefined)
        converted.push({
          currency,
          cost: plain(sum(found.map(({ cost }) => cost.amount))),
          converted: plain(sum(found.map(({ cost, exchange }) => exchanged(cost.amount, exchange)))),
          rates: used.size,
          latest,
        });
      const missing = own.filter(({ day }) => table.find(currency, day) === null);
      const [first] = missing.map(({ day }) => day).sort();
      if (first !== undefined) {
        const message = missingRate({ from: currency, to: into, day: first });
        others.push({ currency, cost: plain(sum(missing.map(({ amount }) => amount))), message });
      }
    }
    return { converted, others };
  };
  return { of, tell };
}
