import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatch, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { client } from '../../api/client.ts';
import { readAgain } from '../../api/events/read-again.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useMay } from '../../api/me.ts';
import { runQuery } from '../../api/queries.ts';
import { ParticipantField } from '../../api/requests/participant-field.tsx';
import type { Run } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { useAddressText } from '../../base/use-address-text.ts';
import { DifferenceTable } from '../../features/calculations/difference-table.tsx';
import { PublicationBadge, PublishResults } from '../../features/calculations/publish-results.tsx';
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
import { messages } from './messages.ts';

const from = '/shell/compensation-dashboard/compensation/payout/$runId';

/** `/compensation/payout/$runId`: one calculation; an open payout line is a child route. */
export function RunPage() {
  const { runId } = useParams({ from });
  const line = useMatch({ from: `${from}/$participantId/$componentId`, shouldThrow: false });
  const mayRead = useMay('read:calculations');
  // users who may read only payouts (rep, manager) get the explanation as its own page
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
    failure: messages.run.startFailure,
    onDone: (next) => void navigate(paths.run(next.id)),
  });
  const found = run.data;
  return (
    <Page
      title={found ? messages.run.title(found.planName, found.period.key) : messages.run.calculation}
      needs="read:calculations"
      views="payouts"
      crumbs={
        <Breadcrumbs
          steps={[
            { label: messages.run.payoutCalculation, link: paths.payout },
            {
              label: found ? messages.run.crumb(found.period.key, found.version) : '…',
            },
          ]}
        />
      }
      beside={
        found ? (
          <>
            <RunBadges run={found} />
            <PublicationBadge run={found} />
          </>
        ) : null
      }
      actions={found ? <PublishResults run={found} /> : null}
      meta={found ? `${formatDay(found.period.from)} – ${formatDay(found.period.to)}` : undefined}
    >
      <Loaded query={run} failure={messages.run.failure}>
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

/** Tabs kept in the URL. */
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
          label={messages.run.total}
          figure={formatMoney(run.total, { currency: run.currency })}
          sub={run.withheld ?? messages.run.version(run.version)}
        />
        <FigureTile label={messages.run.payees} figure={formatCount(run.participantCount)} />
        <FigureTile label={messages.run.lines} figure={formatCount(run.lineCount)} />
        <FigureTile label={messages.run.deals} figure={formatCount(run.dealCount)} />
      </FigureRow>
      <Tabs
        label={messages.run.tabs}
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
            label: messages.run.payouts,
            content: mayPayouts ? (
              <Payouts run={run} />
            ) : (
              <EmptyState title={messages.run.noPayouts} text={messages.run.noPayoutsText} />
            ),
          },
          ...(mayPayouts
            ? [
                {
                  value: 'difference',
                  label: messages.run.difference,
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
                  label: messages.run.records,
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
          { value: 'facts', label: messages.run.facts, content: <RunFacts run={run} /> },
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

/** Reloads lists and statements when a running calculation ends. */
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
