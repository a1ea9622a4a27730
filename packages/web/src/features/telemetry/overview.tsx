import { type ReactNode, useMemo } from 'react';
import { Conversions } from '../../api/conversions/conversions.tsx';
import { costText } from '../../api/conversions/cost-text.ts';
import type { Measures } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { dateFormat } from '../../base/locale.ts';
import { Card } from '../../ui/card.tsx';
import { StackedBars } from '../../ui/charts/stacked-bars.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { changeWords } from './metric-words.ts';

const words = messages.overview;
type WorkflowRow = Measures['workflows'][number];
type ErrorRow = Measures['errors'][number];

/** A link to the runs behind a figure. */
export type RunsLink = (
  which: { status?: string; workflow?: string; code?: string },
  label: string,
) => ReactNode;

type OverviewProps = { measures: Measures; runsLink: RunsLink };

/** Runs of a time range at a glance. */
export function TelemetryOverview({ measures, runsLink }: OverviewProps) {
  if (measures.totals.runs === 0)
    return (
      <Card>
        <EmptyState title={words.none} text={words.noneText} />
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      <Tiles measures={measures} runsLink={runsLink} />
      <Conversions of={measures} />
      <Card title={words.chart}>
        <RunChart measures={measures} />
      </Card>
      <Workflows measures={measures} runsLink={runsLink} />
      <Errors measures={measures} runsLink={runsLink} />
    </div>
  );
}

function Tiles({ measures, runsLink }: OverviewProps) {
  const { totals, metrics, currency } = measures;
  const change = (name: Measures['metrics'][number]['name']) => {
    const metric = metrics.find((one) => one.name === name);
    return metric ? changeWords(metric) : '';
  };
  const took = (ms: number | null) => (ms === null ? '—' : formatDuration(ms));
  const tokens = metrics.find(({ name }) => name === 'tokens')?.value ?? null;
  return (
    <FigureRow>
      <FigureTile
        label={words.runs}
        figure={runsLink({}, formatCount(totals.runs))}
        sub={totals.open > 0 ? words.open(formatCount(totals.open)) : change('runs')}
      />
      <FigureTile
        label={words.success}
        figure={totals.successRate === null ? '—' : `${totals.successRate}%`}
        sub={
          totals.failed > 0
            ? runsLink({ status: 'error' }, words.failed(formatCount(totals.failed)))
            : totals.successRate === null
              ? words.noneEnded
              : change('success-rate')
        }
        tone={totals.failed > 0 ? 'bad' : 'plain'}
      />
      <FigureTile label={words.p50} figure={took(totals.p50)} sub={change('p50')} />
      <FigureTile label={words.p95} figure={took(totals.p95)} sub={words.p95Sub} />
      <FigureTile
        label={words.cost}
        figure={costText({ ...measures, cost: totals.cost }, currency)}
        sub={
          totals.cost === null && measures.others.length === 0
            ? words.noCost
            : words.costSub(tokens === null ? '0' : formatCount(Number(tokens)))
        }
      />
    </FigureRow>
  );
}

function RunChart({ measures }: { measures: Measures }) {
  const isDays = measures.bucketMs >= 86_400_000;
  const format = dateFormat(
    isDays
      ? { month: 'short', day: 'numeric' }
      : {
          day: 'numeric',
          month: 'short',
          timeStyle: undefined,
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        },
  );
  const { totals } = measures;
  const series = [
    { name: words.completed, text: formatCount(totals.completed) },
    { name: words.others, text: formatCount(totals.cancelled + totals.open) },
    { name: words.failedSeries, text: formatCount(totals.failed) },
  ];
  const bars = measures.buckets.map(({ start, completed, failed, cancelled, open, runs }) => {
    const values = [completed, cancelled + open, failed];
    return { label: format.format(Date.parse(start)), values, texts: [runs, ...values].map(formatCount) };
  });
  return (
    <StackedBars
      label={words.chart}
      series={series}
      bars={bars}
      formatY={(y) => (Number.isInteger(y) ? formatCount(y) : '')}
      names={[words.time, words.count]}
      height={200}
    />
  );
}

function Workflows({ measures, runsLink }: OverviewProps) {
  const columns = useMemo(() => workflowColumns(measures.currency, runsLink), [measures.currency, runsLink]);
  return (
    <Card flush title={words.workflows}>
      <DataTable
        label={words.workflows}
        columns={columns}
        rows={measures.workflows}
        rowId={({ workflowId }) => workflowId}
      />
    </Card>
  );
}

function workflowColumns(currency: string, runsLink: RunsLink): readonly TableColumn<WorkflowRow>[] {
  const figure = { kind: 'figure', width: 110 } as const;
  const took = (ms: number | null) => (ms === null ? '—' : formatDuration(ms));
  return [
    {
      id: 'workflow',
      head: words.workflow,
      value: ({ name }) => name,
      cell: ({ workflowId, name }) => runsLink({ workflow: workflowId }, name),
      width: 220,
      grow: true,
    },
    {
      ...figure,
      id: 'runs',
      head: words.runs,
      value: ({ runs }) => runs,
      cell: ({ runs }) => formatCount(runs),
      width: 80,
    },
    {
      ...figure,
      id: 'success',
      head: words.success,
      value: ({ successRate }) => successRate,
      cell: ({ successRate }) => (successRate === null ? '—' : `${successRate}%`),
    },
    {
      ...figure,
      id: 'failed',
      head: words.failedSeries,
      value: ({ failed }) => failed,
      cell: ({ failed, workflowId }) =>
        failed === 0 ? '0' : runsLink({ workflow: workflowId, status: 'error' }, formatCount(failed)),
      width: 80,
    },
    {
      ...figure,
      id: 'p50',
      head: words.p50,
      value: ({ p50 }) => p50,
      cell: ({ p50 }) => took(p50),
      width: 130,
    },
    {
      ...figure,
      id: 'p95',
      head: words.p95,
      value: ({ p95 }) => p95,
      cell: ({ p95 }) => took(p95),
      width: 140,
    },
    {
      ...figure,
      id: 'cost',
      head: words.cost,
      value: ({ cost }) => cost,
      cell: ({ cost }) => formatMoney(cost, { currency }),
    },
  ];
}

function Errors({ measures, runsLink }: OverviewProps) {
  const columns = useMemo(
    (): readonly TableColumn<ErrorRow>[] => [
      {
        id: 'code',
        head: words.error,
        value: ({ code }) => code,
        cell: ({ code }) => runsLink({ code }, code),
        width: 200,
      },
      { id: 'message', head: words.newest, value: ({ message }) => message, width: 260, grow: true },
      {
        id: 'runs',
        head: words.runs,
        value: ({ runs }) => runs,
        cell: ({ runs }) => formatCount(runs),
        kind: 'figure',
        width: 90,
      },
    ],
    [runsLink],
  );
  return (
    <Card flush title={words.errors}>
      <DataTable
        label={words.errors}
        columns={columns}
        rows={measures.errors}
        rowId={({ code }) => code}
        empty={<EmptyState title={words.noErrors} />}
      />
    </Card>
  );
}
