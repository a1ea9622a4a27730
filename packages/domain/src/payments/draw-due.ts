import { daysBetween, daysIn, isoDay, monthStart, parseDay } from '../base/day.ts';
import { type Decimal, decimal, ZERO } from '../base/decimal.ts';
import { roundMoney } from '../base/money.ts';
import type { Period } from '../base/period.ts';
import { type Ratio, ratio } from '../base/ratio.ts';
import type { Draw } from './payment.ts';

/**
 * What a draw guarantees in a period (PAYM-4): per month its amount for each calendar month, per period once; a month or
 * period it covers in part counts by days. Rounded half up to the currency's minor unit; zero outside its days.
 */
export function drawDue(draw: Draw, period: Period, currency: string): Decimal {
  const from = later(draw.from, period.from);
  const to = earlier(draw.to ?? period.to, period.to);
  if (to < from) return ZERO;
  const amount = decimal(draw.amount);
  const days = (first: string, last: string) => decimal(String(daysBetween(first, last)));
  if (draw.per === 'period') {
    return roundMoney(ratio(amount.times(days(from, to)), days(period.from, period.to)), currency, 'HALF_UP');
  }
  let total = ratio(ZERO);
  for (const month of monthsTouched(from, to)) {
    const first = later(from, month.from);
    const last = earlier(to, month.to);
    total = plus(total, ratio(amount.times(days(first, last)), days(month.from, month.to)));
  }
  return roundMoney(total, currency, 'HALF_UP');
}

function later(a: string, b: string): string {
  return [a, b].sort().at(1) ?? a;
}

function earlier(a: string, b: string): string {
  return [a, b].sort().at(0) ?? a;
}

function monthsTouched(from: string, to: string): { from: string; to: string }[] {
  const start = parseDay(from);
  if (start === null) return [];
  const months: { from: string; to: string }[] = [];
  for (let i = 0; ; i += 1) {
    const first = monthStart(start.year, start.month, i);
    if (first > to) return months;
    const day = parseDay(first);
    if (day === null) return months;
    months.push({ from: first, to: isoDay({ ...day, day: daysIn(day.year, day.month) }) });
  }
}

function plus(a: Ratio, b: Ratio): Ratio {
  if (a.under.eq(b.under)) return ratio(a.over.plus(b.over), a.under);
  return ratio(a.over.times(b.under).plus(b.over.times(a.under)), a.under.times(b.under));
}
