import { drawsQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Draw } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';
import { NoAdjustments } from './no-adjustments.tsx';

const money = (pick: (row: Draw) => string) => ({
  value: pick,
  cell: (row: Draw) => formatMoney(pick(row), { currency: row.currency }),
  kind: 'figure' as const,
  sortable: false,
});

const columns: readonly TableColumn<Draw>[] = [
  {
    id: 'payee',
    head: messages.draws.payee,
    value: (row) => row.participantName,
    width: 180,
    grow: true,
    sortable: false,
  },
  {
    id: 'kind',
    head: messages.draws.kind,
    value: (row) => row.kind,
    cell: (row) => (row.kind === 'recoverable' ? messages.draws.recoverable : messages.draws.guarantee),
    width: 120,
    sortable: false,
  },
  {
    id: 'amount',
    head: messages.draws.amount,
    value: (row) => row.amount,
    cell: (row) => messages.draw.amountPer(formatMoney(row.amount, { currency: row.currency }), row.per),
    kind: 'figure',
    width: 170,
    sortable: false,
  },
  {
    id: 'from',
    head: messages.draws.from,
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 120,
    sortable: false,
  },
  {
    id: 'to',
    head: messages.draws.to,
    value: (row) => row.to,
    cell: (row) => (row.to ? formatDay(row.to) : messages.draws.noEnd),
    width: 120,
    sortable: false,
  },
  { id: 'advanced', head: messages.draws.advanced, width: 120, ...money((row) => row.advanced) },
  { id: 'recovered', head: messages.draws.recovered, width: 120, ...money((row) => row.recovered) },
  { id: 'balance', head: messages.draws.balance, width: 120, early: true, ...money((row) => row.balance) },
];

/** Draws with advanced and recovered amounts; a row opens the draw. */
export function DrawTable({ onOpen }: { onOpen?: (draw: Draw) => void }) {
  const list = useRows(drawsQuery());
  return (
    <RowTable
      label={messages.draws.label}
      list={list}
      failure={messages.draws.failure}
      columns={columns}
      rowId={(row) => row.id}
      maxHeight={restUnderTabs}
      onOpenRow={onOpen}
      empty={<NoAdjustments title={messages.draws.none} how={messages.draws.noneText} />}
    />
  );
}
