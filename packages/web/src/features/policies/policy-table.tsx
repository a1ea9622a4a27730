import { hasEnded } from '@attain/domain/policies/policy-limits';
import { targetInWords } from '@attain/domain/policies/policy-words';
import { Scale } from 'lucide-react';
import { RowTable } from '../../api/row-table.tsx';
import type { Policy } from '../../api/shapes.ts';
import type { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const meanings = { active: 'ok', draft: 'info', inactive: 'neutral' } as const;
const words = messages.table;

/** The status of a policy; past its last day, an active one decides nothing. */
export function PolicyStatusBadge({ status, limits: { expiresOn } }: Pick<Policy, 'status' | 'limits'>) {
  if (status === 'active' && hasEnded(expiresOn, new Date().toISOString().slice(0, 10)))
    return <Badge meaning="warn">{messages.limits.expired}</Badge>;
  return <Badge meaning={meanings[status]}>{messages.statuses[status]}</Badge>;
}

/** Where a policy applies, in words. */
export const placesOf = ({ appliesTo }: Pick<Policy, 'appliesTo'>) => appliesTo.map(targetInWords).join(', ');

const columns: readonly TableColumn<Policy>[] = [
  { id: 'name', head: words.name, value: (row) => row.name, width: 240, grow: true, sortable: false },
  {
    id: 'type',
    head: words.type,
    value: (row) => messages.types[row.type],
    width: 110,
    sortable: false,
  },
  {
    id: 'status',
    head: words.status,
    value: (row) => messages.statuses[row.status],
    cell: (row) => <PolicyStatusBadge {...row} />,
    width: 100,
    early: true,
    sortable: false,
  },
  {
    id: 'priority',
    head: words.priority,
    value: (row) => messages.priorities[row.priority],
    width: 90,
    sortable: false,
  },
  { id: 'appliesTo', head: words.appliesTo, value: placesOf, width: 170, sortable: false },
  { id: 'hits', head: words.hits, value: (row) => row.hits, kind: 'figure', width: 110, sortable: false },
  {
    id: 'denials',
    head: words.denials,
    value: (row) => row.denials,
    kind: 'figure',
    width: 80,
    sortable: false,
  },
  {
    id: 'modified',
    head: words.modified,
    value: (row) => row.lastModified,
    cell: (row) => formatMoment(row.lastModified),
    width: 170,
    sortable: false,
  },
];

type PolicyTableProps = {
  list: ReturnType<typeof useRows<Policy, { rows: Policy[]; nextCursor: string | null; total?: number }>>;
  /** Whether any filter is set. */
  narrowed: boolean;
  onOpen: (policy: Policy) => void;
};

/** The policies of the workspace; a row opens its details. */
export function PolicyTable({ list, narrowed, onOpen }: PolicyTableProps) {
  return (
    <RowTable
      label={words.label}
      list={list}
      failure={words.failure}
      columns={columns}
      rowId={(row) => row.id}
      totalRows={list.head?.total}
      maxHeight="24rem"
      onOpenRow={onOpen}
      empty={
        <EmptyState
          icon={<Scale aria-hidden />}
          title={narrowed ? words.noMatch : words.none}
          text={narrowed ? words.noMatchText : words.noneText}
        />
      }
    />
  );
}
