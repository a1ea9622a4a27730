import { dayBefore, daysBetween, laterDay, monthStart, plusDays } from '@attain/domain/base/day';
import { winRate } from '@attain/domain/forecasts/pipeline';
import { pastPeriodsRead, type StageForecast, stageForecast } from '@attain/domain/forecasts/stage-forecast';
import type { TenantTx } from '../../../db/database.ts';
import { type SeenPeriod, selectOpenStages, selectStatusCounts } from '../../records/opportunity-stages.ts';
import { selectBookedSoFar } from './analytics-store.ts';

/** The bookings of a period by what is open today (FC-9). Null: the period is over, or nothing is known of any opportunity. */
export async function stagesAhead(
  tx: TenantTx,
  of: { currency: string; today: string; from: string; to: string; monthsApart: number },
): Promise<StageForecast | null> {
  const { currency, today, to } = of;
  if (to < today) return null;
  const seen = [...likePeriods(of), { day: today, from: of.from, to }];
  const open = await selectOpenStages(tx, { currency, seen });
  const groups = open.at(-1) ?? [];
  if (groups.length === 0) return null;
  // a period counts once opportunities were stored on its day
  const known = seen
    .map((one, at) => ({ ...one, groups: open[at] ?? [] }))
    .filter((one) => one.groups.length > 0);
  const booked = await selectBookedSoFar(tx, { currency, seen: known });
  const periods = known.map((one, at) => ({ ...one, ...(booked[at] ?? { soFar: 0, total: 0 }) }));
  const { percent } = winRate(await selectStatusCounts(tx));
  return stageForecast({ groups, soFar: periods.at(-1)?.soFar ?? 0 }, periods.slice(0, -1), percent);
}

/**
 * The periods before that are over, oldest first, each seen when as many days were left as today: so many that there are enough to
 * forecast by even where they overlap.
 */
function likePeriods({
  from,
  to,
  today,
  monthsApart,
}: {
  from: string;
  to: string;
  today: string;
  monthsApart: number;
}): SeenPeriod[] {
  const left = daysBetween(today, to) - 1;
  const [first, end] = [from, plusDays(to, 1)].map((day) => [
    Number(day.slice(0, 4)),
    Number(day.slice(5, 7)),
  ]);
  const shifted = ([year = 0, month = 0]: readonly number[] = [], back: number) =>
    monthStart(year, month, -back);
  const months = ((end?.[0] ?? 0) - (first?.[0] ?? 0)) * 12 + ((end?.[1] ?? 0) - (first?.[1] ?? 0));
  const count = pastPeriodsRead + months / monthsApart - 1;
  return Array.from({ length: count + 12 / monthsApart }, (_, index) => {
    const back = monthsApart * (index + 1);
    const last = dayBefore(shifted(end, back));
    const from = shifted(first, back);
    return { day: laterDay(plusDays(last, -left), from), from, to: last };
  })
    .filter((one) => one.to < today)
    .slice(0, count)
    .toReversed();
}
