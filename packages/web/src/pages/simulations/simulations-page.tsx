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

const title = 'Reports & Analytics';
const allPlans = 'all';

/** `/compensation/reports`: what plans would have paid and could pay, and the way to ask it of another. */
export function SimulationsPage() {
  const { plan } = useSearch({ from: '/shell/compensation/reports' });
  const navigate = useNavigate();
  const mayRead = useMay('read:plans');
  const plans = useQuery({ ...plansQuery(), enabled: mayRead }).data?.rows ?? [];
  return (
    <Page
      title={title}
      needs="read:simulations"
      crumbs={<Breadcrumbs steps={[{ label: title }]} />}
      meta="What a plan would have paid, what it could pay, and who wins and loses, before anybody is paid by it."
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
        title="Simulations"
        actions={
          <div className="w-64 max-w-full">
            <Select
              controlSize="sm"
              aria-label="Plan"
              value={plan ?? allPlans}
              onValueChange={(id) =>
                void navigate(id === allPlans ? paths.simulations : paths.simulationsOf(id))
              }
              options={[
                { value: allPlans, label: 'All plans' },
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
