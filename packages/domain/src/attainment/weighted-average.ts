import { type Decimal, HUNDRED, HUNDREDTH, ZERO } from '../base/decimal.ts';
import { addRatios, compareRatios, type Ratio, ratio, scale } from '../base/ratio.ts';

/** An attainment, null where it is undefined, and how much of an average it is, in percent. */
export interface WeightedAttainment {
  readonly attained: Ratio | null;
  readonly weightPercent: Decimal;
}

/**
 * Σ weight × attainment as a fraction, exact and undivided, each attainment counted as far as `mostPercent` of quota, or as far as
 * it goes (ATT-6); null when one of them is undefined. The weights sum to 100.
 */
export function weightedAverage(
  parts: readonly WeightedAttainment[],
  maxPercent: Decimal | null,
): Ratio | null {
  let all = ratio(ZERO);
  for (const { attained, weightPercent } of parts) {
    if (attained === null) return null;
    all = addRatios(all, scale(countedAttainment(attained, maxPercent), weightPercent.times(HUNDREDTH)));
  }
  return all;
}

/** What of an attainment counts in an average: the attainment itself where it is not above the percent, else that (ATT-6). */
export function countedAttainment(attained: Ratio, maxPercent: Decimal | null): Ratio {
  if (maxPercent === null) return attained;
  const max = ratio(maxPercent, HUNDRED);
  return compareRatios(attained, max) > 0 ? max : attained;
}
