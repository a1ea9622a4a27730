import { kindsOfConnection } from '@attain/domain/connections/connection-kinds';
import { Lock, LockOpen, Plug } from 'lucide-react';
import { RowTable } from '../../api/row-table.tsx';
import type { Connection } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { environmentWords } from './connection-words.ts';

const columns: readonly TableColumn<Connection>[] = [
  { id: 'name', head: 'Name', value: (row) => row.name, width: 180, grow: true, sortable: false },
  {
    id: 'kind',
    head: 'Kind',
    value: (row) => kindsOfConnection[row.kind].label,
    width: 130,
    sortable: false,
  },
  {
    id: 'secret',
    head: 'Secret',
    value: (row) => String(row.secret !== null),
    cell: (row) => <SecretBadge connection={row} />,
    width: 100,
    early: true,
    sortable: false,
  },
  { id: 'address', head: 'Address', value: (row) => row.address, width: 280, grow: true, sortable: false },
  {
    id: 'environment',
    head: 'Environment',
    value: (row) => environmentWords[row.environment],
    width: 120,
    sortable: false,
  },
  {
    id: 'used',
    head: 'Last used',
    value: (row) => row.secret?.lastUsedAt,
    cell: (row) => (row.secret?.lastUsedAt ? formatMoment(row.secret.lastUsedAt) : '—'),
    width: 160,
    sortable: false,
  },
];

/** Whether there is a secret; never which. */
export function SecretBadge({ connection }: { connection: Connection }) {
  const there = connection.secret !== null;
  return (
    <Badge meaning={there ? 'ok' : 'neutral'} icon={there ? <Lock aria-hidden /> : <LockOpen aria-hidden />}>
      {there ? 'Sealed' : 'None'}
    </Badge>
  );
}

export type ConnectionTableProps = {
  list: ReturnType<
    typeof useRows<Connection, { rows: Connection[]; nextCursor: string | null; total?: number }>
  >;
  /** Whether a filter is on. */
  narrowed: boolean;
  onOpen: (connection: Connection) => void;
};

/** What the workspace is connected to; a row opens what can be done with it. */
export function ConnectionTable({ list, narrowed, onOpen }: ConnectionTableProps) {
  return (
    <RowTable
      label="Connections"
      list={list}
      failure="The connections could not be loaded"
      columns={columns}
      rowId={(row) => row.id}
      totalRows={list.head?.total}
      maxHeight="70dvh"
      onOpenRow={onOpen}
      empty={
        <EmptyState
          icon={<Plug aria-hidden />}
          title={narrowed ? 'No connection fits' : 'Nothing is connected yet'}
          text={
            narrowed
              ? 'Take a filter off, or look for something else.'
              : 'A step that reads a database, posts to a chat or orders a payment names a connection; its secret stays in the vault.'
          }
        />
      }
    />
  );
}
