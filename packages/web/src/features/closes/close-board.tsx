import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { closeQuery } from '../../api/requests/close-queries.ts';
import type { Close } from '../../api/shapes.ts';
import { monthName } from '../../base/months.ts';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { CloseExceptions } from './close-exceptions.tsx';
import { CloseFindings } from './close-findings.tsx';
import { ClosePeriods } from './close-periods.tsx';
import { CloseSteps } from './close-steps.tsx';
import { CloseFigures, CloseHeading } from './close-summary.tsx';
import { messages } from './messages.ts';

/** The close of a month: where it stands, what blocks it, and the acts that move it. */
export function CloseBoard({
  month,
  onMonth,
  notes,
  ordered,
}: {
  month: string | undefined;
  onMonth: (month: string) => void;
  /** The notes on the close of a month. */
  notes: (month: string) => ReactNode;
  /** Calculations that run, and their outcome. */
  ordered: (close: Close) => ReactNode;
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
            <CloseHeading close={close}>
              {notes(close.month)}
              <div className="w-full sm:w-44">
                <Select
                  aria-label={messages.month}
                  value={close.month}
                  onValueChange={onMonth}
                  options={close.months.map((one) => ({ value: one, label: monthName(one) }))}
                />
              </div>
            </CloseHeading>
            {ordered(close)}
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
