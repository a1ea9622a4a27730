import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nextPayDayQuery, statementsQuery } from '../../api/queries.ts';
import { disputesQuery } from '../../api/requests/dispute-queries.ts';
import type { Standings } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { attainmentText } from '../../base/format-attainment.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatAmounts, formatCredit, formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { messages } from './messages.ts';
import { FlagBadge, paceText } from './pace.tsx';
import { totalsOf } from './totals.ts';
import { usualHow } from './usual-how.ts';
import { YearToDate } from './year-to-date.tsx';

const { home } = messages;

/** What I earned so far, my pace, my next tier, my year, my latest statement and open disputes. */
export function OwnFigures({ standings }: { standings: Standings }) {
  const { rows, currency } = standings;
  const money = (amount: string | null) => formatMoney(amount, { currency });
  const pay = totalsOf(rows, currency);
  const [first] = rows;
  const next = rows.find(({ nextTier }) => nextTier !== null);
  return (
    <FigureRow>
      <FigureTile
        label={home.earned}
        figure={money(pay?.amount ?? null)}
        corner={standings.isOver ? null : <Badge>{home.notFinal}</Badge>}
        sub={standings.payHidden ?? (standings.isOver ? messages.over : projectedText(pay, money))}
      />
      {first === undefined ? null : (
        <FigureTile
          label={home.pace(first.componentName)}
          figure={paceText(first.pace)}
          corner={<FlagBadge flag={first.flag} />}
          sub={
            standings.isOver
              ? messages.over
              : messages.tiles.usual(attainmentText(first.usualPercent), usualHow(standings))
          }
        />
      )}
      {next?.nextTier ? (
        <FigureTile
          label={home.next(next.componentName)}
          figure={formatCredit(next.nextTier.needed, { unit: next.unit, currency })}
          sub={home.adds(money(next.nextTier.adds))}
        />
      ) : null}
      <YearToDate />
      <NextPayDay />
      <LatestStatement />
      <OpenDisputes />
    </FigureRow>
  );
}

const projectedText = (
  pay: { projectedAmount: string | null } | undefined,
  money: (amount: string | null) => string,
) =>
  pay?.projectedAmount
    ? messages.tiles.atProjection(money(pay.projectedAmount))
    : messages.tiles.notProjected;

function NextPayDay() {
  const { data } = useQuery(nextPayDayQuery());
  if (data == null) return null;
  const { day, isLate, periods, status, amounts } = data;
  const due = formatAmounts(amounts);
  return (
    <FigureTile
      label={home.payDay}
      figure={formatDay(day)}
      corner={isLate ? <Badge meaning="warn">{home.late}</Badge> : null}
      sub={status === null ? home.nothingDue : home.due(due, periods.join(', '), status)}
    />
  );
}

function LatestStatement() {
  const { rows, query } = useRows(statementsQuery({}));
  const [latest] = rows;
  if (query.isPending) return null;
  if (latest === undefined) return <FigureTile label={home.statement} figure="—" sub={home.noStatement} />;
  return (
    <FigureTile
      label={home.statement}
      figure={
        <Link className="hover:underline" {...paths.statement(latest.runId, latest.participantId)}>
          {formatMoney(latest.total, { currency: latest.currency })}
        </Link>
      }
      sub={home.statementOf(latest.period.key, latest.status)}
    />
  );
}

function OpenDisputes() {
  const { rows, query } = useRows(disputesQuery({ status: 'unresolved' }));
  if (query.isPending || query.isError) return null;
  return (
    <FigureTile
      label={home.disputes}
      figure={
        <Link className="hover:underline" {...paths.disputes}>
          {rows.length}
        </Link>
      }
      sub={home.waiting(rows.filter(({ waitingOn }) => waitingOn === 'payee').length)}
    />
  );
}
