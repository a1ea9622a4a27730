import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { closeQuery } from '../../api/requests/close-queries.ts';
import type { Close } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { monthName } from '../../base/months.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { CloseActs, totalText } from './close-acts.tsx';
import { CloseExceptions } from './close-exceptions.tsx';
import { CloseFindings } from './close-findings.tsx';
import { ClosePeriods } from './close-periods.tsx';
import { CloseSteps } from './close-steps.tsx';
import { messages } from './messages.ts';

/** The close of a month: where it stands, what blocks it, and the acts that move it. */
export function CloseBoard({
  month,
  onMonth,
}: {
  month: string | undefined;
  onMonth: (month: string) => void;
}) {
  const query = useQuery(closeQuery(month));
  const mayClear = useMay('publish:calculations');
  return (
    <Loaded query={query} failure={messages.failure} skeleton={<SkeletonText lines={12} />}>
      {(close) =>
        close === null ? (
          <EmptyState title={messages.none} text={messages.noneText} />
        ) : (
          <div className="flex flex-col gap-4">
            <Heading close={close}>
              <div className="w-full sm:w-44">
                <Select
                  aria-label={messages.month}
                  value={close.month}
                  onValueChange={onMonth}
                  options={close.months.map((one) => ({ value: one, label: monthName(one) }))}
                />
              </div>
            </Heading>
            <CloseFigures close={close} />
            <CloseSteps close={close} />
            <CloseFindings findings={close.findings} />
            {mayClear ? <CloseExceptions month={close.month} /> : null}
            <ClosePeriods periods={close.periods} />
          </div>
        )
      }
    </Loaded>
  );
}

/** The newest close on the first screen of those who run it; nothing where there is none. */
export function CloseHome() {
  const query = useQuery(closeQuery(undefined));
  if (query.data === null) return null;
  return (
    <Loaded query={query} failure={messages.failure} skeleton={<SkeletonText lines={8} />}>
      {(close) =>
        close === null ? null : (
          <section aria-label={messages.title(close.month)} className="flex flex-col gap-4">
            <Heading close={close}>
              <Link
                className="inline-flex items-center gap-1 text-12 text-primary-text hover:underline"
                {...paths.closeOf(close.month)}
              >
                {messages.open} <ArrowRight aria-hidden className="size-3.5" />
              </Link>
            </Heading>
            <CloseFigures close={close} />
            <CloseSteps close={close} />
            {close.findings.length > 0 ? <CloseFindings findings={close.findings} /> : null}
          </section>
        )
      }
    </Loaded>
  );
}

function Heading({ close, children }: { close: Close; children: ReactNode }) {
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

function CloseFigures({ close }: { close: Close }) {
  const { steps, findings, deals, periods } = close;
  const blockers = findings.filter(({ blocks }) => blocks).length;
  const payDay = steps.at(-1);
  const { tiles } = messages;
  return (
    <FigureRow>
      <FigureTile
        label={tiles.payDay}
        figure={formatDay(payDay?.due)}
        sub={tiles.steps(steps.filter(({ state }) => state === 'done').length, steps.length)}
        corner={payDay?.isLate ? <Badge meaning="bad">{tiles.late}</Badge> : undefined}
      />
      <FigureTile
        label={tiles.blockers}
        figure={formatCount(blockers)}
        tone={blockers > 0 ? 'bad' : 'plain'}
        sub={tiles.check(findings.length - blockers)}
      />
      <FigureTile
        label={tiles.deals}
        figure={formatCount(deals.count)}
        sub={deals.usual === null ? tiles.noUsual : tiles.usual(deals.usual)}
      />
      <FigureTile
        label={tiles.toPay}
        figure={totalText(close)}
        sub={tiles.of(periods.filter(({ calculation }) => calculation === 'current').length, periods.length)}
      />
    </FigureRow>
  );
}
