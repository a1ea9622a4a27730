import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Download, Settings2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { client } from '../api/client.ts';
import { KnownErrorState } from '../api/known-error-state.tsx';
import { Loaded } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import { budgetsQuery } from '../api/requests/cost-queries.ts';
import {
  alertsQuery,
  fromOf,
  logsQuery,
  measuresQuery,
  type RangeName,
  rangeLengths,
  traceQuery,
  tracesQuery,
} from '../api/requests/telemetry-queries.ts';
import { workflowListQuery } from '../api/requests/workflow-queries.ts';
import type { LogFilter, TraceFilter } from '../api/shapes.ts';
import { useAct } from '../api/use-act.ts';
import { useRows } from '../api/use-rows.ts';
import { downloadText } from '../base/files/download.ts';
import { useAddressText } from '../base/use-address-text.ts';
import { AlertList } from '../features/telemetry/alert-list.tsx';
import { AlertRules } from '../features/telemetry/alert-rules.tsx';
import { LogLines } from '../features/telemetry/log-lines.tsx';
import { messages as words } from '../features/telemetry/messages.ts';
import { MetricTable } from '../features/telemetry/metrics.tsx';
import { type RunsLink, TelemetryOverview } from '../features/telemetry/overview.tsx';
import { TraceList } from '../features/telemetry/trace-list.tsx';
import { TraceView } from '../features/telemetry/trace-view.tsx';
import { statusLook } from '../features/telemetry/trace-words.ts';
import { paths } from '../paths.ts';
import type { ObservabilitySearch } from '../search-params.ts';
import { Page } from '../shell/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/fields/segmented-control.tsx';
import { Select } from '../ui/fields/select.tsx';
import { DropdownMenu } from '../ui/overlays/dropdown-menu.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { FilterChip, SearchField, Toolbar } from '../ui/toolbar.tsx';
import { messages } from './messages.ts';

/** `/agent-builder/observability`: the section, or the trace of one run below it. */
export function ObservabilityScreen() {
  const { traceId } = useParams({ strict: false });
  return (
    <div data-testid="page-agent-observability">
      {traceId === undefined ? <Section /> : <TracePage id={traceId} />}
    </div>
  );
}

type Chosen = { range: RangeName; search: ObservabilitySearch; go: (next: ObservabilitySearch) => void };

function Section() {
  const search = useSearch({ from: '/agent-builder/observability' });
  const navigate = useNavigate();
  const go = (next: ObservabilitySearch) =>
    void navigate({ to: '/agent-builder/observability', search: next, replace: true, resetScroll: false });
  const names = Object.keys(rangeLengths) as RangeName[];
  const range = names.find((one) => one === search.range) ?? 'week';
  const chosen = { range, search, go };
  const tabs = [
    { value: 'overview', label: words.tabs.overview, content: <OverviewTab {...chosen} /> },
    { value: 'traces', label: words.tabs.traces, content: <TracesTab {...chosen} /> },
    { value: 'metrics', label: words.tabs.metrics, content: <MetricsTab {...chosen} /> },
    { value: 'logs', label: words.tabs.logs, content: <LogsTab {...chosen} /> },
    { value: 'alerts', label: words.tabs.alerts, content: <AlertsTab {...chosen} /> },
  ];
  return (
    <Page
      title={messages.sections.observability}
      needs="read:workflow-runs"
      meta={messages.sections.observabilityAbout}
      actions={
        <div className="w-44">
          <Select
            aria-label={words.ranges.label}
            value={range}
            onValueChange={(next) => go({ ...search, range: next === 'week' ? undefined : next })}
            options={names.map((value) => ({ value, label: words.ranges[value] }))}
          />
        </div>
      }
    >
      <Tabs
        label={words.tabs.label}
        tabs={tabs}
        value={tabs.some(({ value }) => value === search.tab) ? search.tab : 'overview'}
        onValueChange={(tab) => go({ range: search.range, tab: tab === 'overview' ? undefined : tab })}
      />
    </Page>
  );
}

