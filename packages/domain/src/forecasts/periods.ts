import { dayBefore, monthStart } from '../base/day.ts';
import { decimal, plain, sum } from '../base/decimal.ts';

/** The total of a month (`2025-11`) or a quarter (`2025-Q4`); a decimal text. */
export interface PeriodTotal {
  readonly key: string;
  readonly value: string;
}

/** Whole quarters of months that follow each other; months of a quarter that isn't whole are left out (FC-5). */
export function wholeQuarters(months: readonly PeriodTotal[]): readonly PeriodTotal[] {
  const by = new Map<string, string[]>();
  for (const { key, value } of months) {
    const quarter = `${key.slice(0, 4)}-Q${Math.ceil(Number(key.slice(5)) / 3)}`;
    by.set(quarter, [...(by.get(quarter) ?? []), value]);
  }
  return [...by].flatMap(([key, values]) =>
    values.length === 3 ? [{ key, value: plain(sum(values.map((value) => decimal(value)))) }] : [],
  );
}

/** The newest periods without a gap between them (FC-5). */
export function withoutGap(quarters: readonly PeriodTotal[]): readonly PeriodTotal[] {
  const gap = quarters.findLastIndex(
    ({ key }, index) => index > 0 && quarterAfter(quarters[index - 1]?.key ?? '') !== key,
  );
  return quarters.slice(Math.max(gap, 0));
}

function quarterAfter(key: string): string {
  const [year, quarter] = [Number(key.slice(0, 4)), Number(key.slice(6))];
  return quarter === 4 ? `${year + 1}-Q1` : `${year}-Q${quarter + 1}`;
}

/** The days of the `steps` periods after one; of the period itself with 0. */
export function daysAfter(key: string, steps: number): { from: string; to: string } {
  const isQuarter = key.includes('Q');
  const month = isQuarter ? Number(key.slice(6)) * 3 - 2 : Number(key.slice(5));
  const year = Number(key.slice(0, 4));
  const length = isQuarter ? 3 : 1;
  return {
    from: monthStart(year, month, steps === 0 ? 0 : length),
    to: dayBefore(monthStart(year, month, length * (steps + 1))),
  };
}
