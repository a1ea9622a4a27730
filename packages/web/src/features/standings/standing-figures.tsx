import type { Standing, Standings } from '../../api/shapes.ts';
import { attainmentText } from '../../base/format-attainment.ts';
import { formatCredit, formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { messages } from './messages.ts';
import { paceText } from './pace.tsx';
import { projectedBands, type Totals } from './totals.ts';
import { usualHow } from './usual-how.ts';

const { tiles } = messages;

type Pay = Pick<Totals, 'amount' | 'projectedAmount'>;
type Props = { standings: Standings; rows: readonly Standing[]; totals: Totals; pay: Pay };

/** Attainment, pace, median and those far behind, over the rows shown. */
export function StandingFigures({ standings, rows, totals, pay }: Props) {
  const { currency } = standings;
  const behind = rows.filter(({ flag }) => flag === 'far-behind').map((row) => row.participantName);
  const credit = (value: string | null) => formatCredit(value, { unit: totals.unit, currency });
  const ofTeam = rows.length > 1;
  return (
    <FigureRow six={ofTeam && pay.amount !== null && totals.unit === '$'}>
      <FigureTile
        label={tiles.attainment(totals.componentName)}
        figure={attainmentText(totals.attainmentPercent)}
        sub={totals.quota === null ? tiles.noQuota : tiles.of(credit(totals.credited), credit(totals.quota))}
      />
      <FigureTile
        label={tiles.pace}
        figure={paceText(totals.pace)}
        sub={
          standings.isOver
            ? messages.over
            : tiles.usual(attainmentText(standings.usualPercent), usualHow(standings))
        }
      />
      {ofTeam ? (
        <FigureTile
          label={tiles.farBehind}
          figure={behind.length}
          tone={behind.length > 0 ? 'bad' : 'plain'}
          sub={
            behind.length === 0 ? tiles.nobody : tiles.more(behind.slice(0, 2).join(', '), behind.length - 2)
          }
        />
      ) : null}
      {pay.amount === null ? null : (
        <FigureTile
          label={tiles.pay}
          figure={formatMoney(pay.amount, { currency })}
          sub={
            pay.projectedAmount === null
              ? tiles.notProjected
              : standings.isOver
                ? messages.over
                : tiles.atProjection(formatMoney(pay.projectedAmount, { currency }))
          }
        />
      )}
      {totals.unit === '$' && ofTeam ? (
        <FigureTile
          label={tiles.coverage}
          figure={totals.coverage === null || standings.isOver ? '—' : `${formatDecimal(totals.coverage)}×`}
          sub={standings.isOver ? messages.over : coverageText(totals, credit)}
        />
      ) : null}
      {ofTeam ? <ProjectedTile rows={rows} totals={totals} /> : null}
    </FigureRow>
  );
}

function coverageText(
  { quota, coverage, openAmount, missing }: Totals,
  credit: (value: string | null) => string,
): string {
  if (coverage !== null) return tiles.open(credit(openAmount), credit(missing));
  return quota !== null && openAmount !== null ? tiles.reached : tiles.noCoverage;
}

/** How many payees are projected to end where, as bars with their counts. */
function ProjectedTile({ rows, totals }: { rows: readonly Standing[]; totals: Totals }) {
  const bands = projectedBands(rows);
  const max = Math.max(1, ...bands.map(({ count }) => count));
  return (
    <FigureTile
      label={tiles.projected}
      sub={tiles.onCourse(totals.onCourse, totals.payees, attainmentText(totals.medianPercent))}
      figure={
        <ol className="flex items-end gap-1 text-11 font-medium tracking-normal">
          {bands.map(({ name, count, isReached }) => (
            <li key={name} className="flex min-w-0 flex-1 flex-col items-center">
              <span>{count}</span>
              <span
                data-forced-fill
                className={isReached ? 'w-full rounded-t-sm bg-primary' : 'w-full rounded-t-sm bg-warn'}
                style={{ height: `${Math.max(2, (count / max) * 28)}px` }}
              />
              <span className="font-normal text-fg-3">{name}</span>
            </li>
          ))}
        </ol>
      }
    />
  );
}
