import { type Decimal, decimal } from '../../base/decimal.ts';
import { money, percent } from '../../base/figures.ts';
import { type Ratio, ratio } from '../../base/ratio.ts';
import type { Problem } from '../../base/result.ts';
import type { Span } from '../../base/week-calendar.ts';
import type { CreditShare } from '../../crediting/credit-deal.ts';
import type { Participant, PayTerm } from '../../quotas/participant.ts';
import { termSpans } from '../../quotas/pay-terms.ts';
import type { DatedRate, LineTerms, Tally, Trace } from '../line-terms.ts';

/**
 * The own commission rates of the days that are measured (QUOTA-23): one text where it is the same on all of them, null after a
 * problem where a credit's day has none.
 */
export function datedRate(
  measured: Span,
  {
    participant,
    payTerms,
    shares,
  }: {
    readonly participant: Participant;
    readonly payTerms: readonly PayTerm[];
    readonly shares: readonly CreditShare[];
  },
  problems: Problem[],
): DatedRate | string | null {
  const spans = termSpans(measured, participant, payTerms);
  const rates = spans.flatMap(({ from, to, term }) => {
    const ratePercent = term?.commissionRatePercent ?? null;
    return ratePercent === null ? [] : [{ from, to, ratePercent }];
  });
  const without = shares.find(
    ({ deal }) => !rates.some(({ from, to }) => from <= deal.date && deal.date <= to),
  );
  if (without !== undefined) {
    const { id, date } = without.deal;
    const message = `${participant.name} has credit for deal ${id} of ${date}, but no commission rate on that day. Add it to the pay term.`;
    problems.push({ rule: 'QUOTA-23', path: `payTerms[${participant.id}, ${date}]`, message });
    return null;
  }
  const [first] = rates;
  // nobody needs a rate for selling nothing
  if (first === undefined) return '0';
  const value = decimal(first.ratePercent);
  if (rates.every(({ ratePercent }) => decimal(ratePercent).eq(value))) return first.ratePercent;
  return { kind: 'dated-rate', rates };
}

/** The rate of a day in percent. Every credited day has one. */
export function rateOn({ rates }: DatedRate, day: string): string {
  const found = rates.find(({ from, to }) => from <= day && day <= to);
  if (found === undefined) throw new Error(`No commission rate on ${day}.`);
  return found.ratePercent;
}

/** `2% until 2026-02-14, then 3%`. */
export function datedRateWords({ rates }: DatedRate): string {
  return rates
    .map(({ to, ratePercent }, i) => {
      const rate = percent(decimal(ratePercent));
      return i === rates.length - 1 ? `then ${rate}` : `${rate} until ${to}`;
    })
    .join(', ');
}

/** What of the deals' pay counts where only a part of their credit does (PAY-29): each deal the same part. */
export function countedPart(pay: Ratio, counted: Decimal, total: Decimal): Ratio {
  if (counted.eq(total)) return pay;
  return ratio(pay.over.times(counted), pay.under.times(total));
}

export function datedSteps(
  { plan }: LineTerms,
  rate: DatedRate,
  { dealsPay, splitRounding }: Tally,
  trace: NonNullable<Trace>,
): void {
  const message = "Each deal at the participant's own rate on its day";
  const pay = splitRounding === undefined ? dealsPay : dealsPay.minus(splitRounding);
  const formula = `Σ of deal × ${datedRateWords(rate)}`;
  trace.push({ rule: 'QUOTA-23', message, formula, result: money(pay, plan.currency) });
}
