import { type Decimal, decimal, ONE, ZERO } from '../base/decimal.ts';
import { addRatios, compareRatios, type Ratio, ratio, roundRatio } from '../base/ratio.ts';
import { type Holidays, workingDays } from '../base/working-days.ts';

/** Two days, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** What was booked on one day. */
export interface Booked {
  readonly date: string;
  readonly amount: string;
}

/** How much of a period's credit is usual by a day of it. */
export interface UsualShare {
  /** Between 0 and 1. */
  readonly share: Ratio;
  /** How many earlier periods it is the median of; 0: working days gone ÷ all. */
  readonly periods: number;
}

/** Fewer earlier periods than this say nothing about what is usual (ATT-7). */
export const minPeriods = 4;

/**
 * The usual share of a period's credit by a day of it (ATT-7): the median over earlier periods of what was booked by the
 * same working day, or working days gone ÷ all where fewer than four earlier periods have bookings.
 */
export function usualShare(
  period: Days,
  asOf: string,
  {
    earlier,
    holidays,
  }: {
    readonly earlier: readonly { readonly period: Days; readonly booked: readonly Booked[] }[];
    readonly holidays: Holidays;
  },
): UsualShare {
  if (asOf >= period.to) return { share: ratio(ONE), periods: 0 };
  const gone = workingDays({ from: period.from, to: asOf }, holidays);
  const shares = earlier
    .flatMap((one) => shareBy(one, gone, holidays) ?? [])
    .sort((a, b) => compareRatios(a, b));
  if (shares.length < minPeriods) return { share: shareGone(period, asOf, holidays), periods: 0 };
  return { share: within(median(shares)), periods: shares.length };
}

/** Working days gone ÷ all of them; all of it once the days are over. */
export function shareGone(days: Days, asOf: string, holidays: Holidays): Ratio {
  const all = workingDays(days, holidays);
  if (asOf >= days.to || all === 0) return ratio(ONE);
  if (asOf < days.from) return ratio(ZERO);
  return ratio(whole(workingDays({ from: days.from, to: asOf }, holidays)), whole(all));
}

function shareBy(
  { period, booked }: { readonly period: Days; readonly booked: readonly Booked[] },
  gone: number,
  holidays: Holidays,
): Ratio | null {
  let [by, all] = [ZERO, ZERO];
  for (const { date, amount } of booked) {
    all = all.plus(decimal(amount));
    if (workingDays({ from: period.from, to: date }, holidays) <= gone) by = by.plus(decimal(amount));
  }
  return all.gt(ZERO) ? ratio(by, all) : null;
}

/** Of an even number, the mean of the two in the middle. */
function median(sorted: readonly Ratio[]): Ratio {
  const upper = sorted[Math.floor(sorted.length / 2)]!;
  if (sorted.length % 2 === 1) return upper;
  const both = addRatios(sorted[sorted.length / 2 - 1]!, upper);
  return { over: both.over, under: both.under.times(decimal('2')) };
}

function within(share: Ratio): Ratio {
  if (share.over.lt(ZERO)) return ratio(ZERO);
  return compareRatios(share, ratio(ONE)) > 0 ? ratio(ONE) : share;
}

const whole = (count: number): Decimal => decimal(String(count));

/** Attainment ÷ what is usual by now (ATT-8), to two decimals; null while nothing is usual yet. */
export function paceOf(attainment: Ratio | null, usual: Ratio): string | null {
  if (attainment === null || usual.over.eq(ZERO)) return null;
  const pace = { over: attainment.over.times(usual.under), under: attainment.under.times(usual.over) };
  return roundRatio(pace, 2, 'HALF_UP').toFixed(2);
}

/** Credit at the end of the period if the rest goes as usual (ATT-9); null while nothing is usual yet. */
export function projectedCredit(credited: Decimal, before: Decimal, usual: Ratio): Ratio | null {
  if (usual.over.eq(ZERO)) return null;
  return { over: credited.times(usual.under).plus(before.times(usual.over)), under: usual.over };
}

/** Whether a pace is ahead of the usual course or behind it (ATT-8). */
export type PaceFlag = 'ahead' | 'behind' | 'far-behind' | 'none';

export function paceFlag(pace: string | null): PaceFlag {
  if (pace === null) return 'none';
  const value = decimal(pace);
  if (value.gte(ONE)) return 'ahead';
  return value.gte(decimal('0.7')) ? 'behind' : 'far-behind';
}
