import { kindsOfConnection } from '@attain/domain/connections/connection-kinds';
import { Clock, Lock, LockOpen, Plug, PowerOff } from 'lucide-react';
import { RowTable } from '../../api/row-table.tsx';
import type { Connection } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { environmentWords } from './connection-words.ts';
import { messages } from './messages.ts';

const columns: readonly TableColumn<Connection>[] = [
  {
    id: 'name',
    head: messages.table.name,
    value: (row) => row.name,
    cell: (row) => (
      <span className="inline-flex items-center gap-2">
        {row.name}
        <ActiveBadge connection={row} />
      </span>
    ),
    width: 180,
    grow: true,
    sortable: false,
  },
  {
    id: 'kind',
    head: messages.table.type,
    value: (row) => kindsOfConnection[row.kind].label,
    width: 130,
    sortable: false,
  },
  {
    id: 'secret',
    head: messages.table.secret,
    value: (row) => String(row.secret !== null),
    cell: (row) => <SecretBadge connection={row} />,
    width: 100,
    early: true,
    sortable: false,
  },
  {
    id: 'address',
    head: messages.table.address,
    value: (row) => row.address,
    width: 280,
    grow: true,
    sortable: false,
  },
  {
    id: 'environment',
    head: messages.table.environment,
    value: (row) => environmentWords[row.environment],
    width: 120,
    sortable: false,
  },
  {
    id: 'used',
    head: messages.table.lastUsed,
    value: (row) => row.secret?.lastUsedAt,
    cell: (row) => (row.secret?.lastUsedAt ? formatMoment(row.secret.lastUsedAt) : '—'),
    width: 160,
    sortable: false,
  },
];

/** As long before its last day as people are notified. */
const warnDays = 14;

/** Says that a connection is switched off; one that is on has no badge. */
export function ActiveBadge({ connection }: { connection: Connection }) {
  if (connection.isActive) return null;
  return (
    <Badge meaning="warn" icon={<PowerOff aria-hidden />}>
      {messages.registry.off}
    </Badge>
  );
}

/** Whether a secret is stored, without showing it. */
export function SecretBadge({ connection }: { connection: Connection }) {
  const there = connection.secret !== null;
  const last = connection.secret?.expiresOn ?? null;
  const soon = new Date(Date.now() + warnDays * 86_400_000).toISOString().slice(0, 10);
  if (last !== null && last <= soon) {
    const isOver = last < new Date().toISOString().slice(0, 10);
    return (
      <Badge meaning={isOver ? 'bad' : 'warn'} icon={<Clock aria-hidden />}>
        {isOver ? messages.secret.expired : messages.secret.expires(formatDay(last))}
      </Badge>
    );
  }
  if (!there && connection.next !== null)
    return (
      <Badge meaning="info" icon={<Clock aria-hidden />}>
        {messages.table.waiting}
      </Badge>
    );
  return (
    <Badge meaning={there ? 'ok' : 'neutral'} icon={there ? <Lock aria-hidden /> : <LockOpen aria-hidden />}>
      {there ? messages.table.stored : messages.table.noSecret}
    </Badge>
  );
}

export type ConnectionTableProps = {
  list: ReturnType<
    typeof useRows<Connection, { rows: Connection[]; nextCursor: string | null; total?: number }>
  >;
  /** Whether any filter is set. */
  narrowed: boolean;
  onOpen: (connection: Connection) => void;
};

/** The connections of the workspace; a row opens its drawer. */
export function ConnectionTable({ list, narrowed, onOpen }: ConnectionTableProps) {
  return (
    <RowTable
      label={messages.table.label}
      list={list}
      failure={messages.table.failure}
      columns={columns}
      rowId={(row) => row.id}
      totalRows={list.head?.total}
      maxHeight="70dvh"
      onOpenRow={onOpen}
      empty={
        <EmptyState
          icon={<Plug aria-hidden />}
          title={narrowed ? messages.table.noMatch : messages.table.none}
          text={narrowed ? messages.table.noMatchText : messages.table.noneText}
        />
      }
    />
  );
}
