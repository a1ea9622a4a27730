import { type Decimal, ONE, ZERO } from '../../base/decimal.ts';
import type { RateTerms } from '../line-terms.ts';
import type { Band, TierTable } from '../tier-table.ts';

/**
 * The rate without what is higher than its first tier, without its accelerator, and worth no more above 100 % of quota than
 * at it (PAY-27). It never pays more than the rate it is made of.
 */
export function withoutHigherRates(rate: RateTerms): RateTerms {
  switch (rate.kind) {
    case 'table':
      return { ...rate, table: flattened(rate.table) };
    case 'bands': {
      const [first, ...later] = rate.table.bands;
      const bands = later.map((band) => ({ ...band, amount: ZERO, below: first!.amount }));
      return { ...rate, table: { ...rate.table, bands: [first!, ...bands] } };
    }
    case 'sliding': {
      const [first, ...later] = rate.steps;
      const steps = later.map((step) => ({ ...step, ratePercent: ZERO, below: first!.ratePercent }));
      return { ...rate, steps: [first!, ...steps] };
    }
    case 'target': {
      const { share } = rate;
      if (share.of !== 'attainment') return { ...rate, share: { ...share, higherClosed: true } };
      const slows = share.accelerator?.multiplier.lte(ONE) ?? true;
      return slows ? rate : { ...rate, share: { ...share, accelerator: null } };
    }
    case 'rate':
    case 'dated-rate':
    case 'icr':
    case 'undefined':
      return rate;
  }
}

/** Each tier at its own rate or the first one's, whichever is lower. */
function flattened(table: TierTable): TierTable {
  const first = table.bands[0]!;
  const bands: Band[] = [];
  let paidBelow: Decimal = ZERO;
  for (const band of table.bands) {
    const { rate, ratePercent } = band.rate.gt(first.rate) ? first : band;
    bands.push({ ...band, rate, ratePercent, paidBelow });
    if (band.to !== null) paidBelow = paidBelow.plus(band.to.minus(band.from).times(rate));
  }
  return { ...table, bands };
}
