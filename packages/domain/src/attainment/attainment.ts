import { type Decimal, decimal, HUNDRED, HUNDREDTH, plain, ZERO } from '../base/decimal.ts';
import { honestPercent, shortPercent } from '../base/figures.ts';
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

/** What a line says of its attainment: of its period, or of the window it is measured over. */
interface MeasuredLine {
  readonly attainmentPercent: string | null;
  readonly credited: string;
  readonly quota: string | null;
  readonly window?: { readonly credited: string } | null;
}

/**
 * A line's attainment for a screen or a file: its percent, but `99.9999` where four decimals alone would write 100 for a quota
 * that was not reached (ATT-5). Null where it is undefined.
 */
export function linePercent({
  attainmentPercent: percent,
  credited,
  quota,
  window,
}: MeasuredLine): string | null {
  if (percent === null || quota === null) return percent;
  const exact = attainmentOf(decimal(window?.credited ?? credited), decimal(quota));
  const isItsOwn = exact !== null && attainmentPercent(exact) === percent;
  return isItsOwn ? plain(honestPercent(inPercent(exact))) : percent;
}

/** The attainment times 100, still undivided. */
export function inPercent(attainment: Ratio): Ratio {
  return { over: attainment.over.times(HUNDRED), under: attainment.under };
}

/** How much more credit reaches a percent of quota; zero or less when it is reached. Exact. */
export function missingTo(percent: Decimal, credited: Decimal, quota: Decimal): Decimal {
  return quota.times(percent).times(HUNDREDTH).minus(credited);
}
