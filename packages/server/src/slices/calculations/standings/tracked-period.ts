import { type UsualShare, usualShare } from '@attain/domain/attainment/pace';
import { dayBefore, earlierDay } from '@attain/domain/base/day';
import { type Period, parsePeriod, periodContaining } from '@attain/domain/base/period';
import type { Holidays } from '@attain/domain/base/working-days';
import type { Plan } from '@attain/domain/plans/plan';
import { ApiError, must } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { hasRecords, selectBooked, type TrackedRow } from './standings-store.ts';

/** The usual course is that of so many earlier periods at most. */
const maxEarlier = 8;

/** So many periods are offered. */
const maxPeriods = 13;

/** The open period of a plan: today's, or the newest with deals if nothing is recorded in today's. */
export async function openPeriod(
  tx: TenantTx,
  plan: Pick<TrackedRow, 'id' | 'document' | 'newest'>,
  today: string,
): Promise<Period> {
  const { calendar } = plan.document;
  const current = periodContaining(calendar, today);
  if (plan.newest === null || plan.newest >= current.from) return current;
  return (await hasRecords(tx, plan.id, current)) ? current : periodContaining(calendar, plan.newest);
}

/** The periods of a plan up to its open one and today's, newest first. */
export function periodsUpTo({ document, first }: TrackedRow, open: Period, today: string): Period[] {
  const { calendar } = document;
  const current = periodContaining(calendar, today);
  const periods = current.from === open.from ? [open] : [current, open];
  let last = open;
  while (last.from > first && periods.length < maxPeriods) {
    last = periodContaining(calendar, dayBefore(last.from));
    periods.push(last);
  }
  return periods;
}

/** The period asked for and the day in it. Throws BAD_INPUT for a period or day that is none of it. */
export function trackedDay(
  plan: Plan,
  asked: { period: string | undefined; asOf: string | undefined },
  { open, today }: { open: Period; today: string },
): { period: Period; asOf: string } {
  const period =
    asked.period === undefined
      ? open
      : must(parsePeriod(asked.period, plan.calendar), 'BAD_INPUT', 'The period is not valid.');
  const asOf = asked.asOf ?? earlierDay(today, period.to);
  if (asOf < period.from || asOf > period.to) {
    const message = `${period.key} runs from ${period.from} to ${period.to}. Choose a day in it.`;
    throw new ApiError('BAD_INPUT', message, { problems: [{ rule: 'PAY-45', path: 'asOf', message }] });
  }
  return { period, asOf };
}

/** The usual share of a plan's period by a day. */
export async function usualOf(
  tx: TenantTx,
  { planId, plan, period, holidays }: { planId: string; plan: Plan; period: Period; holidays: Holidays },
  asOf: string,
): Promise<UsualShare> {
  if (asOf >= period.to) return usualShare(period, asOf, { earlier: [], holidays });
  const earlier = earlierPeriods(plan, period);
  const from = earlier.at(-1)?.from ?? period.from;
  const booked = await selectBooked(tx, {
    planId,
    currency: plan.currency,
    from,
    to: dayBefore(period.from),
  });
  return usualShare(period, asOf, {
    earlier: earlier.map((one) => ({
      period: one,
      booked: booked.filter(({ date }) => date >= one.from && date <= one.to),
    })),
    holidays,
  });
}

/** Newest first; none for a span that is no period of the plan's calendar. */
function earlierPeriods({ calendar }: Plan, period: Period): Period[] {
  const own = periodContaining(calendar, period.from);
  if (own.from !== period.from || own.to !== period.to) return [];
  const earlier: Period[] = [];
  for (let last = own; earlier.length < maxEarlier; ) {
    last = periodContaining(calendar, dayBefore(last.from));
    earlier.push(last);
  }
  return earlier;
}
