import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { isSimulating } from '../../api/requests/is-simulating.ts';
import { drawnPayeesQuery, simulationQuery } from '../../api/requests/simulation-queries.ts';
import type { Simulation } from '../../api/shapes.ts';
import { useAddressText } from '../../base/use-address-text.ts';
import { FindingList } from '../../features/simulations/finding-list.tsx';
import { MonteCarloResult } from '../../features/simulations/results/monte-carlo-result.tsx';
import { PayeeChanges, type PayeeView } from '../../features/simulations/results/payee-changes.tsx';
import { ReplayResult } from '../../features/simulations/results/replay-result.tsx';
import { SimulationFacts } from '../../features/simulations/simulation-facts.tsx';
import { SimulationProgress } from '../../features/simulations/simulation-progress.tsx';
import { spanText } from '../../features/simulations/simulation-table.tsx';
import { kindWords, statusWords } from '../../features/simulations/simulation-words.ts';
import { useCompletionToast } from '../../features/simulations/use-completion-toast.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { messages } from './messages.ts';

const address = '/shell/compensation-dashboard/compensation/reports/$simulationId';

/** `/compensation/reports/$simulationId`: one simulation, with progress and result. */
export function SimulationPage() {
  const { simulationId } = useParams({ from: address });
  const simulation = useQuery(simulationQuery(simulationId));
  useCompletionToast(simulation.data);
  const found = simulation.data;
  const title = found ? messages.titleOf(kindWords[found.kind].name, found.draft.name) : messages.simulation;
  return (
    <Page
      title={title}
      needs="read:simulations"
      views="simulated-payees"
      crumbs={
        <Breadcrumbs steps={[{ label: messages.reports, link: paths.simulations }, { label: title }]} />
      }
      beside={
        found ? (
          <Badge meaning={statusWords[found.status].meaning}>{statusWords[found.status].name}</Badge>
        ) : null
      }
      meta={
        found
          ? [spanText(found), found.baseline ? messages.comparedWith(found.baseline.name) : null]
              .filter(Boolean)
              .join(' · ')
          : undefined
      }
    >
      <Loaded query={simulation} failure={messages.failure} skeleton={<Skeleton className="h-96 w-full" />}>
        {(data) => (
          <>
            <State simulation={data} />
            <Result simulation={data} />
            <SimulationFacts simulation={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function State({ simulation }: { simulation: Simulation }) {
  if (isSimulating(simulation)) {
    return (
      <Card title={messages.running}>
        <SimulationProgress simulation={simulation} />
      </Card>
    );
  }
  if (simulation.status === 'cancelled') {
    return <EmptyState title={messages.stopped} text={messages.stoppedText} />;
  }
  if (simulation.status === 'failed') {
    return (
      <>
        <ErrorState title={messages.failed} text={simulation.error} />
        <ProblemList problems={simulation.problems} />
      </>
    );
  }
  return null;
}

function Result({ simulation }: { simulation: Simulation }) {
  const { id, replay, monteCarlo, lint } = simulation;
  const maySeePay = useMay('read:simulated-pay');
  const payees = useQuery({ ...drawnPayeesQuery(id), enabled: replay !== null && maySeePay });
  const currency = (replay ?? monteCarlo)?.currency;
  return (
    <>
      {simulation.withheld ? (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{simulation.withheld}</p>
      ) : null}
      {replay ? (
        <ReplayResult
          simulationId={id}
          summary={replay}
          payees={maySeePay ? (payees.data ?? []) : undefined}
        />
      ) : null}
      {monteCarlo ? <MonteCarloResult summary={monteCarlo} /> : null}
      {currency && maySeePay ? (
        <Payees simulationId={id} currency={currency} drawn={monteCarlo !== null} />
      ) : null}
      {currency && !maySeePay ? <p className="text-12 text-fg-3">{messages.noPay}</p> : null}
      {lint ? (
        <Card title={messages.findings} beside={<Badge>{lint.findings.length}</Badge>}>
          <FindingList report={lint} planId={simulation.draft.planId} />
        </Card>
      ) : null}
    </>
  );
}

function Payees(props: { simulationId: string; currency: string; drawn: boolean }) {
  const given = useSearch({ from: address });
  const { search, outcome, sort } = given;
  const navigate = useNavigate();
  const put = (view: PayeeView) =>
    void navigate({ to: '.', search: { ...given, ...view }, replace: true, resetScroll: false });
  const [text, setText] = useAddressText(search, (next) => put({ outcome, sort, search: next }));
  return (
    <PayeeChanges
      {...props}
      view={{ search, outcome, sort }}
      searchText={text}
      onSearchText={setText}
      onView={put}
    />
  );
}
