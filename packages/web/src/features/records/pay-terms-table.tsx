import { payTermsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { PayTermRow } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatDecimal } from '../../base/format-number.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';

const { payTerms: words } = messages;

const money = (amount: string | null, { currency }: PayTermRow) =>
  currency === null
    ? formatMoney(amount, { currency: 'USD', currencyIn: 'head' })
    : formatMoney(amount, { currency });

const columns: readonly TableColumn<PayTermRow>[] = [
  {
    id: 'participant',
    head: words.participant,
    value: (row) => row.participantName,
    width: 200,
    grow: true,
    sortable: false,
  },
  { id: 'id', head: words.id, value: (row) => row.participantId, width: 110, sortable: false },
  {
    id: 'title',
    head: words.title,
    value: (row) => row.title,
    cell: (row) => row.title ?? '—',
    width: 180,
    sortable: false,
  },
  {
    id: 'from',
    head: words.from,
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 125,
    sortable: false,
  },
  {
    id: 'to',
    head: words.to,
    value: (row) => row.to,
    cell: (row) => (row.to ? formatDay(row.to) : words.open),
    width: 125,
    sortable: false,
  },
  {
    id: 'base',
    head: words.base,
    value: (row) => row.baseAnnual,
    cell: (row) => money(row.baseAnnual, row),
    kind: 'figure',
    width: 130,
    sortable: false,
  },
  {
    id: 'target',
    head: words.target,
    value: (row) => row.targetVariableAnnual,
    cell: (row) => money(row.targetVariableAnnual, row),
    kind: 'figure',
    width: 130,
    early: true,
    sortable: false,
  },
  {
    id: 'rate',
    head: words.rate,
    value: (row) => row.commissionRatePercent,
    cell: (row) =>
      row.commissionRatePercent === null ? '—' : `${formatDecimal(row.commissionRatePercent)}%`,
    kind: 'figure',
    width: 120,
    sortable: false,
  },
];

/** What is agreed with participants, with dates. */
export function PayTermTable({ search }: { search?: string | undefined }) {
  const list = useRows(payTermsQuery(search));
  return (
    <RowTable
      viewed
      label={words.label}
      list={list}
      failure={words.failure}
      columns={columns}
      rowId={(row) => `${row.participantId} ${row.from}`}
      maxHeight={restUnderTabs}
      empty={
        search ? (
          <EmptyState title={words.noMatch} text={words.noMatchText} />
        ) : (
          <EmptyState title={words.none} text={words.noneText} />
        )
      }
    />
  );
}
