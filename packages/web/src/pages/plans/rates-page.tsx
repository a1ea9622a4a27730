import type { Component } from '@attain/domain/plans/plan';
import { newestStatus, versionForChange } from '@attain/domain/plans/plan-statuses';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { planQuery, plansQuery } from '../../api/queries.ts';
import type { PlanDetail } from '../../api/shapes.ts';
import { componentAt, Faults, faultsOf } from '../../features/plans/faults/component-faults.ts';
import { RateWorkbench } from '../../features/plans/rates/rate-workbench.tsx';
import { LeaveGuard } from '../../features/plans/saving/leave-guard.tsx';
import { OvertakenPlan } from '../../features/plans/saving/overtaken-plan.tsx';
import { usePlanDraft } from '../../features/plans/use-plan-draft.ts';
import { rateSummary } from '../../features/plans/words/plan-words.ts';
import { closedView, LiveDesign } from '../../features/simulations/live/live-design.tsx';
import { PlanFindings } from '../../features/simulations/plan-findings.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/rates`: the rate of each component of a plan, with its curve and break points. */
export function RatesPage() {
  const { plan: asked } = useSearch({ from: '/shell/compensation-dashboard/compensation/rates' });
  const plans = useQuery(plansQuery());
  const chosen = asked ?? plans.data?.rows[0]?.id;
  const plan = useQuery({ ...planQuery(chosen ?? ''), enabled: chosen !== undefined });
  if (plan.data && plans.data) {
    return <OnePlan key={plan.data.id} plan={plan.data} plans={plans.data.rows} />;
  }
  return (
    <Page
      title={messages.rates.title}
      needs="read:plans"
      meta={messages.rates.subtitle}
      crumbs={<Breadcrumbs steps={[{ label: messages.rates.title }]} />}
    >
      <Loaded query={plans} failure={messages.rates.plansFailure}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={messages.rates.noPlans} text={messages.rates.noPlansText} />
          ) : (
            <Loaded query={plan} failure={messages.rates.planFailure}>
              {() => null}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}

function OnePlan({ plan, plans }: { plan: PlanDetail; plans: readonly { id: string; name: string }[] }) {
  const { component: asked } = useSearch({ from: '/shell/compensation-dashboard/compensation/rates' });
  const navigate = useNavigate();
  const readOnly = !useMay('edit:plans');
  const draft = usePlanDraft(plan);
  const [view, setView] = useState(closedView);
  const { components } = draft.document;
  const shown = components.find((one) => one.id === asked) ?? components[0];
  const index = components.findIndex((one) => one.id === shown?.id);
  const put = (next: Component) =>
    draft.edit({
      ...draft.document,
      components: components.map((one, at) => (at === index ? next : one)),
    });
  const problems = draft.problems.filter(({ path }) => componentAt(path) === index);
  const faults = useMemo(() => faultsOf(draft.problems, index), [draft.problems, index]);
  return (
    <Page
      title={messages.rates.title}
      needs="read:plans"
      meta={messages.rates.subtitle}
      crumbs={<Breadcrumbs steps={[{ label: messages.rates.title }]} />}
      beside={draft.dirty ? <Badge meaning="warn">{messages.rates.notSaved}</Badge> : null}
      actions={
        readOnly ? null : (
          <>
            <Button disabled={!draft.dirty} onClick={draft.discard}>
              {messages.rates.discard}
            </Button>
            <Button variant="primary" disabled={!draft.dirty} busy={draft.saving} onClick={draft.save}>
              {messages.rates.save}
            </Button>
          </>
        )
      }
    >
      {draft.overtaken ? <OvertakenPlan plan={plan} draft={draft} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <div className="w-80 max-w-full">
          <Select
            aria-label={messages.rates.plan}
            value={plan.id}
            onValueChange={(id) => void navigate({ ...paths.rates, search: { plan: id } })}
            options={plans.map((one) => ({ value: one.id, label: one.name }))}
          />
        </div>
        <Link className="inline-block py-1 text-primary-text underline" {...paths.plan(plan.id)}>
          {messages.rates.openPlan}
        </Link>
        {!readOnly && plan.status === 'Active' ? (
          <span className="text-12 text-fg-2">
            {messages.rates.active(
              plan.activeVersion,
              versionForChange({ version: plan.version, status: newestStatus(plan) }).version,
            )}
          </span>
        ) : null}
      </div>
      {shown === undefined ? (
        <EmptyState title={messages.rates.noComponents} text={messages.rates.noComponentsText} />
      ) : (
        <OfComponents plan={plan.id} components={components} shown={shown}>
          <div className="@container flex flex-col gap-4">
            {problems.length > 0 ? <ProblemList problems={problems} title={messages.rates.problems} /> : null}
            <Faults value={faults}>
              <RateWorkbench
                key={shown.id}
                plan={draft.document}
                component={shown}
                readOnly={readOnly}
                onChange={put}
                beside={<PlanFindings planId={plan.id} document={draft.document} component={index} />}
                below={<LiveDesign planId={plan.id} document={draft.document} view={view} onView={setView} />}
              />
            </Faults>
          </div>
        </OfComponents>
      )}
      <LeaveGuard dirty={draft.dirty} />
    </Page>
  );
}

type OfComponentsProps = {
  plan: string;
  components: readonly Component[];
  shown: Component;
  children: ReactNode;
};

/** Plans with more components use a select instead of tabs. */
const maxTabs = 12;

/** Tabs or a select for the components, with the chosen one below. */
function OfComponents({ plan, components, shown, children }: OfComponentsProps) {
  const navigate = useNavigate();
  const choose = (component: string) =>
    void navigate({ ...paths.rates, search: { plan, component }, replace: true });
  if (components.length > maxTabs) {
    return (
      <>
        <div className="w-80 max-w-full">
          <Select
            aria-label={messages.rates.component}
            value={shown.id}
            onValueChange={choose}
            options={components.map(({ id, name, rate }) => ({
              value: id,
              label: name,
              hint: rateSummary(rate),
            }))}
          />
        </div>
        {children}
      </>
    );
  }
  return (
    <Tabs
      label={messages.rates.components}
      value={shown.id}
      onValueChange={choose}
      tabs={components.map((one) => ({
        value: one.id,
        label: one.name,
        beside: <span className="text-12 font-normal text-fg-3">{rateSummary(one.rate)}</span>,
        content: one.id === shown.id ? children : null,
      }))}
    />
  );
}
