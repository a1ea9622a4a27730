import { inPercent } from '../../attainment/attainment.ts';
import { type Decimal, HUNDRED, HUNDREDTH } from '../../base/decimal.ts';
import { compareRatios, type Ratio, ratio, scale } from '../../base/ratio.ts';
import type { Accelerator } from '../../plans/accelerator.ts';
import type { Decelerator } from '../../plans/decelerator.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { type CurveTable, curveValue } from './curve-table.ts';
import { type MatrixTable, matrixValue } from './matrix-table.ts';

/** How far another component of the same participant stands. */
export interface OtherComponent {
  readonly component: Component;
  readonly credited: Decimal;
  readonly quota: Decimal | null;
}

/** What share of target an attainment is worth: itself (faster or slower), what a curve says, or what a matrix says. */
export type TargetShare =
  | {
      readonly of: 'attainment';
      readonly accelerator: Accelerator | null;
      readonly decelerator: Decelerator | null;
    }
  | { readonly of: 'curve'; readonly curve: CurveTable; readonly higherClosed: boolean }
  | {
      readonly of: 'matrix';
      readonly matrix: MatrixTable;
      readonly other: OtherComponent;
      /** Percent. */
      readonly otherAttained: Ratio;
      readonly higherClosed: boolean;
    };

/** p(a) for a credit of some size against its quota, as a fraction of target, exact (PAY-7 to PAY-9, PAY-23 to PAY-26). */
export function shareAt(share: TargetShare, size: Decimal, quota: Decimal, plan: Plan): Ratio {
  if (share.of === 'attainment') return ratio(countedCredit(share, size, quota, plan), quota);
  const at = inPercent(ratio(size, quota));
  const value = valueAt(share, at);
  const hundred = ratio(HUNDRED);
  // PAY-27: above 100 % of quota a closed gate leaves what 100 % is worth, unless the plan pays less there.
  if (share.higherClosed && compareRatios(at, hundred) > 0) {
    const atQuota = valueAt(share, hundred);
    if (compareRatios(atQuota, value) < 0) return scale(atQuota, HUNDREDTH);
  }
  return scale(value, HUNDREDTH);
}

function valueAt(share: Exclude<TargetShare, { of: 'attainment' }>, at: Ratio): Ratio {
  return share.of === 'curve'
    ? curveValue(share.curve, at)
    : matrixValue(share.matrix, at, share.otherAttained);
}

/** The credit that counts after decelerator and accelerator, so that p(a) = it ÷ Q. */
export function countedCredit(
  share: Extract<TargetShare, { of: 'attainment' }>,
  size: Decimal,
  quota: Decimal,
  plan: Plan,
): Decimal {
  const { accelerator } = share;
  if (accelerator === null) return slowedCredit(share.decelerator, size, quota, plan);
  const threshold = quota.times(accelerator.abovePercent).times(HUNDREDTH);
  if (size.lte(threshold)) return slowedCredit(share.decelerator, size, quota, plan);
  if (plan.acceleratorReading === 'first-dollar') return size.times(accelerator.multiplier);
  const below = slowedCredit(share.decelerator, threshold, quota, plan);
  return below.plus(size.minus(threshold).times(accelerator.multiplier));
}

/** PAY-25, PAY-26: below its percent a decelerator counts less; first-dollar it is lifted from the percent on. */
export function slowedCredit(
  decelerator: Decelerator | null,
  size: Decimal,
  quota: Decimal,
  plan: Plan,
): Decimal {
  if (decelerator === null) return size;
  const threshold = quota.times(decelerator.belowPercent).times(HUNDREDTH);
  if (size.lt(threshold)) return size.times(decelerator.multiplier);
  if (deceleratorReading(plan) === 'first-dollar') return size;
  return threshold.times(decelerator.multiplier).plus(size.minus(threshold));
}

/** How the plan reads decelerators: its own word, or as it reads accelerators. */
export function deceleratorReading(plan: Plan): Plan['acceleratorReading'] {
  return plan.deceleratorReading ?? plan.acceleratorReading;
}

/** The percent a closed gate leaves a share at most: nothing to say unless attainment is above quota. */
export function losesHigher(share: TargetShare, size: Decimal, quota: Decimal, plan: Plan): boolean {
  if (share.of === 'attainment' || !share.higherClosed) return false;
  const open = shareAt({ ...share, higherClosed: false }, size, quota, plan);
  return compareRatios(shareAt(share, size, quota, plan), open) < 0;
}
