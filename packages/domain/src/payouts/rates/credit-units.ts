import Big from 'big.js';
import { type Decimal, decimal, HUNDRED } from '../../base/decimal.ts';
import { minorDigits } from '../../base/money.ts';
import type { Component, Plan } from '../../plans/plan.ts';
import { isMoney } from '../line-terms.ts';

/** Rounded up to what can be credited: minor units of money, whole deals; scores and percents stay exact. */
export function upToUnit(component: Component, plan: Plan, amount: Decimal): Decimal {
  const digits = stepDigits(component, plan);
  return digits === null ? amount : amount.round(digits, Big.roundUp);
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
