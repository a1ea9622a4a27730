import { type Decimal, decimal } from '../base/decimal.ts';

/** The days on which a price holds, both included; null: no end. */
export interface PriceDays {
  readonly validFrom: string;
  readonly validTo: string | null;
}

/** Whether two prices hold on the same day (FIN-5). */
export function pricesOverlap(a: PriceDays, b: PriceDays): boolean {
  return startsBeforeEnd(a, b) && startsBeforeEnd(b, a);
}

function startsBeforeEnd(a: PriceDays, b: PriceDays): boolean {
  return b.validTo === null || a.validFrom <= b.validTo;
}

/** What calls of a connection cost. */
export interface CallPrice {
  readonly promptPerMillion: string;
  readonly completionPerMillion: string;
  readonly perRequest: string;
}

/** The cost of calls with so many tokens. */
export function callCost(
  price: CallPrice,
  calls: { readonly promptTokens: number; readonly completionTokens: number; readonly requests: number },
): Decimal {
  const tokens = times(price.promptPerMillion, calls.promptTokens).plus(
    times(price.completionPerMillion, calls.completionTokens),
  );
  return tokens.times(MILLIONTH).plus(times(price.perRequest, calls.requests));
}

const MILLIONTH = decimal('0.000001');
const times = (price: string, count: number) => decimal(price).times(decimal(String(count)));
