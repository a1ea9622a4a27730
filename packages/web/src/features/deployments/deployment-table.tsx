import { Rocket } from 'lucide-react';
import { RowTable } from '../../api/row-table.tsx';
import type { Deployment } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatDuration, formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { environmentNames, messages, statusMeanings } from './messages.ts';

const words = messages.table;

/** The status of a deployment. */
export function DeploymentStatus({ status }: Pick<Deployment, 'status'>) {
  return <Badge meaning={statusMeanings[status]}>{messages.statuses[status]}</Badge>;
}

const columns: readonly TableColumn<Deployment>[] = [
  { id: 'agent', head: words.agent, value: (row) => row.agent, width: 200, grow: true, sortable: false },
  { id: 'version', head: words.version, value: (row) => row.version, width: 80, sortable: false },
  {
    id: 'environment',
    head: words.environment,
    value: (row) => environmentNames[row.environment],
    width: 110,
    sortable: false,
  },
  {
    id: 'status',
    head: words.status,
    value: (row) => messages.statuses[row.status],
    cell: (row) => <DeploymentStatus status={row.status} />,
    width: 100,
    early: true,
    sortable: false,
  },
  {
    id: 'progress',
    head: words.progress,
    value: (row) => `${row.progress.toFixed(2)}%`,
    kind: 'figure',
    width: 90,
    sortable: false,
  },
  {
    id: 'started',
    head: words.started,
    value: (row) => row.startTime,
    cell: (row) => formatMoment(row.startTime ?? row.orderedAt),
    width: 160,
    sortable: false,
  },
  {
    id: 'duration',
    head: words.duration,
    value: (row) => (row.duration === null ? null : formatDuration(row.duration)),
    kind: 'figure',
    width: 90,
    sortable: false,
  },
  { id: 'by', head: words.by, value: (row) => row.deployedBy, width: 140, sortable: false },
  {
    id: 'strategy',
    head: words.strategy,
    value: (row) => messages.strategies[row.strategy],
    width: 130,
    sortable: false,
  },
];

type Props = {
  list: ReturnType<typeof useRows<Deployment>>;
  narrowed: boolean;
  onOpen: (deployment: Deployment) => void;
};

/** Deployments, newest first; a row opens its stages. */
export function DeploymentTable({ list, narrowed, onOpen }: Props) {
  return (
    <RowTable
      label={words.label}
      list={list}
      failure={words.failure}
      columns={columns}
      rowId={(row) => row.id}
      maxHeight="32rem"
      onOpenRow={onOpen}
      empty={
        <EmptyState
          icon={<Rocket aria-hidden />}
          title={narrowed ? words.noMatch : words.none}
          text={narrowed ? words.noMatchText : words.noneText}
        />
      }
    />
  );
}
