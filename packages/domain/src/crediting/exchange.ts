import { dayProblem, parseDay } from '../base/day.ts';
import {
  type Decimal,
  decimal,
  decimalProblem,
  HUNDREDTH,
  isDecimal,
  ONE,
  plain,
  ZERO,
} from '../base/decimal.ts';
import type { Problem } from '../base/result.ts';
import type { Span } from '../base/week-calendar.ts';
import type { ExchangeRate } from './deal.ts';

/** The rate that turns a deal's money into the plan's, with where it is from. */
export interface Exchange {
  readonly rate: Decimal;
  readonly shown: { readonly rate: string; readonly date: string; readonly source: string };
  /** True when only the opposite pair is quoted and the rate is one divided by it. */
  readonly inverse: boolean;
}

/** An amount of a deal in the plan's currency, exact. */
export function exchanged(amount: Decimal, exchange: Pick<Exchange, 'rate'> | null): Decimal {
  return exchange === null ? amount : amount.times(exchange.rate);
}

/** What is said where no rate is known for a day. */
export function missingRate({ from, to, day }: { from: string; to: string; day: string }): string {
  return `There is no exchange rate from ${from} to ${to} on or before ${day}. Import one.`;
}

/** What a credit is of an amount of its deal, in the plan's currency, exact. */
export function sharedAmount(
  amount: string,
  { sharePercent, exchange }: { sharePercent: string; exchange: Pick<Exchange, 'rate'> | null },
): Decimal {
  return exchanged(decimal(amount), exchange).times(decimal(sharePercent)).times(HUNDREDTH);
}

/** Finds rates of exchange; made once for a calculation. */
export interface ExchangeTable {
  /** The rate for a currency on a day, or null when there is none on or before it. */
  find(currency: string, day: string): Exchange | null;
  /** The rates quoted between two days; those of the opposite pair where the pair itself is not quoted then. */
  within(currency: string, span: Span): readonly Exchange[];
  readonly problems: readonly Problem[];
}

interface Series {
  readonly days: readonly string[];
  /** The rate of the day at a place; made when it is first asked for, because inverting one is dear and most are never used. */
  rate(at: number): Exchange;
}

/** Significant digits of an inverted rate; from there on the rounded rate *is* the rate, so that the credit stays exact. */
const INVERSE_DIGITS = 20;

/**
 * Indexes the rates into the plan's currency: the latest on or before the day (CREDIT-4), and where a pair is quoted only
 * the other way round, one divided by it to 20 significant digits (CREDIT-5).
 */
export function exchangeTable(rates: readonly ExchangeRate[], into: string): ExchangeTable {
  const known = tables.get(rates)?.get(into);
  if (known !== undefined) return known;
  const table = readTable(rates, into);
  tables.set(rates, (tables.get(rates) ?? new Map()).set(into, table));
  return table;
}

/** The same list is read once, however many periods and scenarios are paid with it. */
const tables = new WeakMap<readonly ExchangeRate[], Map<string, ExchangeTable>>();

function readTable(rates: readonly ExchangeRate[], into: string): ExchangeTable {
  const direct = new Map<string, ExchangeRate[]>();
  const opposite = new Map<string, ExchangeRate[]>();
  const problems: Problem[] = [];
  for (const rate of rates) {
    if ((rate.to !== into && rate.from !== into) || rate.to === rate.from) continue;
    const fault = rateFault(rate);
    if (fault !== null) problems.push(fault);
    else if (rate.to === into) append(direct, rate.from, rate);
    else append(opposite, rate.to, rate);
  }
  const forward = toSeries(direct, false, problems);
  const backward = toSeries(opposite, true, problems);
  const find = (currency: string, day: string) =>
    latest(forward, currency, day) ?? latest(backward, currency, day);
  const within = (currency: string, span: Span) => {
    const direct = between(forward.get(currency), span);
    return direct.length > 0 ? direct : between(backward.get(currency), span);
  };
  return { find, within, problems };
}

function rateFault(rate: ExchangeRate): Problem | null {
  const path = `exchangeRates[${rate.from}→${rate.to}, ${rate.date}]`;
  if (parseDay(rate.date) === null) return { ...dayProblem(rate.date, `${path}.date`), rule: 'CREDIT-4' };
  if (!isDecimal(rate.rate)) return { ...decimalProblem(rate.rate, `${path}.rate`), rule: 'CREDIT-4' };
  if (decimal(rate.rate).gt(ZERO)) return null;
  return {
    rule: 'CREDIT-4',
    path: `${path}.rate`,
    message: `The exchange rate ${rate.rate} is not above zero. Correct it.`,
  };
}

function toSeries(
  found: Map<string, ExchangeRate[]>,
  inverse: boolean,
  problems: Problem[],
): Map<string, Series> {
  const all = new Map<string, Series>();
  for (const [currency, rates] of found) {
    rates.sort((a, b) => compare(a.date, b.date) || compare(a.source, b.source));
    rates.forEach((rate, i) => {
      const before = rates[i - 1];
      if (before?.date !== rate.date || decimal(before.rate).eq(decimal(rate.rate))) return;
      const path = `exchangeRates[${rate.from}→${rate.to}, ${rate.date}]`;
      const message = `There are two exchange rates for the same day, ${before.rate} and ${rate.rate}. Keep one of them.`;
      problems.push({ rule: 'CREDIT-4', path, message });
    });
    all.set(currency, seriesOf(rates, inverse));
  }
  return all;
}

function seriesOf(quoted: readonly ExchangeRate[], inverse: boolean): Series {
  const made: (Exchange | undefined)[] = [];
  return {
    days: quoted.map(({ date }) => date),
    rate: (at) => (made[at] ??= toExchange(quoted[at]!, inverse)),
  };
}

function toExchange(quoted: ExchangeRate, inverse: boolean): Exchange {
  const rate = inverse
    ? decimal(ONE.div(decimal(quoted.rate)).toPrecision(INVERSE_DIGITS, 2))
    : decimal(quoted.rate);
  const source = inverse ? `${quoted.source} (1 ÷ ${quoted.rate})` : quoted.source;
  return { rate, inverse, shown: { rate: plain(rate), date: quoted.date, source } };
}

function latest(all: ReadonlyMap<string, Series>, currency: string, day: string): Exchange | null {
  const series = all.get(currency);
  if (series === undefined) return null;
  let low = 0;
  let high = series.days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((series.days[middle] ?? '') <= day) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : series.rate(low - 1);
}

function between(series: Series | undefined, span: Span): readonly Exchange[] {
  if (series === undefined) return [];
  return series.days.flatMap((day, at) => (day >= span.from && day <= span.to ? [series.rate(at)] : []));
}

function append(map: Map<string, ExchangeRate[]>, key: string, rate: ExchangeRate): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [rate]);
  else list.push(rate);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
