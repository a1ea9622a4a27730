import { Trash2 } from 'lucide-react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { importProfilesQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { ImportProfile } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { kindWords } from './import-words.ts';
import { useMayImport } from './may-import.ts';
import { messages } from './messages.ts';

const columns: readonly TableColumn<ImportProfile>[] = [
  { id: 'name', head: messages.profiles.name, value: (row) => row.name, width: 220, grow: true },
  { id: 'kind', head: messages.profiles.type, value: (row) => kindWords[row.kind].label, width: 140 },
  {
    id: 'version',
    head: messages.profiles.version,
    value: (row) => row.version,
    cell: (row) => formatCount(row.version),
    kind: 'figure',
    width: 90,
  },
  { id: 'file', head: messages.profiles.file, value: (row) => row.fileName, width: 200 },
  { id: 'by', head: messages.profiles.by, value: (row) => row.createdBy, width: 160 },
  {
    id: 'at',
    head: messages.profiles.at,
    value: (row) => row.createdAt,
    cell: (row) => formatMoment(row.createdAt),
    width: 160,
  },
];

/** Saved mappings by name; absent while there are none. */
export function ProfileTable() {
  const list = useRows(importProfilesQuery());
  const mayImport = useMayImport();
  const remove = useAct({
    act: client.importProfiles.remove,
    changes: [keys.imports, keys.audit],
    failure: messages.profiles.removeFailure,
  });
  const act: TableColumn<ImportProfile> = {
    id: 'act',
    head: messages.names.acts,
    value: () => null,
    cell: (row) =>
      mayImport(row.kind) ? (
        <IconButton
          size="sm"
          label={messages.profiles.remove(row.name)}
          icon={<Trash2 aria-hidden />}
          onClick={() => remove.mutate({ id: row.id })}
        />
      ) : null,
    width: 96,
    sortable: false,
  };
  if (list.rows.length === 0) return null;
  return (
    <Card flush title={messages.profiles.title}>
      <RowTable
        label={messages.profiles.title}
        list={list}
        failure={messages.profiles.failure}
        columns={[...columns, act]}
        rowId={(row) => row.id}
        maxHeight="40dvh"
        empty={<EmptyState title={messages.profiles.title} text={messages.profiles.help} />}
      />
    </Card>
  );
}
