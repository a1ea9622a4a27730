import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMay } from '../../api/me.ts';
import type { Close } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatAmounts } from '../../base/format-money.ts';
import { formatCount, formatFixed } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { SkeletonTile } from '../../ui/states/skeleton.tsx';
import { CloseActs } from './close-acts.tsx';
import { messages } from './messages.ts';
import { totalText } from './total-text.ts';

const CostTile = lazy(async () => ({ default: (await import('./cost-tile.tsx')).CostTile }));

/** The name of a close, what is next, and its acts. */
export function CloseHeading({ close, children }: { close: Close; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-14 font-semibold">{messages.title(close.month)}</h2>
        <p className="text-12 text-fg-2">{summaryOf(close)}</p>
      </div>
      {children}
      <CloseActs close={close} />
    </div>
  );
}

function summaryOf({ steps, findings }: Close): string {
  const blockers = findings.filter(({ blocks }) => blocks).length;
  if (blockers > 0) return messages.summary.blocked(messages.blockers(blockers));
  const next = steps.find(({ state }) => state !== 'done');
  return next === undefined
    ? messages.summary.done
    : messages.summary.next(messages.steps.names[next.step], next.due);
}

/** Deals against the same working day of the months before; against the whole months where none had any by then. */
function dealsText({ count, usual, sameDay }: Close['deals']): string {
  if (usual === null) return messages.tiles.noUsual;
  if (sameDay === null) return messages.tiles.usual(usual);
  const percent = formatFixed(String(((count - sameDay.usual) / sameDay.usual) * 100), 1);
  return messages.tiles.sameDay(count < sameDay.usual ? percent : `+${percent}`, sameDay);
}

const behindText = ({ blockedPay }: Close) =>
  blockedPay === null ? messages.tiles.hidden : messages.tiles.behind(formatAmounts(blockedPay));

type CloseFiguresProps = {
  close: Close;
  /** Whether pay day and blockers lead to the page of the close; false on that page. */
  linked?: boolean;
};

/** Pay day, blockers, deals and pay of a close; on the first screen, the cost of its quarter. */
export function CloseFigures({ close, linked = false }: CloseFiguresProps) {
  const { steps, findings, deals, periods } = close;
  const blockers = findings.filter(({ blocks }) => blocks).length;
  const payDay = steps.at(-1);
  const mayForecast = useMay('read:simulations');
  const mayPlan = useMay('edit:plans');
  const { tiles } = messages;
  const toClose = (figure: string) =>
    linked ? (
      <Link className="hover:underline" {...paths.closeOf(close.month)}>
        {figure}
      </Link>
    ) : (
      figure
    );
  return (
    <FigureRow>
      <FigureTile
        label={tiles.payDay}
        figure={toClose(formatDay(payDay?.due))}
        sub={tiles.payDayIn(
          payDay?.state === 'done' ? null : close.daysToPay,
          payDay?.isLate ?? false,
          steps.filter(({ state }) => state === 'done').length,
          steps.length,
        )}
        corner={payDay?.isLate ? <Badge meaning="bad">{tiles.late}</Badge> : undefined}
      />
      <FigureTile
        label={tiles.blockers}
        figure={toClose(formatCount(blockers))}
        tone={blockers > 0 ? 'bad' : 'plain'}
        sub={blockers > 0 ? behindText(close) : tiles.check(findings.length)}
      />
      <FigureTile
        label={tiles.deals}
        figure={
          <Link
            className="hover:underline"
            to="/compensation/crediting"
            search={{ from: close.from, to: close.to }}
          >
            {formatCount(deals.count)}
          </Link>
        }
        sub={dealsText(deals)}
      />
      {linked && mayForecast && !mayPlan ? (
        <Suspense fallback={<SkeletonTile />}>
          <CostTile month={close.month} />
        </Suspense>
      ) : (
        <FigureTile
          label={tiles.toPay}
          figure={
            <Link className="hover:underline" {...paths.payout}>
              {totalText(close)}
            </Link>
          }
          sub={tiles.of(
            periods.filter(({ calculation }) => calculation === 'current').length,
            periods.length,
          )}
        />
      )}
    </FigureRow>
  );
}
