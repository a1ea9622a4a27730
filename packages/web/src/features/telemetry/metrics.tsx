import { useMemo } from 'react';
import type { Measures, Metric } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { metricValue, signed } from './metric-words.ts';

const words = messages.metrics;

/** Each metric with its trend over the range. */
export function MetricTable({ measures }: { measures: Measures }) {
  const columns = useMemo(
    (): readonly TableColumn<Metric>[] => [
      { id: 'metric', head: words.metric, value: ({ name }) => words.names[name], width: 200, grow: true },
      {
        id: 'value',
        head: words.value,
        value: ({ value }) => value,
        cell: ({ value, unit }) => metricValue(value, unit),
        kind: 'figure',
        width: 140,
      },
      {
        id: 'change',
        head: words.change,
        value: ({ change }) => change,
        cell: ({ change }) => (change === null ? '—' : signed(change)),
        kind: 'figure',
        width: 110,
      },
      {
        id: 'trend',
        head: words.trend,
        value: ({ trend }) => words.trends[trend],
        cell: (metric) => <Trend metric={metric} />,
        width: 240,
      },
    ],
    [],
  );
  return (
    <Card flush title={words.table} footer={<p className="text-12 text-fg-3">{words.about}</p>}>
      <DataTable
        label={words.table}
        columns={columns}
        rows={measures.metrics}
        rowId={({ name }) => name}
        density="tall"
      />
    </Card>
  );
}

function Trend({ metric }: { metric: Metric }) {
  const values = metric.points.filter((point) => point !== null);
  const at = (value: number | undefined) =>
    metricValue(value === undefined ? null : String(value), metric.unit);
  return (
    <span className="flex items-center gap-3">
      <span className="w-20 text-fg-2">{words.trends[metric.trend]}</span>
      {values.length < 2 ? (
        <span className="text-12 text-fg-3">{words.noPoints}</span>
      ) : (
        <Sparkline
          label={words.spark(words.names[metric.name], at(values[0]), at(values.at(-1)))}
          values={values}
        />
      )}
    </span>
  );
}
