import { type Decimal, decimal, sum, ZERO } from '../base/decimal.ts';
import { grouped } from '../base/grouped.ts';
import { allocate, minorDigits } from '../base/money.ts';
import type { DealOnLine, LineOnReceipt } from './payment.ts';

/** A deal with what it pays in its line. */
interface Share {
  readonly deal: DealOnLine;
  readonly share: Decimal;
}

/**
 * What waits of a line's pay: what deals earned, and what returns take back of them. Where the line pays less, its deals wait with
 * less in proportion (PAYM-32). By deal.
 */
export function sharesOf({ deals }: LineOnReceipt, pay: Decimal, currency: string): readonly Share[] {
  const all = [...grouped(deals, ({ dealId }) => dealId)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [deal, ...more]]) =>
      deal === undefined ? [] : [{ deal, share: sum([deal, ...more].map(({ earned }) => decimal(earned))) }],
    );
  const credits = all.filter(({ share }) => share.gt(ZERO));
  const returns = all.filter(({ deal, share }) => share.lt(ZERO) && deal.reverses !== null);
  const max = pay.minus(sum(returns.map(({ share }) => share)));
  if (sum(credits.map(({ share }) => share)).lte(max)) return [...credits, ...returns];
  const parts = allocate(
    max.gt(ZERO) ? max : ZERO,
    credits.map(({ share }) => share),
    minorDigits(currency),
  );
  return [...credits.map(({ deal }, i) => ({ deal, share: parts[i] ?? ZERO })), ...returns];
}