function OverviewTab({ range, search }: Chosen) {
  const measures = useQuery(measuresQuery({}, range));
  const runsLink: RunsLink = useCallback(
    (which, label) => (
      <Link
        className="text-primary-text hover:underline"
        {...paths.traces({ ...which, ...(search.range ? { range: search.range } : {}) })}
      >
        {label}
      </Link>
    ),
    [search.range],
  );
  return (
    <Loaded query={measures} failure={words.overview.failure}>
      {(found) => <TelemetryOverview measures={found} runsLink={runsLink} />}
    </Loaded>
  );
}

function MetricsTab({ range }: Chosen) {
  const measures = useQuery(measuresQuery({}, range));
  return (
    <Loaded query={measures} failure={words.overview.failure}>
      {(found) => <MetricTable measures={found} />}
    </Loaded>
  );
}

const statuses = ['success', 'error', 'timeout', 'running'] as const;

function TracesTab({ range, search, go }: Chosen) {
  const navigate = useNavigate();
  const workflows = useQuery(workflowListQuery());
  const status = statuses.find((one) => one === search.status);
  const filter: Omit<TraceFilter, 'from' | 'to'> = {
    workflowId: search.workflow,
    status,
    code: search.code,
  };
  const list = useRows(tracesQuery(filter, range));
  return (
    <div className="flex flex-col gap-3">
      <Toolbar label={words.filter.label}>
        <WorkflowSelect
          workflows={workflows.data?.rows ?? []}
          value={search.workflow}
          onChange={(workflow) => go({ ...search, workflow })}
        />
        <div className="w-40">
          <Select
            controlSize="sm"
            aria-label={words.filter.status}
            value={status ?? 'all'}
            onValueChange={(next) => go({ ...search, status: next === 'all' ? undefined : next })}
            options={[
              { value: 'all', label: words.filter.anyStatus },
              ...statuses.map((value) => ({ value, label: words.statuses[value] })),
            ]}
          />
        </div>
        {search.code ? (
          <FilterChip
            label={words.filter.error}
            value={search.code}
            onClear={() => go({ ...search, code: undefined })}
          />
        ) : null}
      </Toolbar>
      <TraceList
        list={list}
        currency={list.head?.currency ?? 'USD'}
        onOpen={({ id }) => void navigate(paths.trace(id))}
      />
    </div>
  );
}

function LogsTab({ range, search, go }: Chosen) {
  const workflows = useQuery(workflowListQuery());
  const level = levels.find((one) => one === search.level) ?? 'info';
  const [text, setText] = useAddressText(search.search, (next) => go({ ...search, search: next }));
  const filter: Omit<LogFilter, 'from' | 'to'> = {
    workflowId: search.workflow,
    search: search.search,
    level,
  };
  return (
    <div className="flex flex-col gap-3">
      <Toolbar label={words.logs.filter} end={<ExportLogs filter={filter} range={range} />}>
        <SearchField
          label={words.logs.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <WorkflowSelect
          workflows={workflows.data?.rows ?? []}
          value={search.workflow}
          onChange={(workflow) => go({ ...search, workflow })}
        />
        <SegmentedControl
          size="sm"
          label={words.logs.level}
          value={level}
          onValueChange={(next) => go({ ...search, level: next === 'info' ? undefined : next })}
          segments={levels.map((value) => ({ value, label: words.logs.levels[value] }))}
        />
      </Toolbar>
      <LogLines
        query={logsQuery(filter, range)}
        traceLink={(runId, label) => (
          <Link className="text-primary-text hover:underline" {...paths.trace(runId)}>
            {label}
          </Link>
        )}
      />
    </div>
  );
}

const levels = ['error', 'warn', 'info', 'debug'] as const;

type ExportLogsProps = { filter: Omit<LogFilter, 'from' | 'to'>; range: RangeName };

function ExportLogs({ filter, range }: ExportLogsProps) {
  const download = useAct({
    act: (as: 'csv' | 'jsonl') => client.logs.export({ ...filter, from: fromOf(range), as }),
    changes: [],
    failure: words.logs.exportFailure,
    onDone: ({ fileName, text, mediaType }) => downloadText(fileName, text, mediaType),
  });
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" icon={<Download aria-hidden />} busy={download.isPending}>
          {words.logs.export}
        </Button>
      }
      align="end"
      sections={[
        {
          id: 'files',
          items: [
            { id: 'csv', label: words.logs.csv, onSelect: () => download.mutate('csv') },
            { id: 'jsonl', label: words.logs.jsonl, onSelect: () => download.mutate('jsonl') },
          ],
        },
      ]}
    />
  );
}

