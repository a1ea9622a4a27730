import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useCallback } from 'react';
import { client } from '../api/client.ts';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { connectionsQuery } from '../api/requests/connection-queries.ts';
import {
  budgetsQuery,
  costEntriesQuery,
  costOverviewQuery,
  optimizationQuery,
  pricesQuery,
  roiQuery,
  usageQuery,
} from '../api/requests/cost-queries.ts';
import type { CostOverview } from '../api/shapes.ts';
import { useAct } from '../api/use-act.ts';
import { useRows } from '../api/use-rows.ts';
import { downloadText } from '../base/files/download.ts';
import { monthName, recentMonths } from '../base/months.ts';
import { Budgets } from '../features/costs/budgets.tsx';
import { messages as words } from '../features/costs/messages.ts';
import { CostsOverview } from '../features/costs/overview.tsx';
import { MonthlyCosts, Prices } from '../features/costs/prices.tsx';
import { OptimizationTable, RoiMetrics } from '../features/costs/savings.tsx';
import { UsageTable } from '../features/costs/usage.tsx';
import { ScheduleButton } from '../features/schedules/schedule-button.tsx';
import { paths } from '../paths.ts';
import type { CostSearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/fields/select.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { messages } from './messages.ts';

/** `/agent-builder/costs`: what agents cost, against budgets and savings. */
export function CostsPage() {
  const search = useSearch({ from: '/agent-builder/costs' });
  const navigate = useNavigate();
  const go = (next: CostSearch) =>
    void navigate({ to: '/agent-builder/costs', search: next, replace: true, resetScroll: false });
  const months = recentMonths(new Date(), 12);
  const month = months.slice(1).find((one) => one === search.month);
  const tabs = [
    { value: 'overview', label: words.tabs.overview, content: <OverviewTab month={month} /> },
    { value: 'usage', label: words.tabs.usage, content: <UsageTab month={month} /> },
    { value: 'budgets', label: words.tabs.budgets, content: <BudgetsTab /> },
    { value: 'optimization', label: words.tabs.optimization, content: <OptimizationTab month={month} /> },
    { value: 'roi', label: words.tabs.roi, content: <RoiTab month={month} /> },
  ];
  return (
    <div data-testid="page-agent-costs">
      <Page
        title={messages.sections.costTitle}
        needs="read:costs"
        meta={messages.sections.costAbout}
        actions={<Actions months={months} month={month} onMonth={(next) => go({ ...search, month: next })} />}
      >
        <Tabs
          label={words.tabs.label}
          tabs={tabs}
          value={tabs.some(({ value }) => value === search.tab) ? search.tab : 'overview'}
          onValueChange={(tab) => go({ ...search, tab: tab === 'overview' ? undefined : tab })}
        />
      </Page>
    </div>
  );
}

type Month = { month: string | undefined };

type ActionsProps = Month & { months: readonly string[]; onMonth: (month: string | undefined) => void };

function Actions({ months, month, onMonth }: ActionsProps) {
  const download = useAct({
    act: (input: { month?: string | undefined }) => client.costs.export(input),
    changes: [],
    failure: words.usage.exportFailure,
    onDone: ({ fileName, text, mediaType }) => downloadText(fileName, text, mediaType),
  });
  return (
    <>
      <div className="w-44">
        <Select
          aria-label={messages.costs.month}
          value={month ?? months[0] ?? ''}
          onValueChange={(next) => onMonth(next === months[0] ? undefined : next)}
          options={months.map((value) => ({ value, label: monthName(value) }))}
        />
      </div>
      <Button
        icon={<Download aria-hidden />}
        busy={download.isPending}
        onClick={() => download.mutate({ month })}
      >
        {words.usage.export}
      </Button>
      <ScheduleButton task={{ type: 'cost-export', month: 'previous' }} name={messages.costs.schedule} />
    </>
  );
}

function OverviewTab({ month }: Month) {
  const overview = useQuery(costOverviewQuery({ month }));
  const budgets = useQuery(budgetsQuery);
  const agentLink = useCallback(
    ({ agentId, name }: CostOverview['agents'][number]) =>
      agentId === null ? (
        words.agent.none
      ) : (
        <Link className="text-primary-text hover:underline" {...paths.agent(agentId)}>
          {name}
        </Link>
      ),
    [],
  );
  return (
    <Loaded query={overview} failure={words.overview.failure}>
      {(costs) => (
        <Loaded query={budgets} failure={words.budgets.failure}>
          {({ rows }) => <CostsOverview costs={costs} budgets={rows} agentLink={agentLink} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function UsageTab({ month }: Month) {
  const usage = useQuery(usageQuery({ month }));
  const prices = useQuery(pricesQuery);
  const entries = useQuery(costEntriesQuery);
  const mayChoose = useMay('read:connections');
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={usage} failure={words.usage.failure}>
        {(found) => <UsageTable usage={found} />}
      </Loaded>
      <Loaded query={prices} failure={words.prices.failure}>
        {({ rows }) =>
          mayChoose ? <ConnectedPrices prices={rows} /> : <Prices prices={rows} connections={[]} />
        }
      </Loaded>
      <Loaded query={entries} failure={words.entries.failure}>
        {({ rows }) => <MonthlyCosts entries={rows} />}
      </Loaded>
    </div>
  );
}

function ConnectedPrices({ prices }: Pick<Parameters<typeof Prices>[0], 'prices'>) {
  const connections = useRows(connectionsQuery({}));
  return <Prices prices={prices} connections={connections.rows} />;
}

function BudgetsTab() {
  const budgets = useQuery(budgetsQuery);
  return (
    <Loaded query={budgets} failure={words.budgets.failure}>
      {(list) => <Budgets list={list} />}
    </Loaded>
  );
}

function OptimizationTab({ month }: Month) {
  const list = useQuery(optimizationQuery({ month }));
  return (
    <Loaded query={list} failure={words.optimization.failure}>
      {(found) => <OptimizationTable list={found} />}
    </Loaded>
  );
}

function RoiTab({ month }: Month) {
  const list = useQuery(roiQuery({ month }));
  return (
    <Loaded query={list} failure={words.roi.failure}>
      {(found) => <RoiMetrics list={found} />}
    </Loaded>
  );
}
