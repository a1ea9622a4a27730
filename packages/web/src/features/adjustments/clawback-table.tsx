import { clawbacksQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Clawback } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';

const columns: readonly TableColumn<Clawback>[] = [
  {
    id: 'payee',
    head: 'Payee',
    value: (row) => row.participantName,
    width: 120,
    grow: true,
    sortable: false,
  },
  { id: 'deal', head: 'Deal', value: (row) => row.dealId ?? 'The whole line', width: 112, sortable: false },
  { id: 'component', head: 'Component', value: (row) => row.componentName, width: 104, sortable: false },
  { id: 'period', head: 'Period', value: (row) => row.periodKey, width: 80, sortable: false },
  {
    id: 'earned',
    head: 'Earned',
    value: (row) => row.earned,
    cell: (row) => formatMoney(row.earned, { currency: row.currency }),
    kind: 'figure',
    width: 100,
    sortable: false,
  },
  {
    id: 'amount',
    head: 'Taken back',
    value: (row) => row.amount,
    cell: (row) => formatMoney(row.amount, { currency: row.currency }),
    kind: 'figure',
    width: 108,
    early: true,
    sortable: false,
  },
  { id: 'formula', head: 'How', value: (row) => row.formula, width: 178, sortable: false },
  {
    id: 'on',
    head: 'Decided for',
    value: (row) => row.decidedOn,
    cell: (row) => formatDay(row.decidedOn),
    width: 108,
    sortable: false,
  },
  {
    id: 'reason',
    head: 'Reason',
    value: (row) => row.reason,
    // nothing opens from here, so the reason has both lines of its row
    cell: (row) => (
      <span title={row.reason} className="line-clamp-2 text-12 whitespace-normal">
        {row.reason}
      </span>
    ),
    width: 170,
    sortable: false,
  },
];

/** What was taken back of lines that were paid, newest first. */
export function ClawbackTable() {
  const list = useRows(clawbacksQuery());
  return (
    <RowTable
      label="Clawbacks"
      list={list}
      failure="The clawbacks could not be loaded"
      columns={columns}
      rowId={(row) => row.id}
      density="tall"
      maxHeight={restUnderTabs}
      empty={
        <EmptyState
          title="Nothing was taken back"
          text="A clawback takes back what a line paid, or a deal in it earned, in full or by the months left."
        />
      }
    />
  );
}
