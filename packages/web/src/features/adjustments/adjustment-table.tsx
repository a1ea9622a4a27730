import { adjustmentWords } from '@attain/domain/payments/ledger-words';
import { adjustmentsQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import { RowsExport } from '../../api/rows-export.tsx';
import type { Adjustment } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { adjustmentStates, messages } from './messages.ts';
import { NoAdjustments } from './no-adjustments.tsx';

const columns: readonly TableColumn<Adjustment>[] = [
  {
    id: 'payee',
    head: messages.adjustment.payee,
    value: (row) => row.participantName,
    nameId: { head: messages.adjustment.payeeId, value: (row) => row.participantId },
    width: 165,
    grow: true,
    sortable: false,
  },
  {
    id: 'amount',
    head: messages.adjustment.amount,
    value: (row) => row.amount,
    cell: (row) => formatMoney(row.amount, { currency: row.currency }),
    kind: 'figure',
    width: 120,
    early: true,
    sortable: false,
  },
  {
    id: 'status',
    head: messages.adjustment.status,
    value: (row) => adjustmentStates[row.status].label,
    cell: (row) => <StatusBadge status={row.status} />,
    width: 160,
    early: true,
    sortable: false,
  },
  {
    id: 'kind',
    head: messages.adjustment.kind,
    value: (row) => adjustmentWords[row.kind],
    width: 120,
    sortable: false,
  },
  {
    id: 'reason',
    head: messages.reason,
    value: (row) => row.reason,
    width: 190,
    grow: true,
    sortable: false,
  },
  {
    id: 'payments',
    head: messages.adjustment.payments,
    value: (row) => row.periodKey,
    width: 100,
    sortable: false,
  },
  {
    id: 'entered',
    head: messages.adjustment.entered,
    value: (row) => row.createdAt,
    cell: (row) => formatMoment(row.createdAt),
    width: 155,
    sortable: false,
  },
];

/** Columns that only files have. */
const further = [
  { head: messages.adjustment.currency, value: (row: Adjustment) => row.currency },
  { head: messages.adjustment.countsAs, value: (row: Adjustment) => row.countsAs },
  { head: messages.adjustment.deal, value: (row: Adjustment) => row.dealId },
  { head: messages.adjustment.payFrom, value: (row: Adjustment) => row.payFrom },
  { head: messages.override.line, value: (row: Adjustment) => row.line?.componentName },
  { head: messages.override.componentId, value: (row: Adjustment) => row.line?.componentId },
  { head: messages.adjustment.enteredBy, value: (row: Adjustment) => row.createdBy },
  { head: messages.adjustment.enteredByUser, value: (row: Adjustment) => row.creator },
  { head: messages.adjustment.id, value: (row: Adjustment) => row.id },
  { head: messages.adjustment.approvalId, value: (row: Adjustment) => row.approvalId },
  { head: messages.adjustment.importId, value: (row: Adjustment) => row.importId },
];

export const adjustmentColumns = [...columns, ...further];

/** Export of all adjustments the reader may see, with their approval requests. */
export function AdjustmentsExport() {
  return <RowsExport fileName="adjustments" list={adjustmentsQuery()} columns={adjustmentColumns} />;
}

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
      empty={
        <NoAdjustments
          title={messages.entered.none}
          how={messages.entered.noneText}
          needs="request:adjustments"
        />
      }
    />
  );
}
