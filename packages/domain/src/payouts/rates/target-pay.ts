import { inPercent } from '../../attainment/attainment.ts';
import { type Decimal, HUNDRED, HUNDREDTH, ONE, plain, ZERO } from '../../base/decimal.ts';
import { money, percent } from '../../base/figures.ts';
import { compareRatios, type Ratio, ratio, scale } from '../../base/ratio.ts';
import type { LineTerms, RateTerms, Trace } from '../line-terms.ts';
import type { Step } from '../payout.ts';
import { targetSteps } from '../windows/window-steps.ts';
import { curveFormula, curveValue } from './curve-table.ts';
import { matrixPlace, matrixValue } from './matrix-table.ts';
import {
  countedCredit,
  deceleratorReading,
  losesHigher,
  shareAt,
  slowedCredit,
  type TargetShare,
} from './target-share.ts';

type TargetTerms = Extract<RateTerms, { kind: 'target' }>;

/**
 * TV × p(a), one quotient for the whole chain (PAY-7); the weight comes later, in the plan's order. A negative total is the
 * mirror of its size (PAY-15).
 */
export function targetPay(terms: LineTerms, rate: TargetTerms, total: Decimal, trace: Trace): Ratio {
  const size = total.abs();
  const worth = shareAt(rate.share, size, rate.quota, terms.plan);
  const max = terms.limits.payoutPercent;
  const limited = max !== null && compareRatios(worth, ratio(max)) > 0 ? ratio(max) : worth;
  const share = scale(limited, total.lt(ZERO) ? ONE.neg() : ONE);
  const pay = { over: rate.target.over.times(share.over), under: rate.target.under.times(share.under) };
  if (trace === null) return pay;
  trace.push(...shareSteps(terms, rate, total));
  if (max !== null) {
    const limit = percent(max.times(HUNDRED));
    const message =
      limited === worth
        ? `The limit of ${limit} of target is not reached`
        : `At most ${limit} of target is paid`;
    const formula = `min(${percent(inPercent(worth))}, ${limit})`;
    trace.push({ rule: 'PAY-30', message, formula, result: percent(inPercent(limited)) });
  }
  trace.push(...paidSteps(terms, rate, share, pay));
  return pay;
}

function paidSteps(terms: LineTerms, rate: TargetTerms, share: Ratio, pay: Ratio): readonly Step[] {
  const { currency } = terms.plan;
  const target = money(rate.target, currency);
  return [
    ...targetSteps(terms, rate.target),
    {
      rule: 'PAY-7',
      message:
        rate.share.of === 'attainment'
          ? 'The target is paid in proportion to attainment'
          : 'That share of the target is paid',
      formula: `${target} × ${percent(inPercent(share))}`,
      result: money(pay, currency),
    },
  ];
}

/** How attainment becomes a share of target, step by step; returns are shown by their size. */
function shareSteps(terms: LineTerms, rate: TargetTerms, total: Decimal): readonly Step[] {
  const { share, quota } = rate;
  const size = total.abs();
  if (share.of === 'attainment') return speedSteps(terms, share, size, quota);
  const at = inPercent(ratio(size, quota));
  const steps: Step[] = [share.of === 'curve' ? curveStep(share, at) : matrixStep(share, at)];
  if (losesHigher(share, size, quota, terms.plan)) {
    const left = percent(inPercent(shareAt(share, size, quota, terms.plan)));
    const message = 'The gate is closed: above 100% of quota nothing more is paid';
    steps.push({ rule: 'PAY-27', message, formula: `at 100%: ${left}`, result: left });
  }
  return steps;
}

function curveStep(share: Extract<TargetShare, { of: 'curve' }>, at: Ratio): Step {
  return {
    rule: 'PAY-23',
    message: `What the pay curve says at ${percent(at)} of quota`,
    formula: curveFormula(share.curve, at),
    result: percent(curveValue(share.curve, at)),
  };
}

function matrixStep(share: Extract<TargetShare, { of: 'matrix' }>, at: Ratio): Step {
  const { matrix, other, otherAttained } = share;
  return {
    rule: 'PAY-24',
    message: `What the matrix says at ${percent(at)} of quota and ${percent(otherAttained)} on ${other.component.name}`,
    formula: matrixPlace(matrix, at, otherAttained),
    result: percent(matrixValue(matrix, at, otherAttained)),
  };
}

/** What an accelerator or decelerator makes of a credit's size, step by step; none where it changes nothing (PAY-8, PAY-9, PAY-25, PAY-26). */
export function speedSteps(
  terms: LineTerms,
  share: Extract<TargetShare, { of: 'attainment' }>,
  size: Decimal,
  quota: Decimal,
): readonly Step[] {
  const { plan } = terms;
  const { accelerator, decelerator } = share;
  const shown = (credit: Decimal) => percent(inPercent(ratio(credit, quota)));
  const counted = countedCredit(share, size, quota, plan);
  const threshold = accelerator && quota.times(accelerator.abovePercent).times(HUNDREDTH);
  const fast = accelerator !== null && threshold !== null && size.gt(threshold);
  const steps: Step[] = [];
  const slowedSize = fast && threshold !== null ? threshold : size;
  const slowed = slowedCredit(decelerator, slowedSize, quota, plan);
  const overridden = fast && plan.acceleratorReading === 'first-dollar';
  if (decelerator !== null && !slowed.eq(slowedSize) && !overridden) {
    const below = percent(decelerator.belowPercent);
    const times = plain(decelerator.multiplier);
    const everything = deceleratorReading(plan) === 'first-dollar';
    const message = everything
      ? `Below ${below} all attainment counts ${times} times`
      : `What lies below ${below} counts ${times} times`;
    const inside = slowedSize.times(HUNDRED).lt(quota.times(decelerator.belowPercent));
    const formula = inside
      ? `${shown(slowedSize)} × ${times}`
      : `${below} × ${times} + (${shown(slowedSize)} − ${below})`;
    steps.push({ rule: everything ? 'PAY-26' : 'PAY-25', message, formula, result: shown(slowed) });
  }
  if (!fast || accelerator === null || counted.eq(size)) return steps;
  const above = percent(accelerator.abovePercent);
  const times = plain(accelerator.multiplier);
  if (overridden) {
    const message = `Above ${above} all attainment counts ${times} times`;
    steps.push({ rule: 'PAY-9', message, formula: `${shown(size)} × ${times}`, result: shown(counted) });
  } else {
    const message = `What lies above ${above} counts ${times} times`;
    const formula = `${shown(slowed)} + (${shown(size)} − ${above}) × ${times}`;
    steps.push({ rule: 'PAY-8', message, formula, result: shown(counted) });
  }
  return steps;
}
