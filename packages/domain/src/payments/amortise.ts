import { monthStart, parseDay } from '../base/day.ts';
import { type Decimal, decimal, decimalProblem, isDecimal, sum, ZERO } from '../base/decimal.ts';
import { minorDigits, moneyText, roundMoney } from '../base/money.ts';
import { ratio } from '../base/ratio.ts';
import { ok, type Problem, type Result, rejected } from '../base/result.ts';

/** The cost of obtaining a contract that is spread over the months it pays off (ASC 340-40). */
export interface CapitalisedCost {
  /** Above zero, in whole minor units. */
  readonly cost: string;
  readonly currency: string;
  /** A day in the first month that bears a part. */
  readonly from: string;
  readonly months: number;
}

/** What one month bears, and what is left on the books after it. */
export interface AmortisedMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly amount: string;
  readonly left: string;
}

/** With a benefit of a year or less the cost may be expensed at once (ASC 340-40-25-4, the practical expedient). */
const EXPEDIENT_MONTHS = 12;

/** True where the practical expedient lets the cost be expensed when it is incurred. */
export function mayExpenseAtOnce(cost: CapitalisedCost): boolean {
  return cost.months <= EXPEDIENT_MONTHS;
}

/**
 * Spreads a cost evenly by months (PAYM-18): at the end of each month cost × months ÷ term has been borne, rounded half up,
 * so that the months sum to the cost to the cent, and whole years to their share.
 */
export function amortise(capitalised: CapitalisedCost): Result<readonly AmortisedMonth[]> {
  const problems = checkCost(capitalised);
  if (problems.length > 0) return rejected(problems);
  const { currency, from, months } = capitalised;
  const left = Array.from({ length: months + 1 }, (_, count) => leftAfter(capitalised, count));
  return ok(
    Array.from({ length: months }, (_, i) => ({
      month: monthOf(from, i),
      amount: moneyText(left[i]!.minus(left[i + 1]!), currency),
      left: moneyText(left[i + 1]!, currency),
    })),
  );
}

/** What is left of a cost after so many of its months (PAYM-18). */
function leftAfter({ cost, currency, months }: CapitalisedCost, count: number): Decimal {
  const whole = decimal(cost);
  return whole.minus(
    roundMoney(ratio(whole.times(String(count)), decimal(String(months))), currency, 'HALF_UP'),
  );
}

/** What is left of a cost after a month, `YYYY-MM`, as the schedule has it; before the first month all of it, after the last nothing. */
export function leftAfterMonth(capitalised: CapitalisedCost, month: string): Result<Decimal> {
  const problems = checkCost(capitalised);
  if (problems.length > 0) return rejected(problems);
  const number = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7));
  const count = number(month) - number(capitalised.from) + 1;
  return ok(leftAfter(capitalised, Math.min(Math.max(count, 0), capitalised.months)));
}

/**
 * The schedule after a contract was extended (PAYM-19): months before `at` stay as they are; what is left of the cost and
 * the added cost are spread anew over the months left of the old term and the added ones.
 */
export function reamortise(
  schedule: readonly AmortisedMonth[],
  extension: {
    readonly at: string;
    readonly addedCost: string;
    readonly addedMonths: number;
    readonly currency: string;
  },
): Result<readonly AmortisedMonth[]> {
  const { at, addedCost, addedMonths, currency } = extension;
  const kept = schedule.filter(({ month }) => month < at.slice(0, 7));
  const rest = schedule.slice(kept.length);
  const problems = checkCost({ cost: addedCost, currency, from: at, months: rest.length + addedMonths });
  if (problems.length > 0) return rejected(problems);
  const left = sum(rest.map(({ amount }) => decimal(amount))).plus(decimal(addedCost));
  const anew = amortise({
    cost: moneyText(left, currency),
    currency,
    from: at,
    months: rest.length + addedMonths,
  });
  if (!anew.ok) return anew;
  return ok([...kept, ...anew.value]);
}

function monthOf(from: string, months: number): string {
  const day = parseDay(from);
  if (day === null) throw new RangeError(`${from} is not a day`);
  return monthStart(day.year, day.month, months).slice(0, 7);
}

function checkCost({ cost, currency, from, months }: CapitalisedCost): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (path: string, message: string) => problems.push({ rule: 'PAYM-18', path, message });
  if (!isDecimal(cost)) problems.push({ ...decimalProblem(cost, 'cost'), rule: 'PAYM-18' });
  else if (!decimal(cost).gt(ZERO) || !decimal(cost).round(minorDigits(currency), 0).eq(decimal(cost)))
    add('cost', `${cost} ${currency} can’t be amortized. Enter an amount above zero in whole minor units.`);
  if (parseDay(from) === null) add('from', `"${from}" is not a date. Use year-month-day, like "2024-02-29".`);
  if (!Number.isSafeInteger(months) || months < 1 || months > 1200)
    add('months', `${months} months is not a valid benefit period. Enter a whole number from 1 to 1200.`);
  return problems;
}
