import { drawsQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Draw } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';

const money = (pick: (row: Draw) => string) => ({
  value: pick,
  cell: (row: Draw) => formatMoney(pick(row), { currency: row.currency }),
  kind: 'figure' as const,
  sortable: false,
});

const columns: readonly TableColumn<Draw>[] = [
  {
    id: 'payee',
    head: 'Payee',
    value: (row) => row.participantName,
    width: 180,
    grow: true,
    sortable: false,
  },
  {
    id: 'kind',
    head: 'Kind',
    value: (row) => row.kind,
    cell: (row) => (row.kind === 'recoverable' ? 'Recoverable' : 'Guarantee'),
    width: 120,
    sortable: false,
  },
  {
    id: 'amount',
    head: 'Draw',
    value: (row) => row.amount,
    cell: (row) => `${formatMoney(row.amount, { currency: row.currency })} a ${row.per}`,
    kind: 'figure',
    width: 170,
    sortable: false,
  },
  {
    id: 'from',
    head: 'From',
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 120,
    sortable: false,
  },
  {
    id: 'to',
    head: 'To',
    value: (row) => row.to,
    cell: (row) => (row.to ? formatDay(row.to) : 'open'),
    width: 120,
    sortable: false,
  },
  { id: 'advanced', head: 'Advanced', width: 120, ...money((row) => row.advanced) },
  { id: 'recovered', head: 'Recovered', width: 120, ...money((row) => row.recovered) },
  { id: 'balance', head: 'Balance', width: 120, early: true, ...money((row) => row.balance) },
];

/** Draws with what they have advanced and recovered; a row opens what can be done with it. */
export function DrawTable({ onOpen }: { onOpen?: (draw: Draw) => void }) {
  const list = useRows(drawsQuery());
  return (
    <RowTable
      label="Draws"
      list={list}
      failure="The draws could not be loaded"
      columns={columns}
      rowId={(row) => row.id}
      maxHeight={restUnderTabs}
      onOpenRow={onOpen}
      empty={
        <EmptyState
          title="No draws"
          text="A draw pays in advance of earnings: a guarantee, or recovered from later pay."
        />
      }
    />
  );
}
