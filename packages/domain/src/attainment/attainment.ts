import { type Decimal, HUNDRED, HUNDREDTH, plain, ZERO } from '../base/decimal.ts';
import { shortPercent } from '../base/figures.ts';
import { compareRatios, type Ratio, ratio, roundRatio } from '../base/ratio.ts';

/**
 * Attainment a = A ÷ Q as a fraction, exact and undivided (ATT-1); null when it is undefined, because there is no quota
 * or it is zero (ATT-2).
 */
export function attainmentOf(credited: Decimal, quota: Decimal | null): Ratio | null {
  return quota === null || quota.lte(ZERO) ? null : ratio(credited, quota);
}

/** Whether attainment is at least a percent, decided on the exact numbers, never on the percent that is shown (ATT-3). */
export function reaches(attainment: Ratio, percent: Decimal): boolean {
  return compareRatios(attainment, ratio(percent, HUNDRED)) >= 0;
}

/** Attainment in percent for showing: at most 4 decimals, half up, without trailing zeros: `87.3783`, `150` (ATT-1). */
export function attainmentPercent(attainment: Ratio): string {
  return plain(roundRatio(inPercent(attainment), 4, 'HALF_UP'));
}

/** Attainment in a sentence or a step: `87.3783%`; just below 100 % it is `99.9999%` (ATT-5). */
export function attainmentWords(attainment: Ratio): string {
  return shortPercent(inPercent(attainment));
}

/** The attainment times 100, still undivided. */
export function inPercent(attainment: Ratio): Ratio {
  return { over: attainment.over.times(HUNDRED), under: attainment.under };
}

/** How much more credit reaches a percent of quota; zero or less when it is reached. Exact. */
export function missingTo(percent: Decimal, credited: Decimal, quota: Decimal): Decimal {
  return quota.times(percent).times(HUNDREDTH).minus(credited);
}
