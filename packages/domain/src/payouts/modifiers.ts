import { type Decimal, decimal, HUNDREDTH, ZERO } from '../base/decimal.ts';
import { money, percent } from '../base/figures.ts';
import { compareRatios, type Ratio, ratio, scale } from '../base/ratio.ts';
import { type Cap, capText } from '../plans/cap.ts';
import { gated } from './gates/gate-steps.ts';
import { lowerOf } from './limits/limit-formula.ts';
import type { MoneyLimit } from './limits/line-limits.ts';
import type { LineTerms, Trace } from './line-terms.ts';

/**
 * Gate, multiplier, cap (with the limits whose excess is lost) and weight in the order the plan stores (PAY-12), exact. A
 * weight scales target-based pay only; commission is paid as earned. A debit is treated as the mirror of the same pay (PAY-15).
 */
export function modifiedPay(terms: LineTerms, base: Ratio, trace: Trace): Ratio {
  if (terms.rate.kind === 'undefined') return base;
  let pay = base;
  let weighted = false;
  for (const step of terms.plan.order) {
    if (step === 'gate') pay = gated(terms, pay, trace);
    else if (step === 'multiplier') pay = multiplied(terms, pay, trace);
    else if (step === 'cap') pay = limited(terms, capped(terms, pay, weighted, trace), weighted, trace);
    else {
      pay = weigh(terms, pay, trace);
      weighted = true;
    }
  }
  return pay;
}

function multiplied(terms: LineTerms, pay: Ratio, trace: Trace): Ratio {
  const { multiplier, plan } = terms;
  if (multiplier === null) return pay;
  const { factor, attained, component } = multiplier;
  const over = pay.over.times(factor.over).times(HUNDREDTH);
  const result = { over, under: pay.under.times(factor.under) };
  trace?.push({
    rule: 'PAY-28',
    message: `Multiplied by ${percent(factor)}, because ${component.name} stands at ${percent(attained)}`,
    formula: `${money(pay, plan.currency)} × ${percent(factor)}`,
    result: money(result, plan.currency),
  });
  return result;
}

function capped(terms: LineTerms, pay: Ratio, weighted: boolean, trace: Trace): Ratio {
  const limit = capLimit(terms, weighted);
  if (limit === null || terms.cap === null) return pay;
  const result = atMost(pay, limit);
  const over = result !== pay;
  if (trace !== null) {
    const { currency } = terms.plan;
    const base = capBase(terms, weighted);
    const message = over
      ? `The cap of ${multipleText(terms, terms.cap)} limits it`
      : `The cap of ${multipleText(terms, terms.cap)} is not reached`;
    const max = `${capText(terms.cap).slice(0, -1)} × ${money(base, currency)}`;
    const formula = lowerOf(pay, max, (size) => money(size, currency));
    trace.push({ rule: 'PAY-11', message, formula, result: money(result, currency) });
  }
  return result;
}

/** The limits beside the cap whose excess is lost: multiples of target (PAY-11) and amounts of the period (PAY-31). */
function limited(terms: LineTerms, pay: Ratio, weighted: boolean, trace: Trace): Ratio {
  let result = pay;
  for (const limit of terms.limits.lost) {
    const before = result;
    const max = moneyLimit(terms, limit, weighted);
    result = atMost(before, max);
    if (trace === null) continue;
    const { currency } = terms.plan;
    const text = limitText(terms, limit);
    const message = result === before ? `The limit of ${text} is not reached` : `The limit of ${text} holds`;
    const formula = lowerOf(before, money(max, currency), (size) => money(size, currency));
    const rule = limit.kind === 'amount' ? 'PAY-31' : 'PAY-11';
    trace.push({ rule, message, formula, result: money(result, currency) });
  }
  return result;
}

/** How a limit is called in a sentence: `5,000.00 USD`, `2x the target`. */
export function limitText(terms: LineTerms, limit: MoneyLimit): string {
  if (limit.kind === 'amount') return `${money(limit.amount, terms.plan.currency)} ${terms.plan.currency}`;
  return multipleText(terms, { timesTarget: limit.times });
}

/** How a multiple of target is called: what is settled at `rate-only` is the period, whatever target its rate is made of. */
export function multipleText({ window }: LineTerms, cap: Cap): string {
  return `${capText(cap)} ${window?.settle === 'rate-only' ? "the period's target" : 'the target'}`;
}

/** The most a limit lets the line pay at this point of the order. */
export function moneyLimit(terms: LineTerms, limit: MoneyLimit, weighted: boolean): Ratio {
  return limit.kind === 'amount' ? ratio(limit.amount) : scale(capBase(terms, weighted), limit.times);
}

/** A pay of no more than a size, debits by their size too. */
function atMost(pay: Ratio, max: Ratio): Ratio {
  const size = { over: pay.over.abs(), under: pay.under };
  if (compareRatios(size, max) <= 0) return pay;
  return pay.over.lt(ZERO) ? scale(max, decimal('-1')) : max;
}

/** The most the line may pay at this point of the order; null without a cap. */
function capLimit(terms: LineTerms, weighted: boolean): Ratio | null {
  return terms.cap === null || terms.target === null
    ? null
    : scale(capBase(terms, weighted), terms.cap.timesTarget);
}

/**
 * What the multiple of a cap is taken of (PAY-11): the component's target, target variable × weight. Before the weight of
 * a target-based component has been applied, the unweighted target, so that both orders mean the same limit.
 */
function capBase(terms: LineTerms, weighted: boolean): Ratio {
  const target = terms.target ?? ratio(ZERO);
  return terms.rate.kind === 'target' && !weighted ? target : scale(target, weightOf(terms));
}

function weigh(terms: LineTerms, pay: Ratio, trace: Trace): Ratio {
  if (terms.rate.kind !== 'target') return pay;
  const result = scale(pay, weightOf(terms));
  const { currency } = terms.plan;
  trace?.push({
    rule: 'PAY-12',
    message: `The component weighs ${terms.component.weight}% of target variable pay`,
    formula: `${money(pay, currency)} × ${terms.component.weight}%`,
    result: money(result, currency),
  });
  return result;
}

/** The component's weight as a fraction. */
export function weightOf(terms: LineTerms): Decimal {
  return decimal(String(terms.component.weight)).times(HUNDREDTH);
}
