import { ledgerLinesQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { LedgerLine } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoney } from '../../base/format-money.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';

const money = (row: LedgerLine, amount: string | undefined) =>
  formatMoney(amount, { currency: row.currency });

const columns: readonly TableColumn<LedgerLine>[] = [
  {
    id: 'payee',
    head: messages.closed.payee,
    value: (row) => row.participantName,
    width: 180,
    grow: true,
    sortable: false,
  },
  {
    id: 'period',
    head: messages.closed.period,
    value: (row) => row.references.periodKey,
    width: 120,
    sortable: false,
  },
  {
    id: 'component',
    head: messages.closed.component,
    value: (row) => row.references.componentId,
    width: 150,
    sortable: false,
  },
  {
    id: 'original',
    head: messages.closed.original,
    value: (row) => row.references.original,
    cell: (row) => money(row, row.references.original),
    kind: 'figure',
    width: 130,
    sortable: false,
  },
  {
    id: 'recalculated',
    head: messages.closed.recalculated,
    value: (row) => row.references.recalculated,
    cell: (row) => money(row, row.references.recalculated),
    kind: 'figure',
    width: 130,
    sortable: false,
  },
  {
    id: 'delta',
    head: messages.closed.change,
    value: (row) => row.amount,
    cell: (row) => formatMoney(row.amount, { currency: row.currency, signed: true }),
    kind: 'figure',
    width: 130,
    early: true,
    sortable: false,
  },
];

/** Closed-period changes that are part of one payment run, line by line. */
export function PriorPeriodTable({ runId, periodKey }: { runId: string; periodKey: string }) {
  const list = useRows(ledgerLinesQuery({ runId, kind: 'prior-period' }));
  return (
    <RowTable
      label={messages.closed.label(periodKey)}
      list={list}
      failure={messages.closed.failure}
      columns={columns}
      rowId={(row) => `${row.participantId} ${row.currency} ${row.seq}`}
      maxHeight={restUnderTabs}
      empty={<EmptyState title={messages.closed.none} text={messages.closed.noneText} />}
    />
  );
}
