import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { standingsQuery, trackedPlansQuery } from '../../api/requests/standing-queries.ts';
import type { Standings, TrackedPlan } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { FigureRow } from '../../ui/figure-tile.tsx';
import { SkeletonText, SkeletonTile } from '../../ui/states/skeleton.tsx';
import { messages } from './messages.ts';
import { OpenDeals } from './open-deals.tsx';
import { OwnFigures } from './own-figures.tsx';
import { StandingCourse } from './standing-course.tsx';
import { Rows } from './standing-rows.tsx';

const { home } = messages;

// reps have no team
const Team = lazy(async () => ({ default: (await import('./team-home.tsx')).Team }));

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
        {(standings) =>
          own ? (
            <Own standings={standings} />
          ) : (
            <Suspense fallback={<HomeSkeleton />}>
              <Team standings={standings} />
            </Suspense>
          )
        }
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
