import { actionWords } from '@attain/domain/policies/policy-words';
import { RowTable } from '../../api/row-table.tsx';
import type { PolicyViolation } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const words = messages.violations;

const columns: readonly TableColumn<PolicyViolation>[] = [
  {
    id: 'at',
    head: words.at,
    value: (row) => row.at,
    cell: (row) => formatMoment(row.at),
    width: 170,
    sortable: false,
  },
  { id: 'policy', head: words.policy, value: (row) => row.policy, width: 220, grow: true, sortable: false },
  { id: 'user', head: words.user, value: (row) => row.user, width: 150, sortable: false },
  { id: 'action', head: words.action, value: (row) => actionWords[row.action], width: 170, sortable: false },
  { id: 'resource', head: words.resource, value: (row) => row.resource, width: 170, sortable: false },
  {
    id: 'outcome',
    head: words.outcome,
    value: (row) => (row.enforced ? words.denied : words.observed),
    cell: (row) => (
      <Badge meaning={row.enforced ? 'bad' : 'warn'}>{row.enforced ? words.denied : words.observed}</Badge>
    ),
    width: 100,
    early: true,
    sortable: false,
  },
  { id: 'count', head: words.count, value: (row) => row.count, kind: 'figure', width: 80, sortable: false },
];

type ViolationListProps = {
  list: ReturnType<
    typeof useRows<PolicyViolation, { rows: PolicyViolation[]; nextCursor: string | null; total?: number }>
  >;
  empty: string;
};

/** What policies denied, or would have, newest first. */
export function ViolationList({ list, empty }: ViolationListProps) {
  return (
    <RowTable
      label={words.label}
      list={list}
      failure={words.failure}
      columns={columns}
      rowId={(row) => row.id}
      maxHeight="18rem"
      empty={<EmptyState title={empty} />}
    />
  );
}
