import { type Decimal, decimal, HUNDRED, HUNDREDTH, ONE, ZERO } from '../../base/decimal.ts';
import { bracketed, money, percent } from '../../base/figures.ts';
import { type Ratio, ratio, scale } from '../../base/ratio.ts';
import type { CreditShare } from '../../crediting/credit-deal.ts';
import { lowerOf } from '../limits/limit-formula.ts';
import { type LineTerms, measured, type Tally, type Trace } from '../line-terms.ts';
import { tableParts, tablePay } from '../tier-table.ts';
import { bandPay, bandRatio } from './amount-bands.ts';
import { countedPart, datedSteps, rateOn } from './dated-rate.ts';
import { tracedIcr } from './icr.ts';
import { slidingPay } from './sliding-rate.ts';
import { isPart, roundedPart, roundsSplits } from './split-rounding.ts';
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
  const { rate } = terms;
  const total = countedTotal(terms, tally.total, trace);
  const { currency } = terms.plan;
  switch (rate.kind) {
    case 'undefined':
      trace?.push({ rule: 'ATT-2', message: rate.why, formula: '0', result: money(ZERO, currency) });
      return ratio(ZERO);
    case 'rate': {
      const pay = ratio(total.times(rate.rate));
      const message =
        rate.rule === 'PAY-1' ? 'All credit at one rate' : "All credit at the participant's own rate";
      trace?.push({ rule: rate.rule, message, ...product(terms, total, decimal(rate.ratePercent), pay) });
      return paysEachDeal(terms) ? dealsPay(terms, tally, trace) : pay;
    }
    case 'dated-rate': {
      if (trace !== null) datedSteps(terms, rate, tally, trace);
      return countedPart(dealsPay(terms, tally, trace), total, tally.total);
    }
    case 'icr': {
      const pay = scale(rate.rate, total);
      if (trace !== null) tracedIcr(terms, rate, total, trace);
      return paysEachDeal(terms) ? dealsPay(terms, tally, trace) : pay;
    }
    case 'table': {
      if (trace !== null) {
        const parts = rate.per === 'deal' ? dealParts : tableParts(rate.table, total);
        const pay = tracedTable(terms, rate, parts, trace);
        return rate.per === 'deal' ? dealsPay(terms, tally, trace) : pay;
      }
      return rate.per === 'deal' ? dealsPay(terms, tally, null) : ratio(tablePay(rate.table, total));
    }
    case 'bands': {
      if (rate.per === 'deal') {
        if (trace !== null) {
          limitStep(terms, tally, trace);
          const message = 'Each deal pays its full bands and the part of the band it reaches';
          const result = money(eachAlone(terms, tally), currency);
          trace.push({ rule: 'PAY-21', message, formula: 'Σ of the deals', result });
          dealsStep(result, trace);
          splitStep(terms, tally, trace);
        }
        return ratio(tally.dealsPay, dealUnder(terms));
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

/** What one credit pays by itself, times `dealUnder`, where the rate looks at each deal; zero where it looks at the total (PAY-5, PAY-32, PAY-44). */
export function dealPay(terms: LineTerms, share: CreditShare, credited: Decimal): Decimal {
  const { date } = share.deal;
  const pay = payAlone(terms, credited, date);
  if (!roundsSplits(terms) || !isPart(share)) return pay;
  return roundedPart(terms, share, { pay: (part) => payAlone(terms, part, date), under: dealUnder(terms) });
}

/** What a credit pays by itself, times `dealUnder`, before the parts of a deal are rounded together. */
export function payAlone(terms: LineTerms, credited: Decimal, day: string): Decimal {
  const { rate, limits } = terms;
  const max = limits.deal;
  if (!paysEachDeal(terms)) return ZERO;
  if (rate.kind === 'rate') return atMost(credited.times(rate.rate), max);
  if (rate.kind === 'dated-rate')
    return atMost(credited.times(decimal(rateOn(rate, day))).times(HUNDREDTH), max);
  if (rate.kind === 'icr') {
    return atMost(credited.times(rate.rate.over), max?.times(rate.rate.under) ?? null);
  }
  if (rate.kind === 'table' && rate.per === 'deal') return atMost(tablePay(rate.table, credited), max);
  if (rate.kind !== 'bands' || rate.per !== 'deal') return ZERO;
  return atMost(bandPay(rate.table, credited), max?.times(rate.table.under) ?? null);
}

function atMost(pay: Decimal, max: Decimal | null): Decimal {
  if (max === null || pay.abs().lte(max)) return pay;
  return pay.lt(ZERO) ? max.neg() : max;
}

/** Whether a line pays each deal by itself and adds up what they pay (PAY-5, PAY-32, PAY-44). */
export function paysEachDeal(terms: LineTerms): boolean {
  return looksAtEachDeal(terms) || roundsSplits(terms);
}

/** Whether two deals may pay something else than one of their sum. */
export function looksAtEachDeal({ rate, limits }: LineTerms): boolean {
  if (rate.kind === 'dated-rate') return true;
  if (rate.kind === 'rate' || rate.kind === 'icr') return limits.deal !== null;
  return (rate.kind === 'table' || rate.kind === 'bands') && rate.per === 'deal';
}

/** What `dealPay` is to be divided by: rates that are quotients stay exact until all deals are added up. */
export function dealUnder({ rate }: LineTerms): Decimal {
  return rate.kind === 'bands' ? rate.table.under : rate.kind === 'icr' ? rate.rate.under : ONE;
}

function dealsPay(terms: LineTerms, tally: Tally, trace: Trace): Ratio {
  if (trace !== null) {
    limitStep(terms, tally, trace);
    splitStep(terms, tally, trace);
  }
  return ratio(tally.dealsPay, dealUnder(terms));
}

/** What the deals pay before the parts of split ones are rounded together. */
function eachAlone(terms: LineTerms, { dealsPay: rounded, splitRounding = ZERO }: Tally): Ratio {
  return ratio(rounded.minus(splitRounding), dealUnder(terms));
}

function limitStep(terms: LineTerms, tally: Tally, trace: NonNullable<Trace>): void {
  const { limits, plan } = terms;
  if (limits.deal === null) return;
  const limit = money(limits.deal, plan.currency);
  const message = `Each deal pays at most ${limit}`;
  const formula = `Σ of min(deal, ${limit})`;
  trace.push({ rule: 'PAY-32', message, formula, result: money(eachAlone(terms, tally), plan.currency) });
}

/** How much of the pay is there because parts of split deals are rounded together (PAY-44). */
function splitStep(terms: LineTerms, tally: Tally, trace: NonNullable<Trace>): void {
  const { splitRounding = ZERO } = tally;
  if (splitRounding.eq(ZERO)) return;
  const shown = (pay: Decimal) => money(ratio(pay, dealUnder(terms)), terms.plan.currency);
  const added = shown(splitRounding);
  const message = `${added} of it by rounding of the split: the parts of a deal sum to the deal`;
  const formula = `${money(eachAlone(terms, tally), terms.plan.currency)} + ${bracketed(added)}`;
  trace.push({ rule: 'PAY-44', message, formula, result: shown(tally.dealsPay) });
}

/** The credit the rate is asked about: all of it, or as much as the limit on attainment lets count (PAY-29). */
export function countedTotal(terms: LineTerms, total: Decimal, trace: Trace): Decimal {
  const { limits, quota, component, plan, rate } = terms;
  if (limits.attainment === null || quota === null || rate.kind === 'undefined') return total;
  const max = quota.amount.times(limits.attainment);
  const counted = atMost(total, max);
  if (trace === null) return counted;
  const limit = percent(limits.attainment.times(HUNDRED));
  const message = counted.eq(total)
    ? `The limit of ${limit} of quota is not reached`
    : `Attainment counts up to ${limit} of quota`;
  const named = `${limit} × ${measured(component, plan, quota.amount)}`;
  const formula = lowerOf(total, named, () => measured(component, plan, total.abs()));
  trace.push({ rule: 'PAY-29', message, formula, result: measured(component, plan, counted) });
  return counted;
}
