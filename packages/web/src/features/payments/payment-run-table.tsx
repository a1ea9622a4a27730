import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PaymentRun } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';
import { PaymentStatus } from './payment-status.tsx';
import { isMixed, paidTotals, totalText } from './payment-totals.ts';

function togetherText(run: PaymentRun): string {
  if (run.reporting === null || !isMixed(run)) return '—';
  const { amount, currency } = run.reporting;
  return amount === null ? messages.runs.rateMissing : formatMoney(amount, { currency });
}

const columns: readonly TableColumn<PaymentRun>[] = [
  { id: 'period', head: messages.runs.period, value: (run) => run.period.key, width: 96 },
  {
    id: 'status',
    head: messages.runs.status,
    value: (run) => run.status,
    cell: (run) => <PaymentStatus run={run} />,
    width: 240,
    early: true,
  },
  {
    id: 'version',
    head: messages.runs.version,
    value: (run) => run.version,
    cell: (run) => (run.version === null ? '—' : `v${run.version}`),
    kind: 'figure',
    width: 84,
  },
  {
    id: 'payees',
    head: messages.runs.label,
    value: (run) => run.paymentCount,
    cell: (run) => formatCount(run.paymentCount),
    kind: 'figure',
    width: 96,
  },
  {
    id: 'total',
    head: messages.runs.total,
    value: (run) => paidTotals(run)[0]?.amount,
    cell: totalText,
    kind: 'figure',
    width: 180,
  },
  {
    id: 'reporting',
    head: messages.runs.together,
    value: (run) => (isMixed(run) ? run.reporting?.amount : undefined),
    cell: togetherText,
    kind: 'figure',
    width: 120,
  },
  { id: 'by', head: messages.runs.by, value: (run) => run.made?.by, width: 112, grow: true },
  {
    id: 'at',
    head: messages.runs.at,
    value: (run) => run.createdAt,
    cell: (run) => formatMoment(run.createdAt),
    width: 160,
  },
];

/** Columns with content for these runs. Users who see only some people's pay get no totals. */
function columnsOf(runs: readonly PaymentRun[]) {
  const hasTotals = runs.length === 0 || runs.some(({ totals, paymentCount }) => totals ?? paymentCount);
  const mixed = runs.some(isMixed);
  return columns.filter(({ id }) =>
    id === 'reporting' ? mixed : hasTotals || (id !== 'total' && id !== 'payees'),
  );
}

export type PaymentRunTableProps = {
  runs: readonly PaymentRun[];
  loading: boolean;
  error?: ReactNode;
  empty: ReactNode;
};

/** Payment runs, newest first; a row opens its payments. */
export function PaymentRunTable(props: PaymentRunTableProps) {
  const navigate = useNavigate();
  return (
    <DataTable
      label={messages.runs.label}
      columns={columnsOf(props.runs)}
      rows={props.runs}
      rowId={(run) => run.id}
      loading={props.loading}
      error={props.error}
      empty={props.empty}
      maxHeight={restOfPage}
      onOpenRow={(run) => void navigate(paths.payments(run.id))}
    />
  );
}
