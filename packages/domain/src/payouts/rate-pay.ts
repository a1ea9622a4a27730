import { inPercent } from '../attainment/attainment.ts';
import { wholeMonths } from '../base/day.ts';
import { type Decimal, decimal, HUNDRED, HUNDREDTH, plain, ZERO } from '../base/decimal.ts';
import { money, percent } from '../base/figures.ts';
import { quotient, type Ratio, ratio } from '../base/ratio.ts';
import type { Accelerator } from '../plans/accelerator.ts';
import { isMoney, type LineTerms, measured, type Tally, type Trace } from './line-terms.ts';
import { type Band, tablePay } from './tier-table.ts';

/**
 * What the rate pays on the credit gathered so far, exact, before gate, cap and weight. With a trace, the steps are
 * written down while they are computed. `parts` is what each tier is paid on, needed for the steps of a table.
 */
export function ratePay(
  terms: LineTerms,
  tally: Tally,
  trace: Trace,
  parts?: ReadonlyMap<number, Decimal>,
): Ratio {
  const { rate } = terms;
  switch (rate.kind) {
    case 'undefined':
      trace?.push({ rule: 'ATT-2', say: rate.why, formula: '0', result: money(ZERO, terms.plan.currency) });
      return ratio(ZERO);
    case 'rate': {
      const pay = ratio(tally.total.times(rate.rate));
      const say =
        rate.rule === 'PAY-1' ? 'All credit at one rate' : "All credit at the participant's own rate";
      trace?.push({ rule: rate.rule, say, ...product(terms, tally.total, rate.ratePercent, pay) });
      return pay;
    }
    case 'table': {
      if (trace !== null && parts !== undefined) return tracedTable(terms, trace, parts);
      return ratio(rate.per === 'deal' ? tally.dealsPay : tablePay(rate.table, tally.total));
    }
    case 'target':
      return targetPay(terms, rate, tally.total, trace);
  }
}

/** `40,000.00 × 3%`, or for what is not money `12 × 50.00`: a percent of a count is an amount for each. */
function product(terms: LineTerms, amount: Decimal, ratePercent: string, pay: Ratio) {
  const { component, plan } = terms;
  const by = isMoney(component)
    ? percent(decimal(ratePercent))
    : money(decimal(ratePercent).times(HUNDREDTH), plan.currency);
  return { formula: `${measured(component, plan, amount)} × ${by}`, result: money(pay, plan.currency) };
}

function tracedTable(
  terms: LineTerms,
  trace: NonNullable<Trace>,
  parts: ReadonlyMap<number, Decimal>,
): Ratio {
  const { rate } = terms;
  if (rate.kind !== 'table') throw new TypeError('not a table');
  const { table } = rate;
  const rule = table.kind === 'marginal' ? 'PAY-3' : 'PAY-4';
  if (rate.ofQuota && terms.quota !== null) {
    const result = measured(terms.component, terms.plan, terms.quota.amount);
    const say = 'The bounds of the tiers are percents of quota';
    trace.push({ rule: 'PAY-6', say, formula: `100% = ${result}`, result });
  }
  const pays: Decimal[] = [];
  for (const [i, part] of [...parts].sort(([a], [b]) => a - b)) {
    const band = table.bands[i]!;
    const pay = part.times(band.rate);
    pays.push(pay);
    trace.push({ rule, say: tierSays(terms, band), ...product(terms, part, band.ratePercent, ratio(pay)) });
  }
  const total = pays.reduce((all, pay) => all.plus(pay), ZERO);
  const { currency } = terms.plan;
  if (pays.length > 1) {
    const formula = pays.map((pay) => money(pay, currency)).join(' + ');
    trace.push({ rule, say: 'All tiers together', formula, result: money(total, currency) });
  }
  if (pays.length === 0 && rate.per !== 'deal') {
    const say = 'Nothing is left for the table: sales and returns cancel out';
    trace.push({
      rule,
      say,
      formula: measured(terms.component, terms.plan, ZERO),
      result: money(ZERO, currency),
    });
  }
  if (rate.per === 'deal') {
    const say = 'The table is applied to each deal by itself, then the deals are added up';
    trace.push({ rule: 'PAY-5', say, formula: 'Σ of the deals', result: money(total, currency) });
  }
  return ratio(total);
}

