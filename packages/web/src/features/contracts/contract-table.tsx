import { FileJson2 } from 'lucide-react';
import { RowTable } from '../../api/row-table.tsx';
import type { SchemaContract } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const meanings = { active: 'ok', draft: 'info', deprecated: 'neutral' } as const;

/** The status of a contract. */
export function ContractStatus({ status }: Pick<SchemaContract, 'status'>) {
  return <Badge meaning={meanings[status]}>{messages.statuses[status]}</Badge>;
}

const columns: readonly TableColumn<SchemaContract>[] = [
  {
    id: 'name',
    head: messages.table.name,
    value: (row) => row.name,
    width: 200,
    grow: true,
    sortable: false,
  },
  {
    id: 'type',
    head: messages.table.type,
    value: (row) => messages.types[row.type],
    width: 100,
    sortable: false,
  },
  {
    id: 'format',
    head: messages.table.format,
    value: () => messages.table.jsonSchema,
    width: 120,
    sortable: false,
  },
  { id: 'version', head: messages.table.version, value: (row) => row.version, width: 90, sortable: false },
  {
    id: 'status',
    head: messages.table.status,
    value: (row) => messages.statuses[row.status],
    cell: (row) => <ContractStatus status={row.status} />,
    width: 110,
    early: true,
    sortable: false,
  },
  {
    id: 'modified',
    head: messages.table.modified,
    value: (row) => row.lastModified,
    cell: (row) => formatMoment(row.lastModified),
    width: 170,
    sortable: false,
  },
  {
    id: 'usage',
    head: messages.table.usage,
    value: (row) => row.usage,
    kind: 'figure',
    width: 80,
    sortable: false,
  },
];

type ContractTableProps = {
  list: ReturnType<
    typeof useRows<SchemaContract, { rows: SchemaContract[]; nextCursor: string | null; total?: number }>
  >;
  /** Whether any filter is set. */
  narrowed: boolean;
  onOpen: (contract: SchemaContract) => void;
};

/** The contracts of the workspace; a row opens its details. */
export function ContractTable({ list, narrowed, onOpen }: ContractTableProps) {
  return (
    <RowTable
      label={messages.table.label}
      list={list}
      failure={messages.table.failure}
      columns={columns}
      rowId={(row) => row.id}
      totalRows={list.head?.total}
      maxHeight="24rem"
      onOpenRow={onOpen}
      empty={
        <EmptyState
          icon={<FileJson2 aria-hidden />}
          title={narrowed ? messages.table.noMatch : messages.table.none}
          text={narrowed ? messages.table.noMatchText : messages.table.noneText}
        />
      }
    />
  );
}
