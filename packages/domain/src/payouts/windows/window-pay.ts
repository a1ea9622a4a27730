import { type Decimal, ONE, sum, ZERO } from '../../base/decimal.ts';
import { bracketed, money } from '../../base/figures.ts';
import { addRatios, type Ratio, ratio, scale } from '../../base/ratio.ts';
import type { CreditShare } from '../../crediting/credit-deal.ts';
import { payable } from '../limits/carried.ts';
import { type LineTerms, measured, type RateTerms, type Tally, type Trace } from '../line-terms.ts';
import { modifiedPay } from '../modifiers.ts';
import { dealPay, looksAtEachDeal, payAlone, ratePay } from '../rates/rate-pay.ts';
import { roundsSplits } from '../rates/split-rounding.ts';
import { tracedTable } from '../rates/table-steps.ts';
import { targetPay } from '../rates/target-pay.ts';
import { bandOf, type TierTable, tableParts } from '../tier-table.ts';

/** The credit of a longer window before the period: where the line starts from; nothing without one. */
export function tallyBefore(terms: LineTerms): Tally {
  const shares = terms.window?.shares ?? [];
  return shares.reduce((tally, share) => withCredit(terms, tally, share), { total: ZERO, dealsPay: ZERO });
}

/** The tally after one more credit. */
export function withCredit(terms: LineTerms, tally: Tally, share: CreditShare): Tally {
  const credit = creditOf(terms, share);
  const pay = dealPay(terms, share, credit);
  const added = { total: tally.total.plus(credit), dealsPay: tally.dealsPay.plus(pay) };
  if (!roundsSplits(terms)) return added;
  const rounding = pay.minus(payAlone(terms, credit, share.deal.date));
  return { ...added, splitRounding: (tally.splitRounding ?? ZERO).plus(rounding) };
}

/** The tally with so much more credit in a deal that is not split; where the rate looks at each deal, only the total is known. */
export function moreCredit(terms: LineTerms, tally: Tally, credited: Decimal): Tally {
  const more = looksAtEachDeal(terms) ? ZERO : payAlone(terms, credited, '');
  return { ...tally, total: tally.total.plus(credited), dealsPay: tally.dealsPay.plus(more) };
}

/** What a credit counts in the line's measure. */
export function creditOf({ component }: LineTerms, share: CreditShare): Decimal {
  return component.measure.of === 'deals' ? share.count : share.amount;
}

/**
 * What the line pays with so much credit measured, rounded: where a window is settled by deduction, what its total comes to
 * less what earlier periods of it have paid (MEASURE-4).
 */
export function paidAt(terms: LineTerms, before: Tally, tally: Tally): Decimal {
  const pay = payable(terms, modifiedPay(terms, settledPay(terms, before, tally, null), null));
  return terms.window === null ? pay : pay.minus(terms.window.paid);
}

/** What the rate pays on the credit measured; of a window at `rate-only`, on the part after `before` (MEASURE-8). */
export function settledPay(
  terms: LineTerms,
  before: Tally,
  tally: Tally,
  trace: Trace,
  dealParts?: ReadonlyMap<number, Decimal>,
): Ratio {
  if (terms.window?.settle !== 'rate-only') return ratePay(terms, tally, trace, dealParts);
  const { rate } = terms;
  const own: Tally = {
    total: tally.total.minus(before.total),
    dealsPay: tally.dealsPay.minus(before.dealsPay),
    splitRounding: (tally.splitRounding ?? ZERO).minus(before.splitRounding ?? ZERO),
  };
  if (rate.kind === 'rate' || rate.kind === 'dated-rate' || rate.kind === 'icr')
    return ratePay(terms, own, trace);
  if (rate.kind === 'table') {
    if (rate.per === 'deal') return ratePay(terms, own, trace, dealParts);
    const parts = partsBetween(rate.table, before.total, tally.total);
    if (trace !== null) return tracedTable(terms, rate, parts, trace);
    return ratio(sum([...parts].map(([i, part]) => part.times(rate.table.bands[i]?.rate ?? ZERO))));
  }
  if (rate.kind === 'target') return targetBetween(terms, rate, { before, tally }, trace);
  return ratePay(terms, tally, trace);
}

/** On which part each tier's rate is paid between two totals; retroactive: all of it in the tier that the later one reaches. */
function partsBetween(table: TierTable, before: Decimal, total: Decimal): ReadonlyMap<number, Decimal> {
  if (table.kind === 'retroactive') {
    return new Map([[table.bands.indexOf(bandOf(table, total)), total.minus(before)]]);
  }
  const parts = new Map(tableParts(table, total));
  for (const [i, part] of tableParts(table, before)) parts.set(i, (parts.get(i) ?? ZERO).minus(part));
  return new Map([...parts].filter(([, part]) => !part.eq(ZERO)));
}

/** F(after) − F(before); where an accelerator pays everything at the rate reached, the own part of F(after), its gate open or not. */
function targetBetween(
  terms: LineTerms,
  rate: Extract<RateTerms, { kind: 'target' }>,
  { before, tally }: { readonly before: Tally; readonly tally: Tally },
  trace: Trace,
): Ratio {
  const whole = targetPay(terms, rate, tally.total, trace);
  const own = tally.total.minus(before.total);
  const { currency, acceleratorReading } = terms.plan;
  if (acceleratorReading === 'first-dollar' && terms.component.accelerator !== null) {
    const pay = tally.total.eq(ZERO)
      ? { over: rate.target.over.times(own), under: rate.target.under.times(rate.quota) }
      : part(whole, own, tally.total);
    if (trace !== null) {
      const shown = (amount: Decimal) => measured(terms.component, terms.plan, amount);
      const none = tally.total.eq(ZERO);
      const message = none
        ? 'Sales and returns of the window cancel out; the own part of the period counts by itself'
        : "The period's own part of it";
      const formula = none
        ? `${money(rate.target, currency)} × ${bracketed(shown(own))} ÷ ${shown(rate.quota)}`
        : `${money(whole, currency)} × ${bracketed(shown(own))} ÷ ${bracketed(shown(tally.total))}`;
      trace.push({ rule: 'MEASURE-8', message, formula, result: money(pay, currency) });
    }
    return pay;
  }
  const earlier = targetPay(terms, rate, before.total, null);
  const pay = addRatios(whole, scale(earlier, ONE.neg()));
  const message = 'Less what the credit before the period comes to';
  const formula = `${money(whole, currency)} − ${bracketed(money(earlier, currency))}`;
  trace?.push({ rule: 'MEASURE-8', message, formula, result: money(pay, currency) });
  return pay;
}

function part(whole: Ratio, own: Decimal, total: Decimal): Ratio {
  const sign = total.lt(ZERO) ? own.neg() : own;
  return { over: whole.over.times(sign), under: whole.under.times(total.abs()) };
}
