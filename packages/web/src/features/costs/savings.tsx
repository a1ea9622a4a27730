import { TrendingDown, TrendingUp } from 'lucide-react';
import { useMemo } from 'react';
import { Conversions } from '../../api/conversions/conversions.tsx';
import type { Optimization, OptimizationList, RoiList, RoiMetric } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount, formatDecimal } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const words = messages.optimization;

/** What a month’s costs brought nothing for, with what to do about it. */
export function OptimizationTable({ list }: { list: OptimizationList }) {
  const columns = useMemo((): readonly TableColumn<Optimization>[] => {
    const figure = { kind: 'figure', width: 110 } as const;
    return [
      { id: 'kind', head: words.kind, value: (row) => words.kinds[row.kind], width: 170 },
      { id: 'subject', head: words.subject, value: (row) => row.subject || words.workspace, width: 180 },
      {
        ...figure,
        id: 'amount',
        head: words.amount,
        value: (row) => row.amount,
        cell: (row) => formatMoney(row.amount, list),
      },
      {
        ...figure,
        id: 'count',
        head: words.count,
        value: (row) => row.count,
        cell: (row) => formatCount(row.count),
      },
      { id: 'action', head: words.action, value: (row) => words.advice[row.kind], width: 260, grow: true },
    ];
  }, [list]);
  return (
    <Card
      flush
      title={words.title}
      footer={list.converted.length + list.others.length > 0 ? <Conversions of={list} /> : undefined}
    >
      <DataTable
        label={words.title}
        columns={columns}
        rows={list.rows}
        rowId={(row) => `${row.kind}/${row.subject}`}
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
    </Card>
  );
}

/** The return of a month’s costs, metric by metric. */
export function RoiMetrics({ list }: { list: RoiList }) {
  return (
    <div className="flex flex-col gap-4">
      <FigureRow>
        {list.rows.map((row) => (
          <FigureTile
            key={row.metric}
            label={messages.roi.metrics[row.metric]}
            figure={row.value === null ? '—' : figureOf(row, list.currency)}
            sub={row.value === null ? messages.roi.noValue : row.description}
            corner={<TrendMark trend={row.trend} />}
          />
        ))}
      </FigureRow>
      <Conversions of={list} />
    </div>
  );
}

function figureOf({ metric, value }: RoiMetric, currency: string): string {
  if (metric === 'roi') return String(value).replace(/^\d+/, (digits) => formatCount(BigInt(digits)));
  if (metric === 'payback-days') return formatDecimal(value);
  return formatMoney(value, { currency });
}

function TrendMark({ trend }: Pick<RoiMetric, 'trend'>) {
  if (trend === 'flat') return null;
  const Icon = trend === 'up' ? TrendingUp : TrendingDown;
  return <Icon className="size-4 text-fg-3" role="img" aria-label={messages.roi.trends[trend]} />;
}
