import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../../api/me.ts';
import { plansQuery } from '../../api/queries.ts';
import { RunSimulation } from '../../features/simulations/run-simulation.tsx';
import { SimulationTable } from '../../features/simulations/simulation-table.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from './messages.ts';

const allPlans = 'all';

/** `/compensation/reports`: all simulations, and the button that starts one. */
export function SimulationsPage() {
  const address = useSearch({ from: '/shell/compensation-dashboard/compensation/reports' });
  const { plan } = address;
  const navigate = useNavigate();
  const mayRead = useMay('read:plans');
  const plans = useQuery({ ...plansQuery(), enabled: mayRead }).data?.rows ?? [];
  return (
    <Page
      title={messages.reports}
      needs="read:simulations"
      views="simulations"
      crumbs={<Breadcrumbs steps={[{ label: messages.reports }]} />}
      meta={messages.subtitle}
      actions={
        <RunSimulation
          variant="primary"
          planId={plan}
          onStarted={({ id }) => void navigate(paths.simulation(id))}
        />
      }
    >
      <Card
        flush
        title={messages.simulations}
        actions={
          <div className="w-64 max-w-full">
            <Select
              controlSize="sm"
              aria-label={messages.plan}
              value={plan ?? allPlans}
              onValueChange={(id) =>
                void navigate({
                  to: '.',
                  search: { ...address, plan: id === allPlans ? undefined : id },
                  resetScroll: false,
                })
              }
              options={[
                { value: allPlans, label: messages.allPlans },
                ...plans.map((one) => ({ value: one.id, label: one.name })),
              ]}
            />
          </div>
        }
      >
        <SimulationTable planId={plan} />
      </Card>
    </Page>
  );
}
