import { type Decimal, decimal, HUNDRED, ONE, ZERO } from '../base/decimal.ts';
import { cutRatio, ratio, roundRatio } from '../base/ratio.ts';

const MILLION = decimal('1000000');

/** Cost per run or request with three decimals; null without any (FIN-7). */
export function costEach(cost: Decimal, count: number, digits = 3): string | null {
  if (count === 0) return null;
  return roundRatio(ratio(cost, decimal(String(count))), digits, 'HALF_UP').toFixed(digits);
}

/** Tokens in millions with one decimal: 1,250,000 → `1.3` (FIN-7). */
export function tokensInMillions(tokens: number): string {
  return roundRatio(ratio(decimal(String(tokens)), MILLION), 1, 'HALF_UP').toFixed(1);
}

/** Savings over cost as `21:1`; null without cost or savings (FIN-8). */
export function returnRatio(savings: Decimal, cost: Decimal): string | null {
  if (cost.lte(ZERO) || savings.lte(ZERO)) return null;
  return `${cutRatio(ratio(savings, cost), 0).toFixed(0)}:1`;
}

/** Share of a part in the whole in percent, with one decimal; null without a whole. */
export function sharePercent(part: Decimal, whole: Decimal): string | null {
  if (whole.lte(ZERO)) return null;
  return roundRatio(ratio(part.times(HUNDRED), whole), 1, 'HALF_UP').toFixed(1);
}

export const trends = ['up', 'down', 'flat'] as const;
export type Trend = (typeof trends)[number];

/** Direction and percent of a change, the percent with one decimal; null where there was nothing before. */
export function changeOf(now: Decimal, before: Decimal): { trend: Trend; change: string | null } {
  const order = now.cmp(before);
  const trend = order === 0 ? 'flat' : order > 0 ? 'up' : 'down';
  if (before.eq(0)) return { trend, change: null };
  const percent = now.div(before).minus(ONE).times(HUNDRED);
  return { trend, change: percent.round(1, 1).toFixed(1) };
}
