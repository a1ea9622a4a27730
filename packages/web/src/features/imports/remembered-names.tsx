import { Trash2 } from 'lucide-react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { participantAliasesQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { ParticipantAlias } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const columns: readonly TableColumn<ParticipantAlias>[] = [
  { id: 'name', head: messages.names.name, value: (row) => row.name, width: 220, grow: true },
  {
    id: 'person',
    head: messages.names.person,
    value: (row) => row.participantName ?? row.participantId ?? messages.people.nobody,
    width: 220,
  },
  { id: 'id', head: messages.names.id, value: (row) => row.participantId, width: 120 },
  { id: 'by', head: messages.names.by, value: (row) => row.createdBy, width: 160 },
  {
    id: 'at',
    head: messages.names.at,
    value: (row) => row.createdAt,
    cell: (row) => formatMoment(row.createdAt),
    width: 160,
  },
];

/** Names in files and whom they mean, as answered; absent while there are none. */
export function RememberedNames({ mayImport }: { mayImport: boolean }) {
  const list = useRows(participantAliasesQuery());
  const remove = useAct({
    act: client.participantAliases.remove,
    changes: [keys.imports, keys.audit],
    failure: messages.names.removeFailure,
  });
  const act: TableColumn<ParticipantAlias> = {
    id: 'act',
    head: messages.names.acts,
    value: () => null,
    cell: (row) => (
      <IconButton
        size="sm"
        label={messages.names.remove(row.name)}
        icon={<Trash2 aria-hidden />}
        onClick={() => remove.mutate({ id: row.id })}
      />
    ),
    width: 96,
    sortable: false,
  };
  if (list.rows.length === 0) return null;
  return (
    <Card flush title={messages.names.title}>
      <RowTable
        label={messages.names.title}
        list={list}
        failure={messages.names.failure}
        columns={mayImport ? [...columns, act] : columns}
        rowId={(row) => row.id}
        maxHeight="40dvh"
        empty={<EmptyState title={messages.names.title} text={messages.people.help} />}
      />
    </Card>
  );
}
