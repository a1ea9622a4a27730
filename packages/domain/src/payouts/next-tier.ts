import Big from 'big.js';
import { missingTo } from '../attainment/attainment.ts';
import { type Decimal, decimal, HUNDRED, HUNDREDTH, plain, ZERO } from '../base/decimal.ts';
import { money, percent } from '../base/figures.ts';
import { minorDigits, moneyText, roundMoney } from '../base/money.ts';
import type { Component, Plan } from '../plans/plan.ts';
import { isMoney, type LineTerms, measured } from './line-terms.ts';
import { modifiedPay } from './modifiers.ts';
import type { NextTier } from './payout.ts';
import { ratePay } from './rate-pay.ts';

interface Goal {
  readonly at: Decimal;
  readonly name: string;
}

/**
 * What has to change to be paid at the next tier, to reach target or the accelerator, or to open a closed gate (PAY-17).
 * `wouldPay` is computed by the very functions that pay, at exactly `needed` more credit. Null when nothing lies ahead, when a
 * cap already holds, and for tables on each deal by itself, where only a single larger deal could reach higher.
 */
export function nextTier(
  terms: LineTerms,
  total: Decimal,
  amount: Decimal,
  dealsPay: Decimal,
): NextTier | null {
  if (terms.gate !== null && !terms.gate.open) return throughGate(terms, total, dealsPay);
  const goal = goals(terms).find(({ at }) => at.gt(total));
  if (goal === undefined) return null;
  const needed = upToUnit(terms.component, terms.plan, goal.at.minus(total));
  const wouldPay = payAt(terms, total.plus(needed), dealsPay);
  if (wouldPay.eq(amount)) return null;
  const { component, plan } = terms;
  const say = `Another ${measured(component, plan, needed)} of credit reaches ${goal.name}; the line would then pay ${money(wouldPay, plan.currency)} ${plan.currency}.`;
  return { say, needed: plain(needed), wouldPay: moneyText(wouldPay, plan.currency) };
}

/** The totals at which something changes for the better or worse, lowest first. */
function goals(terms: LineTerms): readonly Goal[] {
  const { rate, component, plan } = terms;
  if (rate.kind === 'table' && rate.per === 'period') {
    return rate.table.bands.slice(1).map((band) => {
      const rateText = isMoney(component)
        ? percent(decimal(band.ratePercent))
        : `${money(decimal(band.ratePercent).times(HUNDREDTH), plan.currency)} each`;
      return { at: band.from, name: `the tier from ${measured(component, plan, band.from)} at ${rateText}` };
    });
  }
  if (rate.kind !== 'target') return [];
  const found: Goal[] = [{ at: rate.quota, name: '100% of quota' }];
  if (rate.accelerator !== null) {
    const above = percent(rate.accelerator.abovePercent);
    const threshold = rate.quota.times(rate.accelerator.abovePercent).times(HUNDREDTH);
    if (plan.acceleratorReading === 'first-dollar') {
      // At the threshold itself nothing is accelerated yet, so the goal is the smallest step beyond it.
      found.push({
        at: threshold.plus(smallestStep(component, plan)),
        name: `the accelerator above ${above}`,
      });
    } else found.push({ at: threshold, name: `${above} of quota, from where the accelerator counts` });
  }
  return found.sort((a, b) => a.at.cmp(b.at));
}

function throughGate(terms: LineTerms, total: Decimal, dealsPay: Decimal): NextTier | null {
  const { gate, plan } = terms;
  if (gate === null || gate.quota === null || gate.quota.lte(ZERO)) return null;
  const wouldPay = payAt({ ...terms, gate: { ...gate, open: true } }, total, dealsPay);
  if (wouldPay.lte(ZERO)) return null;
  const missing = missingTo(gate.atLeastPercent, gate.credited, gate.quota);
  const needed = upToUnit(gate.component, plan, missing);
  const say = `Another ${measured(gate.component, plan, needed)} on ${gate.component.name} opens the gate at ${percent(gate.atLeastPercent)}; the line would then pay ${money(wouldPay, plan.currency)} ${plan.currency}.`;
  return { say, needed: plain(needed), wouldPay: moneyText(wouldPay, plan.currency) };
}

function payAt(terms: LineTerms, total: Decimal, dealsPay: Decimal): Decimal {
  const exact = modifiedPay(terms, ratePay(terms, { total, dealsPay }, null), null);
  return roundMoney(exact, terms.plan.currency, terms.plan.rounding.mode);
}

/** Rounded up to what can be credited: minor units of money, whole deals; scores and percents stay exact. */
function upToUnit(component: Component, plan: Plan, amount: Decimal): Decimal {
  const digits = stepDigits(component, plan);
  return digits === null ? amount : amount.round(digits, Big.roundUp);
}

function smallestStep(component: Component, plan: Plan): Decimal {
  const digits = stepDigits(component, plan);
  return digits === null ? decimal('1').div(HUNDRED) : decimal(`1e-${digits}`);
}

function stepDigits(component: Component, plan: Plan): number | null {
  if (isMoney(component)) return minorDigits(plan.currency);
  return component.measure.of === 'deals' || component.measure.unit === 'Count' ? 0 : null;
}
