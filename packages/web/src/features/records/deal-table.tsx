import { dealsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Deal, DealFilter } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal, sentenceCase } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn, TableSort } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';

const columns: readonly TableColumn<Deal>[] = [
  { id: 'id', head: messages.deals.deal, value: (deal) => deal.id, width: 140, sortable: false },
  {
    id: 'date',
    head: messages.deals.date,
    value: (deal) => deal.date,
    cell: (deal) => formatDay(deal.date),
    width: 116,
  },
  {
    id: 'participant',
    head: messages.deals.participant,
    value: (deal) => deal.participantName,
    cell: (deal) => (
      <span className="inline-flex max-w-full items-center gap-1.5">
        <span className="truncate">{deal.participantName}</span>
        {deal.splits.length > 1 ? <Badge>{messages.deals.split(deal.splits.length)}</Badge> : null}
      </span>
    ),
    width: 170,
    sortable: false,
  },
  {
    id: 'amount',
    head: messages.deals.amount,
    value: (deal) => deal.amount,
    cell: (deal) => (
      <span className={isNegative(deal.amount) ? 'text-bad-text' : undefined}>
        {dealAmount(deal, 'currency')}
      </span>
    ),
    kind: 'figure',
    width: 130,
    early: true,
  },
  {
    id: 'customer',
    head: messages.deals.customer,
    value: (deal) => deal.customer,
    width: 160,
    grow: true,
    sortable: false,
  },
  { id: 'product', head: messages.deals.product, value: (deal) => deal.product, width: 150, sortable: false },
  {
    id: 'territory',
    head: messages.deals.territory,
    value: (deal) => deal.territory,
    width: 150,
    sortable: false,
  },
  {
    id: 'kind',
    head: messages.deals.type,
    width: 84,
    sortable: false,
    value: (deal) => deal.kind,
    cell: (deal) => sentenceCase(deal.kind),
  },
];

/** A deal's amount in its currency or unit, with all its decimals or those of the currency. */
export function dealAmount(
  deal: Pick<Deal, 'amount' | 'currency' | 'unit'>,
  decimals: 'exact' | 'currency' = 'exact',
): string {
  if (deal.currency) return formatMoney(deal.amount, { currency: deal.currency, decimals });
  return deal.unit === '$' ? formatDecimal(deal.amount) : `${formatDecimal(deal.amount)} ${deal.unit}`;
}

export type DealTableProps = {
  filter: DealFilter;
  onSort: (sort: DealFilter['sort']) => void;
  onOpen: (deal: Deal) => void;
};

export function DealTable({ filter, onSort, onOpen }: DealTableProps) {
  const list = useRows(dealsQuery(filter));
  const sort: TableSort = {
    column: (filter.sort ?? '-date').replace('-', ''),
    descending: (filter.sort ?? '-date').startsWith('-'),
  };
  return (
    <RowTable
      viewed
      label={messages.deals.label}
      list={list}
      failure={messages.deals.failure}
      columns={columns}
      rowId={(deal) => deal.id}
      totalRows={list.head?.total}
      maxHeight={restUnderTabs}
      sort={sort}
      onSortChange={(next) =>
        onSort(next ? (`${next.descending ? '-' : ''}${next.column}` as DealFilter['sort']) : undefined)
      }
      onOpenRow={onOpen}
      empty={
        filter.search || filter.from || filter.to || (filter.kind && filter.kind !== 'sale') ? (
          <EmptyState title={messages.deals.noMatch} text={messages.deals.noMatchText} />
        ) : (
          <EmptyState title={messages.deals.none} text={messages.deals.noneText} />
        )
      }
    />
  );
}
