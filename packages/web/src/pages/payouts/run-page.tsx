import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatch, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { client } from '../../api/client.ts';
import { readAgain } from '../../api/events/read-again.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { runQuery } from '../../api/queries.ts';
import type { Run } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { useAddressText } from '../../base/use-address-text.ts';
import { ParticipantField } from '../../features/adjustments/participant-field.tsx';
import { DifferenceTable } from '../../features/calculations/difference-table.tsx';
import { ChangedRecords } from '../../features/calculations/recalculations/changed-records.tsx';
import { isWorking, RunBadges } from '../../features/calculations/run-badges.tsx';
import { RunFacts, RunNotices } from '../../features/calculations/run-facts.tsx';
import { RunProgress } from '../../features/calculations/run-progress.tsx';
import { PayoutTable, type PayoutView } from '../../features/payouts/payout-table.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { Card } from '../../ui/card.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';

const from = '/shell/compensation/payout/$runId';

/** `/compensation/payout/$runId`: one calculation; a payout line opened from it stands in the address as its child. */
export function RunPage() {
  const { runId } = useParams({ from });
  const line = useMatch({ from: `${from}/$participantId/$componentId`, shouldThrow: false });
  const mayRead = useMay('read:calculations');
  // Who may read only payouts (a rep, a manager) sees the explanation as a page of its own.
  if (!mayRead && line) return <Outlet />;
  return (
    <>
      <OneRun runId={runId} />
      <Outlet />
    </>
  );
}

function OneRun({ runId }: { runId: string }) {
  const run = useQuery(runQuery(runId));
  const navigate = useNavigate();
  useFreshPayouts(run.data);
  const mayRun = useMay('run:calculations');
  const again = useAct({
    act: client.calculations.start,
    changes: [keys.calculations, keys.statements, keys.audit],
    failure: 'The calculation could not be started',
    onDone: (next) => void navigate(paths.run(next.id)),
  });
  const found = run.data;
  return (
    <Page
      title={found ? `${found.planName}, ${found.period.key}` : 'Calculation'}
      needs="read:calculations"
      crumbs={
        <Breadcrumbs
          steps={[
            { label: 'Payout Calculation', link: paths.payout },
            {
              label: found ? `${found.period.key}${found.version ? `, version ${found.version}` : ''}` : '…',
            },
          ]}
        />
      }
      beside={found ? <RunBadges run={found} /> : null}
      meta={found ? `${formatDay(found.period.from)} – ${formatDay(found.period.to)}` : undefined}
    >
      <Loaded query={run} failure="The calculation could not be loaded">
        {(data) => (
          <>
            {isWorking(data) ? (
              <Card>
                <RunProgress run={data} />
              </Card>
            ) : null}
            <RunNotices run={data} />
            {data.status === 'completed' ? (
              <Result
                run={data}
                accepting={again.isPending}
                onAccept={
                  mayRun ? () => again.mutate({ planId: data.planId, period: data.period.key }) : undefined
                }
              />
            ) : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The tabs that stand in the address. */
const tabs = ['difference', 'records', 'facts'] as const;

type ResultProps = { run: Run; onAccept: (() => void) | undefined; accepting: boolean };

function Result({ run, onAccept, accepting }: ResultProps) {
  const search = useSearch({ from });
  const navigate = useNavigate();
  const mayPayouts = useMay('read:payouts');
  const mayTry = useMay('read:simulated-pay');
  const tab = search.tab ?? 'payouts';
  return (
    <>
      <FigureRow>
        <FigureTile
          label="Total pay"
          figure={formatMoney(run.total, { currency: run.currency })}
          sub={run.withheld ?? `version ${run.version}`}
        />
        <FigureTile label="Payees" figure={formatCount(run.participantCount)} />
        <FigureTile label="Payout lines" figure={formatCount(run.lineCount)} />
        <FigureTile label="Deals in the period" figure={formatCount(run.dealCount)} />
      </FigureRow>
      <Tabs
        label="Result"
        value={tab}
        onValueChange={(next) =>
          void navigate({
            to: '.',
            search: { ...search, tab: tabs.find((one) => one === next) },
            resetScroll: false,
          })
        }
        tabs={[
          {
            value: 'payouts',
            label: 'Payouts',
            content: mayPayouts ? (
              <Payouts run={run} />
            ) : (
              <EmptyState
                title="Single payouts are not open to you"
                text="You see the totals; lines and names are for those who may read payouts."
              />
            ),
          },
          ...(mayPayouts
            ? [
                {
                  value: 'difference',
                  label: 'Difference',
                  content: (
                    <DifferenceTable
                      runId={run.id}
                      fileName={fileNameOf('differences', run)}
                      currency={run.currency}
                      total={run.total}
                    />
                  ),
                },
              ]
            : []),
          ...(mayTry
            ? [
                {
                  value: 'records',
                  label: 'Changed records',
                  content: (
                    <ChangedRecords
                      run={run}
                      PayeeField={ParticipantField}
                      onAccept={onAccept}
                      accepting={accepting}
                      onChain={() => void navigate(paths.payout)}
                      onAccepted={(next) => void navigate(paths.runDifference(next.id))}
                    />
                  ),
                },
              ]
            : []),
          { value: 'facts', label: 'Inputs and proof', content: <RunFacts run={run} /> },
        ]}
      />
    </>
  );
}

function Payouts({ run }: { run: Run }) {
  const search = useSearch({ from });
  const navigate = useNavigate();
  const show = (change: PayoutView) =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true, resetScroll: false });
  const [text, setText] = useAddressText(search.search, (next) => show({ search: next }));
  const view = { search: search.search, componentId: search.componentId, sort: search.sort };
  return (
    <PayoutTable
      runId={run.id}
      fileName={fileNameOf('payouts', run)}
      currency={run.currency}
      view={view}
      searchText={text}
      onSearchText={setText}
      onView={show}
    />
  );
}

function fileNameOf(what: string, { period, version }: Run): string {
  return `${what}-${period.key}-v${version ?? 0}`;
}

/** When a watched calculation finishes, what hangs on it is read anew. */
function useFreshPayouts(run: Run | undefined): void {
  const cache = useQueryClient();
  const before = useRef(run?.status);
  useEffect(() => {
    const worked = before.current === 'running' || before.current === 'queued';
    if (worked && run && !isWorking(run)) {
      for (const queryKey of [[...keys.calculations, 'list'], keys.statements, keys.audit])
        void readAgain(cache, { queryKey });
    }
    before.current = run?.status;
  }, [cache, run]);
}
