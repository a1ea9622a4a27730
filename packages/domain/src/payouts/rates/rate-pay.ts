import { type Decimal, decimal, HUNDRED, ONE, ZERO } from '../../base/decimal.ts';
import { money, percent } from '../../base/figures.ts';
import { type Ratio, ratio, scale } from '../../base/ratio.ts';
import { lowerOf } from '../limits/limit-formula.ts';
import { type LineTerms, measured, type Tally, type Trace } from '../line-terms.ts';
import { tableParts, tablePay } from '../tier-table.ts';
import { bandPay, bandRatio } from './amount-bands.ts';
import { tracedIcr } from './icr.ts';
import { slidingPay } from './sliding-rate.ts';
import { dealsStep, product, tracedBands, tracedSliding, tracedTable } from './table-steps.ts';
import { targetPay } from './target-pay.ts';

/**
 * What the rate pays on the credit gathered so far, exact, before the steps of the plan's order. With a trace, the steps are
 * written down while they are computed; `dealParts` is then what each tier is paid on where a table looks at each deal.
 */
export function ratePay(
  terms: LineTerms,
  tally: Tally,
  trace: Trace,
  dealParts: ReadonlyMap<number, Decimal> = new Map(),
): Ratio {
  const { rate, limits } = terms;
  const total = countedTotal(terms, tally.total, trace);
  const { currency } = terms.plan;
  switch (rate.kind) {
    case 'undefined':
      trace?.push({ rule: 'ATT-2', say: rate.why, formula: '0', result: money(ZERO, currency) });
      return ratio(ZERO);
    case 'rate': {
      const pay = ratio(total.times(rate.rate));
      const say =
        rate.rule === 'PAY-1' ? 'All credit at one rate' : "All credit at the participant's own rate";
      trace?.push({ rule: rate.rule, say, ...product(terms, total, decimal(rate.ratePercent), pay) });
      return limits.deal === null ? pay : dealsPay(terms, tally, trace);
    }
    case 'icr': {
      const pay = scale(rate.rate, total);
      if (trace !== null) tracedIcr(terms, rate, total, trace);
      return limits.deal === null ? pay : dealsPay(terms, tally, trace);
    }
    case 'table': {
      if (trace !== null) {
        const parts = rate.per === 'deal' ? dealParts : tableParts(rate.table, total);
        const pay = tracedTable(terms, rate, parts, trace);
        return limits.deal === null ? pay : dealsPay(terms, tally, trace);
      }
      return rate.per === 'deal' ? dealsPay(terms, tally, null) : ratio(tablePay(rate.table, total));
    }
    case 'bands': {
      if (rate.per === 'deal') {
        const pay = dealsPay(terms, tally, trace);
        if (trace !== null) {
          const say = 'Each deal pays its full bands and the part of the band it reaches';
          trace.push({ rule: 'PAY-21', say, formula: 'Σ of the deals', result: money(pay, currency) });
          dealsStep(money(pay, currency), trace);
        }
        return pay;
      }
      return trace === null
        ? bandRatio(rate.table, bandPay(rate.table, total))
        : tracedBands(terms, rate, total, trace);
    }
    case 'sliding':
      return trace === null ? slidingPay(rate.steps, total) : tracedSliding(terms, rate, total, trace);
    case 'target':
      return targetPay(terms, rate, total, trace);
  }
}

/** What one deal pays by itself, times `dealUnder`, where the rate looks at each deal; zero where it looks at the total (PAY-5, PAY-32). */
export function dealPay(terms: LineTerms, credited: Decimal): Decimal {
  const { rate, limits } = terms;
  const most = limits.deal;
  if (rate.kind === 'rate') return most === null ? ZERO : atMost(credited.times(rate.rate), most);
  if (rate.kind === 'icr') {
    return most === null ? ZERO : atMost(credited.times(rate.rate.over), most.times(rate.rate.under));
  }
  if (rate.kind === 'table' && rate.per === 'deal') return atMost(tablePay(rate.table, credited), most);
  if (rate.kind !== 'bands' || rate.per !== 'deal') return ZERO;
  return atMost(bandPay(rate.table, credited), most?.times(rate.table.under) ?? null);
}

function atMost(pay: Decimal, most: Decimal | null): Decimal {
  if (most === null || pay.abs().lte(most)) return pay;
  return pay.lt(ZERO) ? most.neg() : most;
}

/** Whether a line pays each deal by itself and adds up what they pay (PAY-5, PAY-32). */
export function paysEachDeal({ rate, limits }: LineTerms): boolean {
  if (rate.kind === 'rate' || rate.kind === 'icr') return limits.deal !== null;
  return (rate.kind === 'table' || rate.kind === 'bands') && rate.per === 'deal';
}

/** What `dealPay` is to be divided by: rates that are quotients stay exact until all deals are added up. */
export function dealUnder({ rate }: LineTerms): Decimal {
  return rate.kind === 'bands' ? rate.table.under : rate.kind === 'icr' ? rate.rate.under : ONE;
}

function dealsPay(terms: LineTerms, tally: Tally, trace: Trace): Ratio {
  const { limits, plan } = terms;
  const pay = ratio(tally.dealsPay, dealUnder(terms));
  if (limits.deal !== null && trace !== null) {
    const limit = money(limits.deal, plan.currency);
    const say = `Each deal pays at most ${limit}`;
    const formula = `Σ of min(deal, ${limit})`;
    trace.push({ rule: 'PAY-32', say, formula, result: money(pay, plan.currency) });
  }
  return pay;
}

/** The credit the rate is asked about: all of it, or as much as the limit on attainment lets count (PAY-29). */
export function countedTotal(terms: LineTerms, total: Decimal, trace: Trace): Decimal {
  const { limits, quota, component, plan, rate } = terms;
  if (limits.attainment === null || quota === null || rate.kind === 'undefined') return total;
  const most = quota.amount.times(limits.attainment);
  const counted = atMost(total, most);
  if (trace === null) return counted;
  const limit = percent(limits.attainment.times(HUNDRED));
  const say = counted.eq(total)
    ? `The limit of ${limit} of quota is not reached`
    : `Attainment counts up to ${limit} of quota`;
  const named = `${limit} × ${measured(component, plan, quota.amount)}`;
  const formula = lowerOf(total, named, () => measured(component, plan, total.abs()));
  trace.push({ rule: 'PAY-29', say, formula, result: measured(component, plan, counted) });
  return counted;
}
