import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Failed } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { plansQuery } from '../../api/queries.ts';
import { useAddressText } from '../../base/use-address-text.ts';
import { NewPlan } from '../../features/plans/new-plan-dialog.tsx';
import { PlanTable } from '../../features/plans/plan-table.tsx';
import { RunSimulation } from '../../features/simulations/run-simulation.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SearchField } from '../../ui/toolbar.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from './messages.ts';

/** `/compensation/plan-design`: all plans, and the button that creates one. */
export function PlansPage() {
  const navigate = useNavigate();
  const mayEdit = useMay('edit:plans');
  return (
    <Page
      title={messages.plans.title}
      needs="read:plans"
      views="plans"
      crumbs={<Breadcrumbs steps={[{ label: messages.plans.title }]} />}
      meta={messages.plans.subtitle}
      actions={
        <>
          <RunSimulation onStarted={({ id }) => void navigate(paths.simulation(id))} />
          {mayEdit ? <NewPlan onCreated={(plan) => void navigate(paths.plan(plan.id))} /> : null}
        </>
      }
    >
      <Plans mayEdit={mayEdit} />
    </Page>
  );
}

function Plans({ mayEdit }: { mayEdit: boolean }) {
  const address = useSearch({ from: '/shell/compensation-dashboard/compensation/plan-design' });
  const { search } = address;
  const navigate = useNavigate();
  const [text, setText] = useAddressText(
    search,
    (next) =>
      void navigate({ to: '.', search: { ...address, search: next }, replace: true, resetScroll: false }),
  );
  const plans = useQuery({ ...plansQuery(search), placeholderData: (before) => before });
  return (
    <Card
      flush
      actions={
        <SearchField
          label={messages.plans.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      }
    >
      <PlanTable
        plans={plans.data?.rows ?? []}
        loading={plans.isPending}
        error={plans.isError ? <Failed query={plans} failure={messages.plans.failure} /> : undefined}
        empty={
          search ? (
            <EmptyState title={messages.plans.noMatch} text={messages.plans.noMatchText} />
          ) : (
            <EmptyState
              title={messages.plans.none}
              text={mayEdit ? messages.plans.noneMay : messages.plans.noneText}
            />
          )
        }
      />
    </Card>
  );
}
