import { attainmentOf, attainmentPercent } from '../attainment/attainment.ts';
import { type Decimal, decimal, HUNDREDTH, ZERO } from '../base/decimal.ts';
import { money, percent } from '../base/figures.ts';
import { compareRatios, type Ratio, ratio, scale } from '../base/ratio.ts';
import { capText } from '../plans/cap.ts';
import type { LineTerms, Trace } from './line-terms.ts';

/**
 * Gate, cap and weight in the order the plan stores (PAY-12), exact. A weight scales target-based pay only; commission
 * is paid as earned. A debit is treated as the mirror of the same pay (PAY-15).
 */
export function modifiedPay(terms: LineTerms, base: Ratio, trace: Trace): Ratio {
  if (terms.rate.kind === 'undefined') return base;
  let pay = base;
  let weighted = false;
  for (const step of terms.plan.order) {
    if (step === 'gate') pay = gated(terms, pay, trace);
    else if (step === 'cap') pay = capped(terms, pay, weighted, trace);
    else {
      pay = weigh(terms, pay, trace);
      weighted = true;
    }
  }
  return pay;
}

function gated(terms: LineTerms, pay: Ratio, trace: Trace): Ratio {
  const { gate, plan } = terms;
  if (gate === null) return pay;
  const result = gate.open ? pay : ratio(ZERO);
  if (trace !== null) {
    const attained = attainmentOf(gate.credited, gate.quota);
    const stands = attained === null ? 'undefined' : `${attainmentPercent(attained)}%`;
    const needed = percent(gate.atLeastPercent);
    const say = gate.open
      ? `The gate is open: ${gate.component.name} reaches ${needed}`
      : `The gate is closed: ${gate.component.name} must reach ${needed}`;
    const sign = gate.open ? '≥' : attained === null ? 'is not' : '<';
    trace.push({
      rule: 'PAY-10',
      say,
      formula: `${stands} ${sign} ${needed}`,
      result: money(result, plan.currency),
    });
  }
  return result;
}

function capped(terms: LineTerms, pay: Ratio, weighted: boolean, trace: Trace): Ratio {
  const limit = capLimit(terms, weighted);
  if (limit === null || terms.cap === null) return pay;
  const size = { over: pay.over.abs(), under: pay.under };
  const over = compareRatios(size, limit) > 0;
  const result = !over ? pay : pay.over.lt(ZERO) ? scale(limit, decimal('-1')) : limit;
  if (trace !== null) {
    const { currency } = terms.plan;
    const base = capBase(terms, weighted);
    const say = over
      ? `The cap of ${capText(terms.cap)} the target limits it`
      : `The cap of ${capText(terms.cap)} the target is not reached`;
    const formula = `min(${money(pay, currency)}, ${capText(terms.cap).slice(0, -1)} × ${money(base, currency)})`;
    trace.push({ rule: 'PAY-11', say, formula, result: money(result, currency) });
  }
  return result;
}

/** The most the line may pay at this point of the order; null without a cap. */
export function capLimit(terms: LineTerms, weighted: boolean): Ratio | null {
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
    say: `The component weighs ${terms.component.weight}% of target variable pay`,
    formula: `${money(pay, currency)} × ${terms.component.weight}%`,
    result: money(result, currency),
  });
  return result;
}

/** The component's weight as a fraction. */
export function weightOf(terms: LineTerms): Decimal {
  return decimal(String(terms.component.weight)).times(HUNDREDTH);
}
