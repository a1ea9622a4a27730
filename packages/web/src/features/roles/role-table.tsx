import type { RoleOverview } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const words = messages.table;

/** Whether a role counts. */
export function RoleStatusBadge({ status }: Pick<RoleOverview, 'status'>) {
  return <Badge meaning={status === 'active' ? 'ok' : 'neutral'}>{messages.statuses[status]}</Badge>;
}

const columns: readonly TableColumn<RoleOverview>[] = [
  { id: 'name', head: words.name, value: (row) => row.name, width: 200, grow: true },
  { id: 'users', head: words.users, value: (row) => row.users, kind: 'figure', width: 80, early: true },
  {
    id: 'permissions',
    head: words.permissions,
    value: (row) => row.cells.length,
    kind: 'figure',
    width: 110,
  },
  { id: 'kind', head: words.kind, value: (row) => (row.isCustom ? words.custom : words.builtIn), width: 110 },
  {
    id: 'status',
    head: words.status,
    value: (row) => messages.statuses[row.status],
    cell: (row) => <RoleStatusBadge status={row.status} />,
    width: 100,
  },
];

type RoleTableProps = { roles: readonly RoleOverview[]; onOpen: (role: RoleOverview) => void };

/** Every role with the members who hold it today; a row opens its details. */
export function RoleTable({ roles, onOpen }: RoleTableProps) {
  return (
    <DataTable
      label={words.label}
      columns={columns}
      rows={roles}
      rowId={(row) => row.id}
      maxHeight="24rem"
      onOpenRow={onOpen}
    />
  );
}
