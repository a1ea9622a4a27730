import { type Decimal, decimal, sum } from '../base/decimal.ts';
import { type Period, type PeriodCalendar, periodContaining } from '../base/period.ts';
import { ratio, roundRatio } from '../base/ratio.ts';
import type { Span } from '../base/week-calendar.ts';
import type { ExchangePolicy } from '../plans/terms.ts';
import type { Exchange, ExchangeTable } from './exchange.ts';

/** Finds the rate of a deal's day by the plan's policy (CREDIT-16). */
export interface ExchangeFinder {
  find(currency: string, day: string): Exchange | null;
  /** On which days a rate is looked for, in words: `on or before 2024-03-31`. */
  when(day: string): string;
}

/**
 * The rates of a table by the plan's policy: of the deal's date (CREDIT-4), of the end of the payable period the deal lies
 * in, the average of the rates quoted in that period, or of one locked date (CREDIT-16). A deal before `period` (in a longer
 * window) is converted as in its own period, so that what was paid for it then stays true.
 */
export function exchangeFinder(
  table: ExchangeTable,
  terms: {
    readonly policy: ExchangePolicy | undefined;
    readonly calendar: PeriodCalendar;
    readonly period: Period;
  },
): ExchangeFinder {
  const { policy, calendar, period } = terms;
  const before = (day: string) => `on or before ${day}`;
  let last: Span = period;
  const periodOf = (day: string): Span => {
    if (day >= period.from && day <= period.to) return period;
    if (day < last.from || day > last.to) last = periodContaining(calendar, day);
    return last;
  };
  switch (policy?.on) {
    case undefined:
    case 'deal-date':
      return { find: table.find, when: before };
    case 'locked':
      return { find: (currency) => table.find(currency, policy.date), when: () => before(policy.date) };
    case 'period-end':
      return {
        find: (currency, day) => table.find(currency, periodOf(day).to),
        when: (day) => before(periodOf(day).to),
      };
    case 'period-average': {
      const known = new Map<string, Exchange | null>();
      return {
        find(currency, day) {
          const span = periodOf(day);
          const key = `${currency} ${span.from}`;
          if (!known.has(key)) known.set(key, averageOf(table.within(currency, span), span));
          return known.get(key) ?? null;
        },
        when: (day) => `between ${periodOf(day).from} and ${periodOf(day).to}`,
      };
    }
  }
}

/** Significant digits of an average; from there on the rounded rate *is* the rate, as for inverted ones (CREDIT-5). */
const AVERAGE_DIGITS = 20;

/** The mean of the rates quoted in a span, each day once; null when there is none. */
function averageOf(quoted: readonly Exchange[], span: Span): Exchange | null {
  const first = quoted[0];
  if (first === undefined) return null;
  const byDay = new Map(quoted.map((one) => [one.shown.date, one]));
  const rate = toDigits(sum([...byDay.values()].map((one) => one.rate)), byDay.size);
  const sources = [
    ...new Set([...byDay.values()].map((one) => one.shown.source.replace(/ \(1 ÷ .*\)$/, ''))),
  ];
  const inverted = first.inverse ? ', each 1 ÷ the opposite rate' : '';
  const source = `${sources.sort().join(', ')}: average of ${byDay.size} rates, ${span.from} to ${span.to}${inverted}`;
  return { rate, inverse: first.inverse, shown: { rate: rate.toFixed(), date: span.to, source } };
}

function toDigits(total: Decimal, count: number): Decimal {
  // Enough decimals for the significant digits asked for, whatever the size of the rate.
  const exact = roundRatio(ratio(total, decimal(String(count))), 60, 'HALF_EVEN');
  return decimal(exact.toPrecision(AVERAGE_DIGITS, 2));
}
