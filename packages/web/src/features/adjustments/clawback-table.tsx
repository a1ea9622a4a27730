import { clawbacksQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Clawback } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';
import { NoAdjustments } from './no-adjustments.tsx';

const columns: readonly TableColumn<Clawback>[] = [
  {
    id: 'payee',
    head: messages.clawbacks.payee,
    value: (row) => row.participantName,
    width: 120,
    grow: true,
    sortable: false,
  },
  {
    id: 'deal',
    head: messages.clawbacks.deal,
    value: (row) => row.dealId ?? messages.clawbacks.wholeLine,
    width: 112,
    sortable: false,
  },
  {
    id: 'component',
    head: messages.clawbacks.component,
    value: (row) => row.componentName,
    width: 104,
    sortable: false,
  },
  {
    id: 'period',
    head: messages.clawbacks.period,
    value: (row) => row.periodKey,
    width: 80,
    sortable: false,
  },
  {
    id: 'earned',
    head: messages.clawbacks.earned,
    value: (row) => row.earned,
    cell: (row) => formatMoney(row.earned, { currency: row.currency }),
    kind: 'figure',
    width: 100,
    sortable: false,
  },
  {
    id: 'amount',
    head: messages.clawbacks.amount,
    value: (row) => row.amount,
    cell: (row) => formatMoney(row.amount, { currency: row.currency }),
    kind: 'figure',
    width: 108,
    early: true,
    sortable: false,
  },
  {
    id: 'formula',
    head: messages.clawbacks.formula,
    value: (row) => row.formula,
    width: 178,
    sortable: false,
  },
  {
    id: 'on',
    head: messages.clawbacks.date,
    value: (row) => row.decidedOn,
    cell: (row) => formatDay(row.decidedOn),
    width: 108,
    sortable: false,
  },
  {
    id: 'reason',
    head: messages.clawbacks.reason,
    value: (row) => row.reason,
    // rows don't open, so the reason wraps to two lines
    cell: (row) => (
      <span title={row.reason} className="line-clamp-2 text-12 whitespace-normal">
        {row.reason}
      </span>
    ),
    width: 170,
    sortable: false,
  },
];

/** Clawbacks, newest first. */
export function ClawbackTable() {
  const list = useRows(clawbacksQuery());
  return (
    <RowTable
      label={messages.clawbacks.label}
      list={list}
      failure={messages.clawbacks.failure}
      columns={columns}
      rowId={(row) => row.id}
      density="tall"
      maxHeight={restUnderTabs}
      empty={<NoAdjustments title={messages.clawbacks.none} how={messages.clawbacks.noneText} />}
    />
  );
}
