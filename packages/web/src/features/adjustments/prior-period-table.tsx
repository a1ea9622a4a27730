import { ledgerLinesQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { LedgerLine } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoney } from '../../base/format-money.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';

const money = (row: LedgerLine, amount: string | undefined) =>
  formatMoney(amount, { currency: row.currency });

const columns: readonly TableColumn<LedgerLine>[] = [
  {
    id: 'payee',
    head: 'Payee',
    value: (row) => row.participantName,
    width: 180,
    grow: true,
    sortable: false,
  },
  {
    id: 'period',
    head: 'Closed period',
    value: (row) => row.references.periodKey,
    width: 120,
    sortable: false,
  },
  {
    id: 'component',
    head: 'Component',
    value: (row) => row.references.componentId,
    width: 150,
    sortable: false,
  },
  {
    id: 'original',
    head: 'Original',
    value: (row) => row.references.original,
    cell: (row) => money(row, row.references.original),
    kind: 'figure',
    width: 130,
    sortable: false,
  },
  {
    id: 'recalculated',
    head: 'Recalculated',
    value: (row) => row.references.recalculated,
    cell: (row) => money(row, row.references.recalculated),
    kind: 'figure',
    width: 130,
    sortable: false,
  },
  {
    id: 'delta',
    head: 'Change',
    value: (row) => row.amount,
    cell: (row) => formatMoney(row.amount, { currency: row.currency, signed: true }),
    kind: 'figure',
    width: 130,
    early: true,
    sortable: false,
  },
];

/** What newer versions of closed periods change in one payment run, line by line. */
export function PriorPeriodTable({ runId, periodKey }: { runId: string; periodKey: string }) {
  const list = useRows(ledgerLinesQuery({ runId, kind: 'prior-period' }));
  return (
    <RowTable
      label={`Closed periods recalculated into ${periodKey}`}
      list={list}
      failure="The changes of closed periods could not be loaded"
      columns={columns}
      rowId={(row) => `${row.participantId} ${row.currency} ${row.seq}`}
      maxHeight={restUnderTabs}
      empty={
        <EmptyState
          title="No closed period changed"
          text="Calculate a closed period again, and what changes comes into the next payments line by line."
        />
      }
    />
  );
}
