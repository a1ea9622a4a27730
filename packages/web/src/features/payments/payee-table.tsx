import { payeesQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { PaymentRow } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatMoney } from '../../base/format-money.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const amount = (pick: (row: PaymentRow) => string, zero = '—') => ({
  value: pick,
  cell: (row: PaymentRow) =>
    Number(pick(row)) === 0 ? (
      zero
    ) : (
      <span className={isNegative(pick(row)) ? 'text-bad-text' : undefined}>
        {formatMoney(pick(row), { currency: row.currency })}
      </span>
    ),
  kind: 'figure' as const,
  sortable: false,
});

const columns = (isPaid: boolean): readonly TableColumn<PaymentRow>[] => [
  {
    id: 'name',
    head: messages.payees.payee,
    value: (row) => row.participantName,
    width: 180,
    grow: true,
    sortable: false,
  },
  { id: 'earned', head: messages.payees.earned, width: 120, ...amount((row) => row.earned) },
  { id: 'held', head: messages.payees.held, width: 110, ...amount((row) => row.closing.held) },
  { id: 'draw', head: messages.payees.draw, width: 120, ...amount((row) => row.closing.draw) },
  { id: 'carried', head: messages.payees.carried, width: 110, ...amount((row) => row.closing.carried) },
  {
    id: 'prior',
    head: messages.payees.prior,
    value: (row) => row.priorCount,
    cell: (row) => (row.priorCount === 0 ? '—' : messages.payees.recalculated(row.priorCount)),
    width: 130,
    sortable: false,
  },
  {
    id: 'paid',
    head: isPaid ? messages.payees.paid : messages.payees.due,
    value: (row) => row.paid.amount,
    cell: (row) => (
      <span className="font-medium">{formatMoney(row.paid.amount, { currency: row.paid.currency })}</span>
    ),
    kind: 'figure',
    width: 130,
    early: true,
    sortable: false,
  },
];

const [dueColumns, paidColumns] = [columns(false), columns(true)];

export type PayeeTableProps = {
  runId: string;
  isPaid: boolean;
  search?: string;
  onOpen: (row: PaymentRow) => void;
};

/** Payees of a run with what each is paid; a row opens its ledger. */
export function PayeeTable({ runId, isPaid, search, onOpen }: PayeeTableProps) {
  const list = useRows(payeesQuery({ runId, search }));
  return (
    <RowTable
      viewed
      label={messages.payees.label}
      list={list}
      failure={messages.payees.failure}
      columns={isPaid ? paidColumns : dueColumns}
      rowId={(row) => `${row.participantId} ${row.currency}`}
      maxHeight="60dvh"
      onOpenRow={onOpen}
      empty={
        search ? (
          <EmptyState title={messages.payees.noMatch} text={messages.payees.noMatchText} />
        ) : (
          <EmptyState title={messages.payees.none} text={messages.payees.noneText} />
        )
      }
    />
  );
}
