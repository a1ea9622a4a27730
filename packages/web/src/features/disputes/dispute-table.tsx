import { useMay } from '../../api/me.ts';
import { type DisputeFilter, disputesQuery } from '../../api/requests/dispute-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Dispute } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay, localDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { categoryNames, messages, stateOf } from './messages.ts';

const columns: readonly TableColumn<Dispute>[] = [
  {
    id: 'payee',
    head: messages.list.payee,
    value: (row) => row.participantName,
    width: 132,
    sortable: false,
  },
  {
    id: 'state',
    head: messages.list.state,
    value: (row) => stateOf(row).label,
    cell: (row) => <Badge meaning={stateOf(row).meaning}>{stateOf(row).label}</Badge>,
    width: 130,
    early: true,
    sortable: false,
  },
  {
    id: 'what',
    head: messages.list.what,
    value: (row) => `${row.componentName ?? row.planName}, ${row.periodKey}`,
    width: 176,
    grow: true,
    sortable: false,
  },
  {
    id: 'category',
    head: messages.list.category,
    value: (row) => categoryNames[row.category],
    width: 145,
    sortable: false,
  },
  {
    id: 'paid',
    head: messages.list.paid,
    value: (row) => row.paid,
    cell: (row) => formatMoney(row.paid, { currency: row.currency }),
    kind: 'figure',
    width: 98,
    sortable: false,
  },
  {
    id: 'expected',
    head: messages.list.expected,
    value: (row) => row.expected,
    cell: (row) => (row.expected === null ? '—' : formatMoney(row.expected, { currency: row.currency })),
    kind: 'figure',
    width: 98,
    sortable: false,
  },
  {
    id: 'assignee',
    head: messages.list.assignee,
    value: (row) => row.assigneeName ?? '—',
    cell: (row) => (
      <span className="flex items-center gap-1.5">
        <span className="truncate">{row.assigneeName ?? '—'}</span>
        {row.reviewerCalculated ? <Badge meaning="warn">{messages.ownCalculation}</Badge> : null}
      </span>
    ),
    width: 142,
    sortable: false,
  },
  {
    id: 'opened',
    head: messages.list.opened,
    value: (row) => row.createdAt,
    cell: (row) => formatDay(localDay(new Date(row.createdAt))),
    width: 112,
    sortable: false,
  },
];

type DisputeTableProps = {
  filter: DisputeFilter;
  onOpen: (dispute: Dispute) => void;
};

/** Disputes, newest first; a row opens the dispute. */
export function DisputeTable({ filter, onOpen }: DisputeTableProps) {
  const list = useRows(disputesQuery(filter));
  const mayResolve = useMay('resolve:disputes');
  return (
    <RowTable
      viewed
      label={messages.list.label}
      list={list}
      failure={messages.list.failure}
      columns={columns}
      rowId={(row) => row.id}
      maxHeight={restOfPage}
      onOpenRow={onOpen}
      empty={
        filter.search ? (
          <EmptyState title={messages.list.noMatch} text={messages.list.noMatchText} />
        ) : (
          <EmptyState
            title={messages.list.none}
            text={mayResolve ? messages.list.noneToReview : messages.list.noneText}
          />
        )
      }
    />
  );
}
