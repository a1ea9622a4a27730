import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { Failed } from '../../api/loaded.tsx';
import { openDealsQuery } from '../../api/requests/standing-queries.ts';
import type { OpenDeals as Answer } from '../../api/shapes.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const { open: words } = messages.home;

type OpenDeal = Answer['rows'][number];

const columnsOf = (currency: string): readonly TableColumn<OpenDeal>[] => [
  { id: 'name', head: words.name, value: (row) => row.name ?? row.id, width: 180, grow: true },
  { id: 'stage', head: words.stage, value: (row) => row.stage, width: 116 },
  {
    id: 'expected',
    head: words.expected,
    value: (row) => row.expectedOn,
    cell: (row) => (row.expectedOn ? formatDay(row.expectedOn) : '—'),
    width: 124,
  },
  {
    id: 'amount',
    head: words.amount,
    value: (row) => row.amount,
    cell: (row) => formatMoney(row.amount, { currency: row.currency }),
    kind: 'figure',
    width: 124,
  },
  {
    id: 'adds',
    head: words.adds,
    value: (row) => row.adds,
    cell: (row) => <span className="font-medium">{formatMoney(row.adds, { currency })}</span>,
    kind: 'figure',
    width: 124,
    early: true,
  },
  {
    id: 'why',
    head: words.why,
    value: (row) => row.message,
    cell: (row) => <span className="text-12 text-fg-2">{row.message || '—'}</span>,
    width: 320,
    early: true,
  },
];

/** A payee's open opportunities by what each would add to pay; nothing without any. */
export function OpenDeals(of: { planId: string; participantId: string; period: string }) {
  const query = useQuery(openDealsQuery(of));
  if (query.isLoadingError) return <Failed query={query} failure={words.failure} />;
  return query.data === undefined || query.data.total === 0 ? null : <OpenDealTable answer={query.data} />;
}

function OpenDealTable({ answer: { rows, total, period, currency } }: { answer: Answer }) {
  const isExplained = rows.some(({ message }) => message !== null);
  const columns = useMemo(
    () => columnsOf(currency).filter(({ id }) => isExplained || id !== 'why'),
    [currency, isExplained],
  );
  return (
    <Card
      flush
      title={words.title(period.key)}
      actions={
        <Link
          className="inline-flex items-center gap-1 text-12 text-primary-text hover:underline"
          {...paths.opportunities}
        >
          {words.all} <ArrowRight aria-hidden className="size-3.5" />
        </Link>
      }
      footer={
        <p className="text-12 text-fg-2">
          {words.help(period.key)} {rows.length < total ? words.largest(rows.length, total) : null}
        </p>
      }
    >
      <DataTable
        label={words.label}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        density="tall"
        totalRows={rows.length}
        maxHeight="18rem"
      />
    </Card>
  );
}
