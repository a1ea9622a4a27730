import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { waitingApprovalsQuery } from '../../api/requests/approval-queries.ts';
import { disputesQuery } from '../../api/requests/dispute-queries.ts';
import { standingsQuery, trackedPlansQuery } from '../../api/requests/standing-queries.ts';
import type { Standing, Standings, TrackedPlan } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { FigureRow } from '../../ui/figure-tile.tsx';
import { SkeletonText, SkeletonTile } from '../../ui/states/skeleton.tsx';
import { BarFooter } from './attainment-bar.tsx';
import { messages } from './messages.ts';
import { OpenDeals } from './open-deals.tsx';
import { OwnFigures } from './own-figures.tsx';
import { StandingCourse } from './standing-course.tsx';
import { StandingFigures } from './standing-figures.tsx';
import { StandingTable } from './standing-table.tsx';
import { totalsOf } from './totals.ts';

const { home } = messages;

// reps have no team
const TeamBars = lazy(async () => ({ default: (await import('./team-bars.tsx')).TeamBars }));

/** The open period on the first screen: a rep's own, or a manager's team. Nothing without a plan to track. */
export function StandingHome({ own }: { own: boolean }) {
  const plans = useQuery(trackedPlansQuery());
  const [planId, setPlanId] = useState<string>();
  return (
    <Loaded query={plans} failure={messages.noPlans.failure} skeleton={<HomeSkeleton />}>
      {(all) => {
        const plan = all.find(({ id }) => id === planId) ?? all[0];
        return plan === undefined ? null : (
          <OpenPeriod key={plan.id} own={own} plans={all} plan={plan} onPlan={setPlanId} />
        );
      }}
    </Loaded>
  );
}

function HomeSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        <SkeletonTile />
        <SkeletonTile />
        <SkeletonTile />
      </FigureRow>
      <Card>
        <SkeletonText lines={6} />
      </Card>
    </div>
  );
}

type OpenPeriodProps = {
  own: boolean;
  plans: readonly TrackedPlan[];
  plan: TrackedPlan;
  onPlan: (id: string) => void;
};

function OpenPeriod({ own, plans, plan, onPlan }: OpenPeriodProps) {
  const query = useQuery(standingsQuery({ planId: plan.id }));
  return (
    <section aria-label={home.label(plan.name)} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-14 font-semibold">{home.title(query.data?.period.key ?? plan.period)}</h2>
        <span className="text-12 text-fg-2">{query.data ? dayText(query.data) : null}</span>
        <div className="ms-auto w-full sm:w-64">
          {plans.length > 1 ? (
            <Select
              controlSize="sm"
              aria-label={messages.filters.plan}
              value={plan.id}
              onValueChange={onPlan}
              options={plans.map(({ id, name }) => ({ value: id, label: name }))}
            />
          ) : null}
        </div>
      </div>
      <Loaded query={query} failure={messages.table.failure} skeleton={<HomeSkeleton />}>
        {(standings) => (own ? <Own standings={standings} /> : <Team standings={standings} />)}
      </Loaded>
    </section>
  );
}

const dayText = ({ isOver, workingDay, workingDays, planName }: Standings) =>
  `${isOver ? messages.over : messages.day({ day: workingDay, days: workingDays })} · ${planName}`;

function Own({ standings }: { standings: Standings }) {
  const [first] = standings.rows;
  return (
    <>
      <OwnFigures standings={standings} />
      <Rows standings={standings} rows={standings.rows} title={home.components} own />
      {first === undefined || standings.payHidden !== null ? null : (
        <OpenDeals
          planId={standings.planId}
          participantId={first.participantId}
          period={standings.period.key}
        />
      )}
      {first === undefined ? null : (
        <Card title={messages.detail.days(first.componentName)}>
          <StandingCourse row={first} standings={standings} />
        </Card>
      )}
    </>
  );
}

function Team({ standings }: { standings: Standings }) {
  const [component] = standings.totals;
  const rows = standings.rows.filter((row) => row.componentId === component?.componentId);
  const totals = totalsOf(rows, standings.currency);
  if (totals === undefined || component === undefined)
    return <p className="text-fg-2">{messages.table.noneText}</p>;
  return (
    <>
      <StandingFigures standings={standings} rows={rows} totals={totals} pay={totals} />
      <WaitingForMe />
      <Suspense fallback={<SkeletonText lines={6} />}>
        <TeamBars standings={standings} rows={rows} component={component.componentName} />
      </Suspense>
      <Rows standings={standings} rows={rows} title={component.componentName} own={false} />
    </>
  );
}

/** Approvals and disputes that wait for the manager. */
function WaitingForMe() {
  const approvals = useQuery(waitingApprovalsQuery()).data?.total;
  const disputes = useRows(disputesQuery({ status: 'unresolved' }));
  // a count that is not loaded is not shown as none
  return (
    <p className="flex min-h-4.5 flex-wrap gap-x-4 gap-y-1 text-12 text-fg-2">
      {approvals === undefined ? null : (
        <Link className="text-primary-text hover:underline" {...paths.approvals}>
          {home.approvals(approvals)}
        </Link>
      )}
      {disputes.head === undefined ? null : (
        <Link className="text-primary-text hover:underline" {...paths.disputes}>
          {home.teamDisputes(disputes.rows.length, disputes.complete)}
        </Link>
      )}
    </p>
  );
}

type RowsProps = { standings: Standings; rows: readonly Standing[]; title: string; own: boolean };

function Rows({ standings, rows, title, own }: RowsProps) {
  const navigate = useNavigate();
  const { planId, period } = standings;
  return (
    <Card
      flush
      title={title}
      actions={
        <Link
          className="inline-flex items-center gap-1 text-12 text-primary-text hover:underline"
          to="/compensation/tracking"
          search={{ plan: planId, period: period.key }}
        >
          {home.all} <ArrowRight aria-hidden className="size-3.5" />
        </Link>
      }
      footer={<BarFooter note={standings.payHidden ?? messages.asOf(formatDay(standings.asOf))} />}
    >
      <StandingTable
        rows={rows}
        currency={standings.currency}
        totals={undefined}
        seesPay={standings.payHidden === null}
        own={own}
        loading={false}
        onOpen={(row) =>
          void navigate({
            to: '/compensation/tracking',
            search: { plan: planId, period: period.key, payee: row.participantId },
          })
        }
      />
    </Card>
  );
}
