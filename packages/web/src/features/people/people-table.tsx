import { Bot, Users } from 'lucide-react';
import { RowTable } from '../../api/row-table.tsx';
import type { Person } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { liveExceptions } from './live-exceptions.ts';
import { expiryText, messages, rolesText, stateWords } from './messages.ts';

/** What the list shows; the access register holds the same. */
export const peopleColumns: readonly TableColumn<Person>[] = [
  {
    id: 'name',
    head: messages.columns.name,
    value: (row) => row.displayName,
    nameId: { head: 'Id', value: (row) => row.id },
    cell: (row) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <span className="truncate">{row.displayName}</span>
        {row.kind === 'service' ? (
          <Bot role="img" aria-label={messages.kinds.service} className="size-4 shrink-0 text-fg-2" />
        ) : null}
      </span>
    ),
    width: 180,
    grow: true,
    sortable: false,
  },
  {
    id: 'state',
    head: messages.columns.state,
    value: (row) => stateWords[row.state].label,
    cell: (row) => <StateBadge person={row} />,
    width: 100,
    early: true,
    sortable: false,
  },
  {
    id: 'username',
    head: messages.columns.username,
    value: (row) => row.username,
    width: 200,
    grow: true,
    sortable: false,
  },
  {
    id: 'roles',
    head: messages.columns.roles,
    value: (row) => rolesText(row),
    cell: (row) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <span className="truncate">{rolesText(row)}</span>
        {liveExceptions(row).length === 0 ? null : <Badge meaning="warn">{messages.exception.mark}</Badge>}
      </span>
    ),
    width: 240,
    grow: true,
    sortable: false,
  },
  {
    id: 'participant',
    head: messages.columns.paidAs,
    value: (row) => row.participantName ?? row.participantId ?? '—',
    nameId: { head: 'Participant id', value: (row) => row.participantId },
    width: 160,
    sortable: false,
  },
  {
    id: 'seen',
    head: messages.columns.lastSeen,
    value: (row) => row.lastSeenAt ?? row.expiresAt,
    cell: (row) =>
      row.state === 'invited'
        ? expiryText(row.expiresAt)
        : row.lastSeenAt
          ? formatMoment(row.lastSeenAt)
          : messages.never,
    width: 220,
    sortable: false,
  },
];

/** Whether someone may sign in. */
export function StateBadge({ person }: { person: Pick<Person, 'state'> }) {
  const { label, meaning } = stateWords[person.state];
  return <Badge meaning={meaning}>{label}</Badge>;
}

export type PeopleTableProps = {
  list: ReturnType<typeof useRows<Person, { rows: Person[]; nextCursor: string | null; total?: number }>>;
  /** Whether a filter is on. */
  narrowed: boolean;
  onOpen: (person: Person) => void;
};

/** Members and open invitations; a row opens what can be done. */
export function PeopleTable({ list, narrowed, onOpen }: PeopleTableProps) {
  return (
    <RowTable
      viewed
      label={messages.title}
      list={list}
      failure={messages.loadFailed}
      columns={peopleColumns}
      rowId={(row) => row.id}
      totalRows={list.head?.total}
      maxHeight="70dvh"
      onOpenRow={onOpen}
      empty={
        <EmptyState
          icon={<Users aria-hidden />}
          title={narrowed ? messages.noMatchTitle : messages.noneTitle}
          text={narrowed ? messages.noMatchText : messages.noneText}
        />
      }
    />
  );
}
