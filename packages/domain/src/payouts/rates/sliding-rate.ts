import { type Decimal, decimal, HUNDREDTH, ZERO } from '../../base/decimal.ts';
import { type Ratio, ratio } from '../../base/ratio.ts';
import type { RateStep } from '../../plans/terms.ts';

/** One step of an interpolated rate, ready to compute with; rates in percent. */
export interface SlidingStep {
  readonly from: Decimal;
  readonly to: Decimal;
  readonly ratePercent: Decimal;
  /** The sum of the rates of all steps before. */
  readonly below: Decimal;
}

/** The steps in amounts of the measure; with a quota the bounds are read as percent of it, exact (PAY-6). */
export function slidingSteps(steps: readonly RateStep[], quota: Decimal | null): readonly SlidingStep[] {
  let below = ZERO;
  return steps.map((step) => {
    const ratePercent = decimal(step.ratePercent);
    const read = { from: bound(step.from, quota), to: bound(step.to, quota), ratePercent, below };
    below = below.plus(ratePercent);
    return read;
  });
}

function bound(text: string, quota: Decimal | null): Decimal {
  return quota === null ? decimal(text) : decimal(text).times(HUNDREDTH).times(quota);
}

/** The step that holds the size of an amount; the last one above all. */
export function slidingStepOf(steps: readonly SlidingStep[], amount: Decimal): SlidingStep {
  const size = amount.abs();
  return steps.find((step) => size.lt(step.to)) ?? steps.at(-1)!;
}

/** The rate in percent at an amount: Σ of the full steps + (x − lo) ÷ (hi − lo) × rate; above the last step all of them (PAY-22). */
export function slidingPercent(steps: readonly SlidingStep[], amount: Decimal): Ratio {
  const step = slidingStepOf(steps, amount);
  const size = amount.abs();
  if (size.gte(step.to)) return ratio(step.below.plus(step.ratePercent));
  const width = step.to.minus(step.from);
  const over = step.below.times(width).plus(size.minus(step.from).times(step.ratePercent));
  return ratio(over, width);
}

/** The amount × the rate at it; the mirror for returns (PAY-15). */
export function slidingPay(steps: readonly SlidingStep[], amount: Decimal): Ratio {
  const { over, under } = slidingPercent(steps, amount);
  return ratio(over.times(amount).times(HUNDREDTH), under);
}
