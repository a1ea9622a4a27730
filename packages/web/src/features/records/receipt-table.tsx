import { receiptsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import { RowsExport } from '../../api/rows-export.tsx';
import type { ReceiptFilter, ReceiptRow } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restUnderTabs } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';

const { receipts: words } = messages;

const columns: readonly TableColumn<ReceiptRow>[] = [
  { id: 'id', head: words.payment, value: (row) => row.id, width: 170, grow: true, sortable: false },
  { id: 'deal', head: words.deal, value: (row) => row.dealId, width: 170, sortable: false },
  {
    id: 'customer',
    head: words.customer,
    value: (row) => row.customer,
    cell: (row) => row.customer ?? '—',
    width: 190,
    sortable: false,
  },
  {
    id: 'date',
    head: words.date,
    value: (row) => row.date,
    cell: (row) => formatDay(row.date),
    width: 125,
    sortable: false,
  },
  {
    id: 'amount',
    head: words.amount,
    value: (row) => row.amount,
    cell: (row) => formatMoney(row.amount, { currency: row.currency }),
    kind: 'figure',
    width: 130,
    early: true,
    sortable: false,
  },
  {
    id: 'paid',
    head: words.dealPaid,
    value: (row) => row.dealPaid,
    cell: (row) => paidOf(row),
    kind: 'figure',
    width: 220,
    sortable: false,
  },
];

/** What customers paid for deals, newest first. */
export function ReceiptTable({
  filter,
  onOpen,
}: {
  filter: ReceiptFilter;
  onOpen: (dealId: string) => void;
}) {
  const list = useRows(receiptsQuery(filter));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <RowTable
      viewed
      label={words.label}
      list={list}
      failure={words.failure}
      columns={columns}
      rowId={(row) => row.id}
      onOpenRow={(row) => onOpen(row.dealId)}
      maxHeight={restUnderTabs}
      empty={
        isFiltered ? (
          <EmptyState title={words.noMatch} text={words.noMatchText} />
        ) : (
          <EmptyState title={words.none} text={words.noneText} />
        )
      }
    />
  );
}

/** The customer payments as filtered, with currency and the deal's amount. */
export function ReceiptExport({ filter }: { filter: ReceiptFilter }) {
  return <RowsExport fileName="customer-payments" list={receiptsQuery(filter)} columns={receiptColumns} />;
}

export const receiptColumns: readonly TableColumn<ReceiptRow>[] = [
  ...columns,
  { id: 'currency', head: words.currency, value: (row) => row.currency },
  { id: 'deal-amount', head: words.dealAmount, value: (row) => row.dealAmount, kind: 'figure' },
];

/** What the customer of one deal paid; nothing before the first payment. */
export function DealReceipts({ dealId }: { dealId: string }) {
  const list = useRows(receiptsQuery({ dealId }));
  const [newest] = list.rows;
  if (newest === undefined) return null;
  return (
    <section aria-label={words.label} className="flex flex-col gap-2">
      <h3 className="font-semibold">{words.label}</h3>
      <p className="tabular-nums">{words.paid(paidOf(newest))}</p>
      <ul className="rounded-lg border">
        {list.rows.map((row) => (
          <li
            key={row.id}
            className="flex items-baseline justify-between gap-4 border-b px-3 py-1.5 last:border-b-0"
          >
            <span className="min-w-0 break-words text-fg-2">
              {formatDay(row.date)} · {row.id}
            </span>
            <span className="figures">{formatMoney(row.amount, { currency: row.currency })}</span>
          </li>
        ))}
      </ul>
      {list.complete ? null : (
        <Button size="sm" busy={list.query.isFetchingNextPage} onClick={list.loadMore}>
          {words.more}
        </Button>
      )}
    </section>
  );
}

function paidOf({ dealPaid, dealAmount, currency }: ReceiptRow): string {
  const paid = formatMoney(dealPaid, { currency });
  return dealAmount === null ? paid : words.of(paid, formatMoney(dealAmount, { currency }));
}
