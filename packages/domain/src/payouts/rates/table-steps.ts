import { type Decimal, decimal, HUNDREDTH, plain, ZERO } from '../../base/decimal.ts';
import { bracketed, money, percent } from '../../base/figures.ts';
import { type Ratio, ratio } from '../../base/ratio.ts';
import { isMoney, type LineTerms, measured, type RateTerms, type Trace } from '../line-terms.ts';
import type { Band, TierTable } from '../tier-table.ts';
import { amountBandOf, bandPay, bandRatio, insideOf } from './amount-bands.ts';
import { slidingPay, slidingPercent, slidingStepOf } from './sliding-rate.ts';

/** `40,000.00 × 3%`, or for what is not money `12 × 50.00`: a percent of a count is an amount for each. */
export function product(terms: LineTerms, amount: Decimal, ratePercent: Decimal | Ratio, pay: Ratio) {
  const { currency } = terms.plan;
  return {
    formula: `${measured(terms.component, terms.plan, amount)} × ${rateText(terms, ratePercent)}`,
    result: money(pay, currency),
  };
}

/** A rate for reading: `3%`, or for what is not money the amount for each, `50.00`. */
function rateText(terms: LineTerms, ratePercent: Decimal | Ratio): string {
  if (isMoney(terms.component)) return percent(ratePercent);
  const over = 'under' in ratePercent ? ratePercent.over : ratePercent;
  const each = over.times(HUNDREDTH);
  return money('under' in ratePercent ? ratio(each, ratePercent.under) : each, terms.plan.currency);
}

/** A rate in a sentence: `3%`, or for what is not money `50.00 each`. */
export function rateWords(terms: LineTerms, ratePercent: Decimal | Ratio): string {
  return isMoney(terms.component) ? rateText(terms, ratePercent) : `${rateText(terms, ratePercent)} each`;
}

/** The steps of a table of tiers, from what each tier is paid on; returns their sum (PAY-3 to PAY-6). */
export function tracedTable(
  terms: LineTerms,
  rate: Extract<RateTerms, { kind: 'table' }>,
  parts: ReadonlyMap<number, Decimal>,
  trace: NonNullable<Trace>,
): Ratio {
  const { table } = rate;
  const { currency } = terms.plan;
  const rule = table.kind === 'marginal' ? 'PAY-3' : 'PAY-4';
  if (rate.ofQuota) quotaStep(terms, trace);
  const pays: Decimal[] = [];
  for (const [i, part] of [...parts].sort(([a], [b]) => a - b)) {
    const band = table.bands[i]!;
    const pay = part.times(band.rate);
    pays.push(pay);
    const message = tierText(terms, table, band);
    trace.push({ rule, message, ...product(terms, part, decimal(band.ratePercent), ratio(pay)) });
  }
  const total = pays.reduce((all, pay) => all.plus(pay), ZERO);
  const result = money(total, currency);
  if (pays.length > 1) {
    const [first = '', ...more] = pays.map((pay) => money(pay, currency));
    const formula = [first, ...more.map(bracketed)].join(' + ');
    trace.push({ rule, message: 'All tiers together', formula, result });
  }
  if (pays.length === 0 && rate.per !== 'deal') {
    const message = 'Nothing is left for the table: sales and returns cancel out';
    const formula = measured(terms.component, terms.plan, ZERO);
    trace.push({ rule, message, formula, result: money(ZERO, currency) });
  }
  if (rate.per === 'deal') dealsStep(result, trace);
  return ratio(total);
}

/** What interpolated amounts pay on a total, with the steps (PAY-21). */
export function tracedBands(
  terms: LineTerms,
  rate: Extract<RateTerms, { kind: 'bands' }>,
  total: Decimal,
  trace: NonNullable<Trace>,
): Ratio {
  const { component, plan } = terms;
  const pay = bandRatio(rate.table, bandPay(rate.table, total));
  const band = amountBandOf(rate.table, total);
  const from = measured(component, plan, band.from);
  const to = measured(component, plan, band.to);
  const width = measured(component, plan, band.to.minus(band.from));
  const inside = `${measured(component, plan, insideOf(band, total))} ÷ ${width} × ${money(band.amount, plan.currency)}`;
  const sized = band.below.eq(ZERO) ? inside : `${money(band.below, plan.currency)} + ${inside}`;
  const formula = total.lt(ZERO) ? `−(${sized})` : sized;
  const message = band.below.eq(ZERO)
    ? `The part of the band from ${from} to ${to}`
    : `All bands below ${from}, and the part of the band from there to ${to}`;
  trace.push({ rule: 'PAY-21', message, formula, result: money(pay, plan.currency) });
  return pay;
}

/** What an interpolated rate pays on a total, with the steps (PAY-22). */
export function tracedSliding(
  terms: LineTerms,
  rate: Extract<RateTerms, { kind: 'sliding' }>,
  total: Decimal,
  trace: NonNullable<Trace>,
): Ratio {
  const { component, plan } = terms;
  if (rate.ofQuota) quotaStep(terms, trace);
  const step = slidingStepOf(rate.steps, total);
  const reached = slidingPercent(rate.steps, total);
  const from = measured(component, plan, step.from);
  const to = measured(component, plan, step.to);
  const size = measured(component, plan, total.abs());
  const full = total.abs().gte(step.to);
  const below = `${plain(step.below)}%`;
  trace.push({
    rule: 'PAY-22',
    message: full ? `From ${to} on the rate stays` : `The rate grows from ${from} to ${to}`,
    formula: full
      ? `${below} + ${plain(step.ratePercent)}%`
      : `${below} + (${size} − ${from}) ÷ (${to} − ${from}) × ${plain(step.ratePercent)}%`,
    result: percent(reached),
  });
  const pay = slidingPay(rate.steps, total);
  trace.push({ rule: 'PAY-22', message: 'Everything at that rate', ...product(terms, total, reached, pay) });
  return pay;
}

/** The words where deals were paid one by one (PAY-5). */
export function dealsStep(result: string, trace: NonNullable<Trace>): void {
  const message = 'The table is applied to each deal by itself, then the deals are added up';
  trace.push({ rule: 'PAY-5', message, formula: 'Σ of the deals', result });
}

function quotaStep(terms: LineTerms, trace: NonNullable<Trace>): void {
  if (terms.quota === null) return;
  const result = measured(terms.component, terms.plan, terms.quota.amount);
  const message = 'The bounds of the tiers are percents of quota';
  trace.push({ rule: 'PAY-6', message, formula: `100% = ${result}`, result });
}

/** The words for a tier: where it lies, and whether its rate is for the part inside or for everything. */
function tierText({ component, plan }: LineTerms, table: TierTable, band: Band): string {
  const from = measured(component, plan, band.from);
  const to = band.to === null ? null : measured(component, plan, band.to);
  const above = table.lowerAtBound && band !== table.bands[0];
  const where =
    to === null
      ? above
        ? `above ${from}`
        : `from ${from} up`
      : `${above ? 'above' : 'from'} ${from} ${table.lowerAtBound ? 'up to' : 'to'} ${to}`;
  return table.kind === 'marginal' ? `The part ${where}` : `Everything at the rate reached, ${where}`;
}