/** The words for a tier: where it lies, and whether its rate is for the part inside or for everything. */
function tierSays(terms: LineTerms, band: Band): string {
  const { component, plan, rate } = terms;
  const marginal = rate.kind === 'table' && rate.table.kind === 'marginal';
  const from = measured(component, plan, band.from);
  const where =
    band.to === null ? `from ${from} up` : `from ${from} to ${measured(component, plan, band.to)}`;
  return marginal ? `The part ${where}` : `Everything at the rate reached, ${where}`;
}

/** TV × p(a) = TV × p(A) ÷ Q, one quotient for the whole chain (PAY-7); the weight comes later, in the plan's order. */
function targetPay(
  terms: LineTerms,
  rate: Extract<LineTerms['rate'], { kind: 'target' }>,
  total: Decimal,
  trace: Trace,
): Ratio {
  const { currency } = terms.plan;
  const paid = acceleratedCredit(total, rate.quota, rate.accelerator, terms.plan.acceleratorReading);
  const pay = { over: rate.target.over.times(paid), under: rate.target.under.times(rate.quota) };
  if (trace === null) return pay;
  const counted = inPercent(ratio(paid, rate.quota));
  if (!paid.eq(total) && rate.accelerator !== null) {
    trace.push(acceleratorStep(terms, rate.accelerator, inPercent(ratio(total, rate.quota)), counted));
  }
  const annual = terms.participant.targetVariableAnnual ?? '0';
  const say = `Target variable pay for ${terms.period.key}: the year's, by months`;
  const months = wholeMonths(terms.period.from, terms.period.to) ?? 0;
  const formula = `${money(decimal(annual), currency)} × ${months} ÷ 12`;
  trace.push({ rule: 'QUOTA-5', say, formula, result: money(rate.target, currency) });
  trace.push({
    rule: 'PAY-7',
    say: 'The target is paid in proportion to attainment',
    formula: `${money(rate.target, currency)} × ${percent(counted)}`,
    result: money(pay, currency),
  });
  return pay;
}

/** The credit that counts after the accelerator, so that p(a) = it ÷ Q: exact, mirrored for returns (PAY-8, PAY-9, PAY-15). */
function acceleratedCredit(
  total: Decimal,
  quota: Decimal,
  accelerator: Accelerator | null,
  reading: 'incremental' | 'first-dollar',
): Decimal {
  if (accelerator === null) return total;
  const threshold = quota.times(accelerator.abovePercent).times(HUNDREDTH);
  const size = total.abs();
  if (size.lte(threshold)) return total;
  const counted =
    reading === 'first-dollar'
      ? size.times(accelerator.multiplier)
      : threshold.plus(size.minus(threshold).times(accelerator.multiplier));
  return total.lt(ZERO) ? counted.neg() : counted;
}

function acceleratorStep(terms: LineTerms, accelerator: Accelerator, attained: Ratio, counted: Ratio) {
  const above = percent(accelerator.abovePercent);
  const times = plain(accelerator.multiplier);
  const result = percent(counted);
  if (terms.plan.acceleratorReading === 'first-dollar') {
    const say = `Above ${above} all attainment counts ${times} times`;
    return { rule: 'PAY-9', say, formula: `${percent(attained)} × ${times}`, result };
  }
  const say = `What lies above ${above} counts ${times} times`;
  const formula = `${above} + (${percent(attained)} − ${above}) × ${times}`;
  return { rule: 'PAY-8', say, formula, result };
}

/** The percent of target that a pay stands for, for the sentence of a target-based line. */
export function percentOfTarget(pay: Ratio, target: Ratio): Decimal {
  return quotient({ over: pay.over.times(target.under).times(HUNDRED), under: pay.under.times(target.over) });
}
