import { useMemo } from 'react';
import { costText } from '../../api/conversions/cost-text.ts';
import type { RowTableProps } from '../../api/row-table.tsx';
import { RowTable } from '../../api/row-table.tsx';
import type { TraceRow } from '../../api/shapes.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { statusLook } from './trace-words.ts';

const words = messages.traces;

type TraceListProps = {
  list: RowTableProps<TraceRow>['list'];
  currency: string;
  onOpen: (trace: TraceRow) => void;
};

/** Traces, newest first; a row opens its waterfall. */
export function TraceList({ list, currency, onOpen }: TraceListProps) {
  const columns = useMemo(() => columnsIn(currency), [currency]);
  return (
    <Card flush>
      <RowTable
        label={words.table}
        columns={columns}
        list={list}
        failure={words.failure}
        rowId={({ id }) => id}
        onOpenRow={onOpen}
        maxHeight="40rem"
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
    </Card>
  );
}

function columnsIn(currency: string): readonly TableColumn<TraceRow>[] {
  const figure = { kind: 'figure', sortable: false } as const;
  return [
    {
      id: 'started',
      head: words.started,
      value: ({ timestamp }) => timestamp,
      cell: ({ timestamp }) => formatMoment(timestamp),
      width: 180,
      sortable: false,
    },
    {
      id: 'operation',
      head: words.operation,
      value: ({ operation }) => operation,
      width: 200,
      grow: true,
      early: true,
      sortable: false,
    },
    {
      id: 'status',
      head: words.status,
      value: ({ status }) => statusLook(status).label,
      cell: ({ status }) => <Badge meaning={statusLook(status).meaning}>{statusLook(status).label}</Badge>,
      width: 90,
      sortable: false,
    },
    {
      ...figure,
      id: 'duration',
      head: words.duration,
      value: ({ duration }) => duration,
      cell: ({ duration }) => (duration === null ? '—' : formatDuration(duration)),
      width: 110,
    },
    {
      id: 'trigger',
      head: words.trigger,
      value: ({ trigger }) => messages.triggers[trigger],
      width: 110,
      sortable: false,
    },
    {
      ...figure,
      id: 'tokens',
      head: words.tokens,
      value: ({ tokens }) => tokens,
      cell: ({ tokens }) => (tokens === null ? '—' : formatCount(tokens)),
      width: 90,
    },
    {
      ...figure,
      id: 'cost',
      head: words.cost,
      value: ({ cost }) => cost,
      cell: (row) => costText(row, currency, 'exact'),
      width: 150,
    },
    { id: 'error', head: words.error, value: ({ error }) => error?.message, width: 240, sortable: false },
  ];
}
