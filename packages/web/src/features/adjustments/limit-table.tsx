import { paymentLimitsQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { PaymentLimit } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';

const money = (pick: (row: PaymentLimit) => string | null) => ({
  value: pick,
  cell: (row: PaymentLimit) => formatMoney(pick(row), { currency: row.currency }),
  kind: 'figure' as const,
  sortable: false,
});

const columns: readonly TableColumn<PaymentLimit>[] = [
  {
    id: 'payee',
    head: 'Payee',
    value: (row) => row.participantName,
    width: 180,
    grow: true,
    sortable: false,
  },
  { id: 'minimum', head: 'At least', width: 130, early: true, ...money((row) => row.minimum) },
  { id: 'maximum', head: 'At most', width: 130, early: true, ...money((row) => row.maximum) },
  { id: 'currency', head: 'Currency', value: (row) => row.currency, width: 90, sortable: false },
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
];

/** The least and the most a payment of each payee may be, on the days on which that holds. */
export function LimitTable() {
  const list = useRows(paymentLimitsQuery());
  return (
    <RowTable
      label="Payment limits"
      list={list}
      failure="The payment limits could not be loaded"
      columns={columns}
      rowId={(row) => `${row.participantId} ${row.currency} ${row.from}`}
      maxHeight={restUnderTabs}
      empty={
        <EmptyState
          title="No limits"
          text="A limit says what one payment of somebody is at least and at most. Import a file of payment limits: participant, currency, from, and at least, at most, or both."
        />
      }
    />
  );
}
