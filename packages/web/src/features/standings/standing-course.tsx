import { workingDays } from '@attain/domain/base/working-days';
import type { Standing, Standings } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatCredit, formatMoneyShort } from '../../base/format-money.ts';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { messages } from './messages.ts';

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (x: number) => new Date(x).toISOString().slice(0, 10);

/** Credit by day up to the day of the standing, and the course that reaches the quota by working days. */
export function StandingCourse({ row, standings }: { row: Standing; standings: Standings }) {
  const { detail } = messages;
  if (row.days.length === 0) return <p className="text-12 text-fg-3">{detail.noDeals}</p>;
  const { period, currency, asOf } = standings;
  const credit = (value: string) => formatCredit(value, { unit: row.unit, currency });
  let total = 0;
  const points = [{ x: at(period.from) - dayMs, y: 0, text: credit('0') }];
  for (const { date, credited } of row.days) {
    const x = at(date);
    points.push({ x: x - 1, y: total, text: credit(total.toFixed(2)) });
    total += Number(credited);
    points.push({ x, y: total, text: credit(total.toFixed(2)) });
  }
  points.push({ x: at(asOf), y: total, text: credit(total.toFixed(2)) });
  const quota = row.measured === null && row.quota !== null ? Number(row.quota) : null;
  const holidays = new Set(standings.holidays);
  const days = workingDays(period, holidays);
  const ends = [period.from, ...monthsWithin(period), period.to];
  const usual = ends.map((day) => {
    const y = ((quota ?? 0) * workingDays({ from: period.from, to: day }, holidays)) / Math.max(1, days);
    return { x: at(day), y, text: credit(y.toFixed(2)) };
  });
  return (
    <LineChart
      label={detail.days(row.componentName)}
      series={[
        { name: detail.credited, points, area: true },
        ...(quota === null ? [] : [{ name: detail.usual, points: usual, dashed: true }]),
      ]}
      formatX={(x) => formatDay(dayOf(x)).replace(/, \d{4}$/, '')}
      formatY={(y) => (row.unit === '$' ? formatMoneyShort(y, currency) : credit(y.toFixed(0)))}
      marksX={ends.map(at)}
      nameX={detail.day}
      nameY={detail.credit}
      height={200}
    />
  );
}

/** The first days of months inside the period. */
function monthsWithin({ from, to }: { from: string; to: string }): string[] {
  const firsts: string[] = [];
  const next = new Date(at(from));
  for (;;) {
    next.setUTCMonth(next.getUTCMonth() + 1, 1);
    const day = next.toISOString().slice(0, 10);
    if (day >= to) return firsts;
    firsts.push(day);
  }
}
