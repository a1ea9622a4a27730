import { inPercent } from '../../attainment/attainment.ts';
import type { Decimal } from '../../base/decimal.ts';
import { money } from '../../base/figures.ts';
import { type Ratio, scale } from '../../base/ratio.ts';
import { type LineTerms, measured, type RateTerms, type Trace } from '../line-terms.ts';
import { targetSteps } from '../windows/window-steps.ts';
import { product, rateWords } from './table-steps.ts';

type IcrTerms = Extract<RateTerms, { kind: 'icr' }>;

/** The steps of an individual commission rate (PAY-39): the target, the rate it makes of the quota, and the pay. */
export function tracedIcr(terms: LineTerms, rate: IcrTerms, total: Decimal, trace: NonNullable<Trace>): void {
  const { component, plan } = terms;
  const { weight } = component;
  const variable: Ratio = { over: rate.target.over.times(100), under: rate.target.under.times(weight || 1) };
  if (weight > 0) trace.push(...targetSteps(terms, variable));
  const target = money(rate.target, plan.currency);
  const of = weight === 100 ? target : `${money(variable, plan.currency)} × ${weight}%`;
  trace.push({
    rule: 'PAY-39',
    message: 'The own commission rate: target ÷ quota, so that exactly the quota pays exactly the target',
    formula: `${of} ÷ ${measured(component, plan, rate.quota)}`,
    result: rateWords(terms, inPercent(rate.rate)),
  });
  const pay = scale(rate.rate, total);
  const message = 'All credit at that rate';
  trace.push({ rule: 'PAY-39', message, ...product(terms, total, inPercent(rate.rate), pay) });
}

/** What a sentence says of the rate: what it is, and what it pays at quota. */
export function icrWords(terms: LineTerms, rate: IcrTerms): string {
  const { currency } = terms.plan;
  return `an own rate of ${rateWords(terms, inPercent(rate.rate))}, by which 100% of quota pays the ${money(rate.target, currency)} target`;
}
