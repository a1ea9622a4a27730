import { type Decimal, decimal, HUNDRED, plain, sum, ZERO } from '../../../base/decimal.ts';
import { minorDigits } from '../../../base/money.ts';
import { type PeriodCalendar, periodsOf } from '../../../base/period.ts';
import { forecastSeries } from '../../../forecasts/forecast.ts';
import type { MethodName } from '../../../forecasts/methods.ts';

/** What one calculated period of a plan costs, and what it costs at target; decimal texts. */
export interface PeriodCost {
  readonly period: string;
  readonly cost: string;
  /** Null: no line has a target. */
  readonly atTarget: string | null;
}

/** What the year of a plan will cost by the forecast, against its cost at target. Money is decimal text. */
export interface BudgetOutlook {
  readonly year: string;
  readonly paidPeriods: number;
  readonly paid: string;
  readonly openPeriods: number;
  /** P50 of the cost of the open periods. */
  readonly expected: string;
  readonly budget: string;
  /** Paid and expected in percent of the budget, 1 decimal. */
  readonly percent: string;
  readonly method: MethodName;
  /** Past forecasts, and their Σ|error| ÷ Σ|actual| in percent, 1 decimal. */
  readonly origins: number;
  readonly errorPercent: string;
}

/** From so many percent of the budget on it is said. */
export const ALERT_PERCENT = 90;
const MIN_ORIGINS = 6;

const CYCLES = { week: 52, month: 12, quarter: 4, year: 1 } as const;

/** What the year of `today` will cost (SGR-119), or why that is not said. Costs are of calculated periods, oldest first. */
export function budgetOutlook(
  calculated: readonly PeriodCost[],
  of: { readonly calendar: PeriodCalendar; readonly currency: string; readonly today: string },
): BudgetOutlook | string {
  const { calendar, currency, today } = of;
  const year = fiscalYearOf(calendar, today);
  const periods = periodsOf(calendar, year);
  const keys = keysAround(calendar, year);
  const costs = withoutGap(calculated, keys);
  const last = costs.at(-1);
  const at = last === undefined ? -1 : keys.indexOf(last.period);
  const open = periods.filter(({ key }) => keys.indexOf(key) > at);
  if (open.length === 0) return 'The year is calculated already.';
  if (last === undefined || keys.indexOf(open[0]!.key) !== at + 1)
    return 'Periods before this year are not calculated yet.';
  const found = forecastSeries({
    series: costs.map(({ cost }) => Number(cost)),
    cycle: CYCLES[calendar.period],
    steps: open.length,
    withSeasons: true,
  });
  const backtest = found?.backtest;
  if (found === null || backtest === undefined || backtest.origins < MIN_ORIGINS)
    return `Fewer than ${MIN_ORIGINS} past forecasts can be compared with what came.`;
  if (last.atTarget === null || backtest.averageError === null) return 'The plan has no cost at target.';
  const own = costs.filter(({ period }) => periods.some(({ key }) => key === period));
  const paid = sum(own.map(({ cost }) => decimal(cost)));
  const atTarget = decimal(last.atTarget).times(String(open.length));
  const budget = sum([...own.map((one) => decimal(one.atTarget ?? '0')), atTarget]);
  if (!budget.gt(ZERO)) return 'The plan has no cost at target.';
  const expected = decimal(found.value.toFixed(minorDigits(currency)));
  return {
    year: String(year),
    paidPeriods: own.length,
    paid: plain(paid),
    openPeriods: open.length,
    expected: plain(expected),
    budget: plain(budget),
    percent: percentOf(paid.plus(expected), budget),
    method: found.method,
    origins: backtest.origins,
    errorPercent: (backtest.averageError * 100).toFixed(1),
  };
}

/** Why an outlook is no reason to act; null: it is over its budget, or near it, by more than its forecasts err. */
export function quietReason({ percent, paid, expected, budget, errorPercent }: BudgetOutlook): string | null {
  if (decimal(percent).lt(String(ALERT_PERCENT)))
    return `The forecast is ${percent}% of the budget, below ${ALERT_PERCENT}%.`;
  const over = decimal(paid).plus(decimal(expected)).minus(alertLine(budget));
  const error = decimal(expected).times(decimal(errorPercent)).div(HUNDRED);
  return error.gt(over)
    ? `The forecast is ${percent}% of the budget, but such forecasts erred by ${errorPercent}%, more than it is over.`
    : null;
}

/** What the year will cost if its open periods change as the same deals did: by `after` ÷ `before`. */
export function outlookWith(
  { paid, expected, budget }: BudgetOutlook,
  { before, after }: { readonly before: bigint; readonly after: bigint },
): { readonly total: Decimal; readonly percent: string; readonly isUnder: boolean } {
  const open = before === 0n ? decimal(expected) : decimal(expected).times(String(after)).div(String(before));
  const total = decimal(paid).plus(open).round(2, 1);
  return { total, percent: percentOf(total, decimal(budget)), isUnder: total.lt(alertLine(budget)) };
}

const alertLine = (budget: string) => decimal(budget).times(String(ALERT_PERCENT)).div(HUNDRED);
const percentOf = (part: Decimal, whole: Decimal) => plain(part.times(HUNDRED).div(whole).round(1, 1));

/** The newest periods without a gap between them; those of other lengths are left out. */
function withoutGap(costs: readonly PeriodCost[], keys: readonly string[]): readonly PeriodCost[] {
  const own = costs.filter(({ period }) => keys.includes(period));
  const gap = own.findLastIndex(
    ({ period }, at) => at > 0 && keys.indexOf(period) !== keys.indexOf(own[at - 1]!.period) + 1,
  );
  return own.slice(Math.max(gap, 0));
}

/** The fiscal year of a day; months are named by the calendar year, so keys don't tell it. */
function fiscalYearOf(calendar: PeriodCalendar, day: string): number {
  const near = Number(day.slice(0, 4));
  const years = [near - 1, near, near + 1];
  const has = (year: number) => periodsOf(calendar, year).some(({ from, to }) => from <= day && day <= to);
  return years.find(has) ?? near;
}

/** The keys of the fiscal year and of the four before it, in order. */
function keysAround(calendar: PeriodCalendar, year: number): readonly string[] {
  return [4, 3, 2, 1, 0].flatMap((earlier) => periodsOf(calendar, year - earlier).map(({ key }) => key));
}
