import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { standingsQuery } from '../../api/requests/standing-queries.ts';
import type { Standing, Standings, StandingsFilter } from '../../api/shapes.ts';
import { attainmentText } from '../../base/format-attainment.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatCredit, formatMoney } from '../../base/format-money.ts';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { AttainmentBar } from './attainment-bar.tsx';
import { messages } from './messages.ts';
import { FlagBadge, Pace } from './pace.tsx';
import { StandingCourse } from './standing-course.tsx';
import { trackingMessages } from './tracking-messages.ts';

/** One payee: each component with its reason, next tier and course by day. */
export function StandingDrawer({
  filter,
  onClose,
  unsaved,
  children,
}: {
  filter: StandingsFilter;
  onClose: () => void;
  /** What would be lost on closing. */
  unsaved: string | undefined;
  /** Follows the components. */
  children: ReactNode;
}) {
  const query = useQuery(standingsQuery(filter));
  const [first] = query.data?.rows ?? [];
  return (
    <Drawer
      open
      size="lg"
      unsaved={unsaved}
      onOpenChange={(open) => !open && onClose()}
      title={messages.detail.title(first?.participantName ?? filter.participantId ?? '')}
      description={query.data ? messages.asOf(formatDay(query.data.asOf)) : undefined}
    >
      <Loaded query={query} failure={messages.detail.failure} skeleton={<SkeletonText lines={10} />}>
        {(found) => (
          <div className="flex flex-col gap-6">
            {found.unpayable.map(({ participantId, problems }) => (
              <ProblemList key={participantId} problems={problems} />
            ))}
            {found.rows.map((row) => (
              <Component key={row.componentId} row={row} standings={found} />
            ))}
            {found.rows.length + found.unpayable.length === 0 ? (
              <p className="text-fg-2">{trackingMessages.notOnPlan(found.planName, found.period.key)}</p>
            ) : null}
          </div>
        )}
      </Loaded>
      <div className="mt-6 empty:hidden">{children}</div>
    </Drawer>
  );
}

function Component({ row, standings }: { row: Standing; standings: Standings }) {
  const { currency } = standings;
  const money = (amount: string | null) => formatMoney(amount, { currency });
  const credit = (value: string | null) => formatCredit(value, { unit: row.unit, currency });
  const { table, detail } = messages;
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-13 font-semibold">{row.componentName}</h3>
        <FlagBadge flag={row.flag} />
      </div>
      <AttainmentBar
        reached={row.attainmentPercent}
        usual={row.usualPercent}
        projected={row.projectedPercent}
        flag={row.flag}
      />
      <KeyValueList
        rows={[
          {
            key: table.attainment,
            value: `${attainmentText(row.attainmentPercent)} (${messages.tiles.of(credit(row.measured?.credited ?? row.credited), credit(row.quota))})`,
            figure: true,
          },
          ...(row.measured === null
            ? []
            : [
                {
                  key: table.credited,
                  value: `${credit(row.credited)} · ${detail.measured(formatDay(row.measured.from), formatDay(row.measured.to))}`,
                  figure: true,
                },
              ]),
          { key: table.pace, value: <Pace pace={row.pace} flag={row.flag} />, figure: true },
          {
            key: table.projected,
            value: `${attainmentText(row.projectedPercent)} (${credit(row.projectedCredit)})`,
            figure: true,
          },
          ...(row.amount === null
            ? []
            : [
                { key: table.pay, value: money(row.amount), figure: true },
                { key: table.atProjection, value: money(row.projectedAmount), figure: true },
                { key: detail.why, value: row.message ?? '—' },
                { key: detail.next, value: row.nextTier?.message ?? detail.none },
              ]),
        ]}
      />
      <StandingCourse row={row} standings={standings} />
    </section>
  );
}
