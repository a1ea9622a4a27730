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
import { PaymentStatus } from './payment-status.tsx';

/** What is paid, currency by currency. */
export function totalText(run: PaymentRun): string {
  if (run.totals === null) return '—';
  return run.totals.map(({ currency, amount }) => formatMoney(amount, { currency })).join(' + ') || '—';
}

/** What is paid together in the workspace's currency, where anything is paid in another; null: nothing is to be said. */
export function reportingText({ reporting }: PaymentRun): string | null {
  if (reporting === null) return null;
  const { currency, amount, converted, missing } = reporting;
  if (amount === null) return missing.length === 1 ? 'a rate is missing' : 'rates are missing';
  return converted.length === 0 ? null : `${formatMoney(amount, { currency })} together`;
}

function isMixed({ reporting }: PaymentRun): boolean {
  return reporting !== null && reporting.converted.length + reporting.missing.length > 0;
}

function togetherText(run: PaymentRun): string {
  if (run.reporting === null || !isMixed(run)) return '—';
  const { amount, currency } = run.reporting;
  return amount === null ? 'A rate is missing' : formatMoney(amount, { currency });
}

const columns: readonly TableColumn<PaymentRun>[] = [
  { id: 'period', head: 'Period', value: (run) => run.period.key, width: 96 },
  {
    id: 'status',
    head: 'Status',
    value: (run) => run.status,
    cell: (run) => <PaymentStatus run={run} />,
    width: 240,
    early: true,
  },
  {
    id: 'version',
    head: 'Version',
    value: (run) => run.version,
    cell: (run) => (run.version === null ? '—' : `v${run.version}`),
    kind: 'figure',
    width: 84,
  },
  {
    id: 'payees',
    head: 'Payments',
    value: (run) => run.paymentCount,
    cell: (run) => formatCount(run.paymentCount),
    kind: 'figure',
    width: 96,
  },
  {
    id: 'total',
    head: 'To pay',
    value: (run) => run.totals?.[0]?.amount,
    cell: totalText,
    kind: 'figure',
    width: 180,
  },
  {
    id: 'reporting',
    head: 'Together',
    value: (run) => (isMixed(run) ? run.reporting?.amount : undefined),
    cell: togetherText,
    kind: 'figure',
    width: 120,
  },
  { id: 'by', head: 'Made by', value: (run) => run.made?.by, width: 112, grow: true },
  {
    id: 'at',
    head: 'Made',
    value: (run) => run.createdAt,
    cell: (run) => formatMoment(run.createdAt),
    width: 160,
  },
];

export type PaymentRunTableProps = {
  runs: readonly PaymentRun[];
  loading: boolean;
  error?: ReactNode;
  empty: ReactNode;
};

/** Payment runs, newest first; a row opens who is paid what. */
export function PaymentRunTable(props: PaymentRunTableProps) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Payments"
      columns={columns}
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
