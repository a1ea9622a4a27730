import { dayBefore, earlierDay, laterDay } from '@attain/domain/base/day';
import { periodContaining } from '@attain/domain/base/period';
import { ok, type Result } from '@attain/domain/base/result';
import { earlierPay, payHistory } from '@attain/domain/findings/pay-history';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { neededRecords } from '../slices/calculations/needed-records.ts';

/**
 * The input with earlier periods that the plan's terms need: they are paid first, from the same files, as far back as a
 * window reaches or, for carried pay and funds, as the deals do. The files are assumed to have every deal since. Fails
 * if an earlier period can't be paid, or the period is not one of the plan's.
 */
export function withEarlierPeriods(input: CalculationInput): Result<CalculationInput> {
  const { plan, period, ...records } = input;
  const needed = neededRecords(plan, period);
  if (!needed.ok) return needed;
  const { earlier, from } = needed.value;
  if (earlier.length === 0 && from === period.from) return ok(input);
  const completeFrom = earlier.reduce((first, need) => earlierDay(first, need.from), from);
  const firstDeal = input.deals.reduce((first, { date }) => earlierDay(first, date), period.from);
  const start = periodContaining(plan.calendar, laterDay(completeFrom, firstDeal));
  if (earlier.length === 0 || start.from >= period.from) return ok({ ...input, completeFrom, earlier: [] });
  const span = { key: start.key, from: start.from, to: dayBefore(period.from) };
  const paid = payHistory(plan, { ...records, completeFrom, span });
  if (!paid.ok) return paid;
  const pay = paid.value.flatMap((one) => one.lines.map((line) => earlierPay(line, one.period)));
  return ok({ ...input, completeFrom, earlier: pay });
}