function AlertsTab({ search, go }: Chosen) {
  const workflows = useQuery(workflowListQuery());
  const maySeeCosts = useMay('read:costs');
  const budgets = useQuery({ ...budgetsQuery, enabled: maySeeCosts });
  const [isConfiguring, setConfiguring] = useState(false);
  const mayRead = useMay('read:alerts');
  if (!mayRead)
    return (
      <KnownErrorState kind="no-access" title={words.alerts.noAccess} text={words.alerts.noAccessText} />
    );
  return (
    <div className="flex flex-col gap-3">
      <Toolbar
        label={words.alerts.show}
        end={
          <Button size="sm" icon={<Settings2 aria-hidden />} onClick={() => setConfiguring(true)}>
            {words.alerts.configure}
          </Button>
        }
      >
        <SegmentedControl
          size="sm"
          label={words.alerts.show}
          value={search.status === 'all' ? 'all' : 'open'}
          onValueChange={(next) => go({ ...search, status: next === 'all' ? 'all' : undefined })}
          segments={[
            { value: 'open', label: words.alerts.open },
            { value: 'all', label: words.alerts.all },
          ]}
        />
      </Toolbar>
      <AlertList
        query={alertsQuery(search.status === 'all' ? undefined : 'open')}
        runsLink={({ workflowId }) => (
          <Link
            className={buttonLook({ size: 'sm' })}
            {...paths.traces(workflowId === null ? {} : { workflow: workflowId })}
          >
            {words.alerts.traces}
          </Link>
        )}
      />
      {isConfiguring ? (
        <AlertRules
          workflows={workflows.data?.rows ?? []}
          budgets={budgets.data?.rows ?? []}
          onClose={() => setConfiguring(false)}
        />
      ) : null}
    </div>
  );
}

type WorkflowSelectProps = {
  workflows: readonly { id: string; name: string }[];
  value: string | undefined;
  onChange: (workflow: string | undefined) => void;
};

function WorkflowSelect({ workflows, value, onChange }: WorkflowSelectProps) {
  return (
    <div className="w-56">
      <Select
        controlSize="sm"
        aria-label={words.filter.workflow}
        value={value ?? 'all'}
        onValueChange={(next) => onChange(next === 'all' ? undefined : next)}
        options={[
          { value: 'all', label: words.filter.anyWorkflow },
          ...workflows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </div>
  );
}

function TracePage({ id }: { id: string }) {
  const trace = useQuery(traceQuery(id));
  const found = trace.data;
  const look = found && statusLook(found.status);
  const runLink = useCallback(
    (runId: string, label: string) => (
      <Link className={buttonLook({ size: 'sm' })} {...paths.workflowRun(runId)}>
        {label}
      </Link>
    ),
    [],
  );
  return (
    <Page
      title={found ? words.trace.title(found.operation) : messages.sections.observability}
      needs="read:workflow-runs"
      crumbs={<Crumbs />}
      beside={look ? <Badge meaning={look.meaning}>{look.label}</Badge> : undefined}
      actions={
        found ? (
          <>
            <Link className={buttonLook()} {...paths.workflowRun(id)}>
              {words.trace.run}
            </Link>
            <Link className={buttonLook()} {...paths.canvasOfRun({ id, workflowId: found.workflowId })}>
              {words.trace.graph}
            </Link>
            <Button
              onClick={() =>
                downloadText(`trace-${id}.json`, JSON.stringify(found, null, 2), 'application/json')
              }
            >
              {words.trace.export}
            </Button>
          </>
        ) : undefined
      }
    >
      <Loaded query={trace} failure={words.trace.failure}>
        {(one) => <TraceView trace={one} runLink={runLink} />}
      </Loaded>
    </Page>
  );
}

function Crumbs() {
  return (
    <Breadcrumb
      crumbs={[
        {
          id: 'section',
          content: <Link {...paths.observability}>{messages.sections.observability}</Link>,
        },
        { id: 'traces', content: <Link {...paths.traces()}>{words.tabs.traces}</Link> },
        { id: 'here', content: words.trace.title('') },
      ]}
    />
  );
}
