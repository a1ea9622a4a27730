import { adjustmentWords } from '@attain/domain/payments/ledger-words';
import { adjustmentsQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Adjustment } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { adjustmentStates, messages } from './messages.ts';

const columns: readonly TableColumn<Adjustment>[] = [
  {
    id: 'payee',
    head: messages.adjustment.payee,
    value: (row) => row.participantName,
    width: 180,
    grow: true,
    sortable: false,
  },
  {
    id: 'amount',
    head: messages.adjustment.amount,
    value: (row) => row.amount,
    cell: (row) => formatMoney(row.amount, { currency: row.currency }),
    kind: 'figure',
    width: 130,
    early: true,
    sortable: false,
  },
  {
    id: 'status',
    head: messages.adjustment.status,
    value: (row) => adjustmentStates[row.status].label,
    cell: (row) => <StatusBadge status={row.status} />,
    width: 170,
    early: true,
    sortable: false,
  },
  {
    id: 'kind',
    head: messages.adjustment.kind,
    value: (row) => adjustmentWords[row.kind],
    width: 130,
    sortable: false,
  },
  {
    id: 'reason',
    head: messages.reason,
    value: (row) => row.reason,
    width: 240,
    grow: true,
    sortable: false,
  },
  {
    id: 'payments',
    head: messages.adjustment.payments,
    value: (row) => row.periodKey,
    width: 110,
    sortable: false,
  },
  {
    id: 'entered',
    head: messages.adjustment.entered,
    value: (row) => row.createdAt,
    cell: (row) => formatMoment(row.createdAt),
    width: 180,
    sortable: false,
  },
];

/** Where an adjustment is on its way to a payment. */
export function StatusBadge({ status }: Pick<Adjustment, 'status'>) {
  const { label, meaning } = adjustmentStates[status];
  return <Badge meaning={meaning}>{label}</Badge>;
}

/** Adjustments, newest first; a row opens the adjustment. */
export function AdjustmentTable({ onOpen }: { onOpen: (adjustment: Adjustment) => void }) {
  const list = useRows(adjustmentsQuery());
  return (
    <RowTable
      label={messages.entered.label}
      list={list}
      failure={messages.entered.failure}
      columns={columns}
      rowId={(row) => row.id}
      maxHeight={restUnderTabs}
      onOpenRow={onOpen}
      empty={<EmptyState title={messages.entered.none} text={messages.entered.noneText} />}
    />
  );
}
