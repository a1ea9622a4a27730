import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { RowTable } from '../../api/row-table.tsx';
import type { Schedule } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { ExecutionStatus, ScheduleStatus, taskWords } from './schedule-words.tsx';

const words = messages.table;

const columns: readonly TableColumn<Schedule>[] = [
  { id: 'name', head: words.name, value: (row) => row.name, width: 200, grow: true, sortable: false },
  {
    id: 'status',
    head: words.status,
    value: (row) => messages.status[row.status],
    cell: (row) => <ScheduleStatus {...row} />,
    width: 90,
    sortable: false,
  },
  { id: 'task', head: words.task, value: taskWords, width: 250, sortable: false },
  {
    id: 'last',
    head: words.last,
    value: (row) => row.lastStatus && messages.executionStatus[row.lastStatus],
    cell: (row) => (row.lastStatus === null ? '—' : <ExecutionStatus status={row.lastStatus} />),
    width: 110,
    early: true,
    sortable: false,
  },
  {
    id: 'next',
    head: words.next,
    value: (row) => row.nextAt,
    cell: (row) => formatMoment(row.nextAt),
    width: 160,
    sortable: false,
  },
  {
    id: 'rate',
    head: words.rate,
    value: (row) => row.successRate,
    cell: (row) => (row.lastAt === null ? '—' : `${row.successRate}%`),
    kind: 'figure',
    width: 90,
    sortable: false,
  },
  {
    id: 'duration',
    head: words.duration,
    value: (row) => row.avgDuration,
    cell: (row) => (row.lastAt === null ? '—' : formatDuration(row.avgDuration)),
    kind: 'figure',
    width: 90,
    sortable: false,
  },
];

type ScheduleTableProps = {
  list: ReturnType<typeof useRows<Schedule>>;
  /** What fills the empty list. */
  create: ReactNode;
  onOpen: (schedule: Schedule) => void;
};

/** All schedules with their last results. */
export function ScheduleTable({ list, create, onOpen }: ScheduleTableProps) {
  return (
    <RowTable
      label={words.label}
      list={list}
      failure={words.failure}
      columns={columns}
      rowId={(row) => row.id}
      onOpenRow={onOpen}
      empty={
        <EmptyState
          icon={<CalendarClock aria-hidden />}
          title={words.none}
          text={words.noneText}
          action={create}
        />
      }
    />
  );
}
