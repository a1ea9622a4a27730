import { useMemo } from 'react';
import { payeesQuery } from '../../api/requests/payment-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { PaymentRow } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatAmounts, formatMoney } from '../../base/format-money.ts';
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

type Sums = NonNullable<ReturnType<typeof usePayees>['head']>;
const usePayees = (filter: Pick<PayeeTableProps, 'runId' | 'search'>) => useRows(payeesQuery(filter));

/** Sums by currency as text, without zeros. */
const sumText = (amounts: Sums['sums']['paid'] = []) =>
  formatAmounts(amounts.filter(({ amount }) => Number(amount) !== 0)) || '—';

const columns = (isPaid: boolean, head: Sums | undefined): readonly TableColumn<PaymentRow>[] => [
  {
    id: 'name',
    head: messages.payees.payee,
    value: (row) => row.participantName,
    width: 180,
    grow: true,
    sortable: false,
    footer: head && messages.payees.sum(head.total),
  },
  {
    id: 'earned',
    head: messages.payees.earned,
    width: 130,
    ...amount((row) => row.earned),
    footer: sumText(head?.sums.earned),
  },
  {
    id: 'held',
    head: messages.payees.held,
    width: 110,
    ...amount((row) => row.closing.held),
    footer: sumText(head?.sums.held),
  },
  {
    id: 'draw',
    head: messages.payees.draw,
    width: 120,
    ...amount((row) => row.closing.draw),
    footer: sumText(head?.sums.draw),
  },
  {
    id: 'carried',
    head: messages.payees.carried,
    width: 110,
    ...amount((row) => row.closing.carried),
    footer: sumText(head?.sums.carried),
  },
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
    width: 140,
    early: true,
    sortable: false,
    footer: sumText(head?.sums.paid),
  },
  ...(head?.against == null
    ? []
    : [
        {
          id: 'previous',
          head: messages.payees.before(head.against),
          value: (row: PaymentRow) => row.previous?.amount,
          cell: (row: PaymentRow) =>
            row.previous === null
              ? '—'
              : formatMoney(row.previous.amount, { currency: row.previous.currency }),
          kind: 'figure' as const,
          width: 140,
          sortable: false,
          footer: sumText(head.sums.previous),
        },
      ]),
];

export type PayeeTableProps = {
  runId: string;
  isPaid: boolean;
  search?: string;
  onOpen: (row: PaymentRow) => void;
};

/** Payees of a run with what each is paid; a row opens its ledger. */
export function PayeeTable({ runId, isPaid, search, onOpen }: PayeeTableProps) {
  const list = usePayees({ runId, search });
  const shown = useMemo(() => columns(isPaid, list.head), [isPaid, list.head]);
  return (
    <RowTable
      viewed
      label={messages.payees.label}
      list={list}
      failure={messages.payees.failure}
      columns={shown}
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
