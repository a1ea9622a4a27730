import { Link } from '@tanstack/react-router';
import type { Standing, Standings } from '../../api/shapes.ts';
import { attainmentFigure } from '../../base/format-attainment.ts';
import { formatDay } from '../../base/format-date.ts';
import { Card } from '../../ui/card.tsx';
import { AttainmentBar, BarFooter } from './attainment-bar.tsx';
import { messages } from './messages.ts';
import { FlagBadge } from './pace.tsx';
import { trackingMessages } from './tracking-messages.ts';

const maxPeople = 12;

type TeamBarsProps = { standings: Standings; rows: readonly Standing[]; component: string };

/** A bar for each person of the team, those furthest behind first. */
export function TeamBars({ standings, rows, component }: TeamBarsProps) {
  const { planId, period } = standings;
  const byPace = rows.toSorted((a, b) => paceOf(a) - paceOf(b));
  const more = byPace.length - maxPeople;
  return (
    <Card
      title={trackingMessages.team(component)}
      footer={
        <BarFooter
          note={more > 0 ? trackingMessages.others(more) : messages.asOf(formatDay(standings.asOf))}
        />
      }
    >
      <ul className="flex flex-col gap-3">
        {byPace.slice(0, maxPeople).map((row) => (
          <li
            key={row.participantId}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)_4.5rem_6.5rem]"
          >
            <Link
              className="truncate font-medium hover:underline"
              to="/compensation/tracking"
              search={{ plan: planId, period: period.key, payee: row.participantId }}
            >
              {row.participantName}
            </Link>
            <span className="order-last col-span-2 sm:order-none sm:col-span-1">
              <AttainmentBar
                reached={row.attainmentPercent}
                usual={row.usualPercent}
                projected={row.projectedPercent}
                flag={row.flag}
              />
            </span>
            <span className="figures text-end">{attainmentFigure(row.attainmentPercent)}</span>
            <span className="hidden justify-self-end sm:block">
              <FlagBadge flag={row.flag} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** People without a pace come last. */
const paceOf = ({ pace }: Standing) => (pace === null ? Number.POSITIVE_INFINITY : Number(pace));
