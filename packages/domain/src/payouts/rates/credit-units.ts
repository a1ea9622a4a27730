import Big from 'big.js';
import { type Decimal, decimal, HUNDRED, ONE } from '../../base/decimal.ts';
import { minorDigits } from '../../base/money.ts';
import { compareRatios, cutRatio, type Ratio } from '../../base/ratio.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { isMoney } from '../line-terms.ts';

/** Rounded up to what can be credited: minor units of money, whole deals; scores and percents stay exact where they end. */
export function upToUnit(component: Component, plan: Plan, amount: Decimal | Ratio): Decimal {
  const digits = stepDigits(component, plan);
  if ('under' in amount) return roundedUp(amount, digits ?? FINEST);
  return digits === null ? amount : amount.round(digits, Big.roundUp);
}

/** Decimals to which a quotient of scores or percents is rounded up. */
const FINEST = 4;

function roundedUp(amount: Ratio, digits: number): Decimal {
  const cut = cutRatio(amount, digits);
  return compareRatios({ over: cut, under: ONE }, amount) < 0 ? cut.plus(decimal(`1e-${digits}`)) : cut;
}

/** The least by which credit can grow: a minor unit of money, one deal, a hundredth of anything else. */
export function smallestStep(component: Component, plan: Plan): Decimal {
  const digits = stepDigits(component, plan);
  return digits === null ? decimal('1').div(HUNDRED) : decimal(`1e-${digits}`);
}

function stepDigits(component: Component, plan: Plan): number | null {
  if (isMoney(component)) return minorDigits(plan.currency);
  return component.measure.of === 'deals' || component.measure.unit === 'Count' ? 0 : null;
}
