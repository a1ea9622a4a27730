import { newestStatus } from '@attain/domain/plans/plan-statuses';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Failed } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { planQuery, plansQuery } from '../../api/queries.ts';
import type { PlanSummary } from '../../api/shapes.ts';
import { ComponentOverview } from '../../features/plans/overview/component-overview.tsx';
import { messages } from '../../features/plans/overview/messages.ts';
import { PlanCards } from '../../features/plans/overview/plan-cards.tsx';
import {
  keepDashboardPlan,
  readDashboardPlan,
  showPlan,
} from '../../features/suggestions/panel/panel-store.ts';
import { proposedValues } from '../../features/suggestions/proposed.ts';
import { suggestionQuery, suggestionsQuery } from '../../features/suggestions/queries.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { PlanSkeleton } from './plan-skeleton.tsx';

/** One plan on the dashboard: its figures and its components. */
export function PlanPart() {
  const plans = useQuery(plansQuery());
  const [chosen, setChosen] = useState(readDashboardPlan);
  const shown = plans.data && planToShow(plans.data.rows, chosen);
  const plan = useQuery({ ...planQuery(shown?.id ?? ''), enabled: shown !== undefined });
  const mayAssist = useMay('read:suggestions');
  const { suggestionId } = useParams({ strict: false });
  const linked = useQuery({
    ...suggestionQuery(suggestionId ?? ''),
    enabled: mayAssist && suggestionId !== undefined,
  }).data;
  const [followed, follow] = useState<string>();
  // a link shows the plan of its suggestion, until another plan is chosen
  if (linked && linked.uuid !== followed) {
    follow(linked.uuid);
    setChosen(linked.planId);
  }
  const suggestions = useQuery({
    ...suggestionsQuery(shown?.id ?? null),
    enabled: mayAssist && shown !== undefined,
  });
  useEffect(() => {
    if (shown) showPlan(shown.id);
  }, [shown]);
  if (plans.isError && !plans.data) return <Failed query={plans} failure={messages.failure} />;
  if (plans.data?.rows.length === 0) {
    return (
      <Card title={messages.title}>
        <EmptyState title={messages.noPlans} text={messages.noPlansText} />
      </Card>
    );
  }
  if (plan.isError && !plan.data) return <Failed query={plan} failure={messages.planFailure} />;
  // suggested values make rows taller, so both are shown at once
  if (!shown || !plan.data || suggestions.isLoading) return <PlanSkeleton />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <div className="max-w-full min-w-56">
          <Select
            aria-label={messages.plan}
            value={shown.id}
            onValueChange={(id) => {
              keepDashboardPlan(id);
              setChosen(id);
            }}
            options={(plans.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <VersionBadge plan={shown} />
        <Link className={buttonLook({ className: 'ms-auto' })} {...paths.plan(shown.id)}>
          {messages.open}
        </Link>
      </div>
      <PlanCards plan={plan.data.document} />
      <ComponentOverview plan={plan.data.document} proposed={proposedValues(suggestions.data?.rows ?? [])} />
    </>
  );
}

function VersionBadge({ plan }: { plan: PlanSummary }) {
  const status = newestStatus(plan);
  return (
    <Badge meaning={status === 'Active' ? 'ok' : status === 'Draft' ? 'warn' : 'neutral'}>
      {messages.version(status, plan.version)}
    </Badge>
  );
}

/** The plan last chosen, else the first draft, else the first plan. */
export function planToShow(plans: readonly PlanSummary[], chosen: string | null): PlanSummary | undefined {
  return (
    plans.find(({ id }) => id === chosen) ?? plans.find((plan) => newestStatus(plan) === 'Draft') ?? plans[0]
  );
}
