import { paymentLimitsQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { PaymentLimit } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';
import { NoAdjustments } from './no-adjustments.tsx';

const money = (pick: (row: PaymentLimit) => string | null) => ({
  value: pick,
  cell: (row: PaymentLimit) => formatMoney(pick(row), { currency: row.currency }),
  kind: 'figure' as const,
  sortable: false,
});

const columns: readonly TableColumn<PaymentLimit>[] = [
  {
    id: 'payee',
    head: messages.limits.payee,
    value: (row) => row.participantName,
    width: 180,
    grow: true,
    sortable: false,
  },
  { id: 'minimum', head: messages.limits.minimum, width: 130, early: true, ...money((row) => row.minimum) },
  { id: 'maximum', head: messages.limits.maximum, width: 130, early: true, ...money((row) => row.maximum) },
  {
    id: 'currency',
    head: messages.limits.currency,
    value: (row) => row.currency,
    width: 90,
    sortable: false,
  },
  {
    id: 'from',
    head: messages.limits.from,
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 120,
    sortable: false,
  },
  {
    id: 'to',
    head: messages.limits.to,
    value: (row) => row.to,
    cell: (row) => (row.to ? formatDay(row.to) : messages.limits.noEnd),
    width: 120,
    sortable: false,
  },
];

/** Payment limits by payee, with their dates. */
export function LimitTable() {
  const list = useRows(paymentLimitsQuery());
  return (
    <RowTable
      label={messages.limits.label}
      list={list}
      failure={messages.limits.failure}
      columns={columns}
      rowId={(row) => `${row.participantId} ${row.currency} ${row.from}`}
      maxHeight={restUnderTabs}
      empty={<NoAdjustments title={messages.limits.none} how={messages.limits.noneText} />}
    />
  );
}
