import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Run } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { formatCount } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { RunBadges } from './run-badges.tsx';
import { runMessages } from './run-messages.ts';

const columns: readonly TableColumn<Run>[] = [
  { id: 'plan', head: runMessages.runs.plan, value: (run) => run.planName, width: 200, grow: true },
  { id: 'period', head: runMessages.runs.period, value: (run) => run.period.key, width: 88, early: true },
  {
    id: 'version',
    head: runMessages.runs.version,
    value: (run) => run.version,
    cell: (run) => (run.version === null ? '—' : `v${run.version}`),
    kind: 'figure',
    width: 84,
  },
  {
    id: 'status',
    head: runMessages.runs.status,
    value: (run) => run.status,
    cell: (run) => <RunBadges run={run} />,
    width: 224,
  },
  {
    id: 'payees',
    head: runMessages.runs.payees,
    value: (run) => run.participantCount,
    cell: (run) => formatCount(run.participantCount),
    kind: 'figure',
    width: 80,
  },
  {
    id: 'deals',
    head: runMessages.runs.deals,
    value: (run) => run.dealCount,
    cell: (run) => formatCount(run.dealCount),
    kind: 'figure',
    width: 80,
  },
  {
    id: 'total',
    head: runMessages.runs.total,
    value: (run) => run.total,
    cell: (run) => formatMoney(run.total, { currency: run.currency }),
    kind: 'figure',
    width: 130,
    early: true,
  },
  {
    id: 'at',
    head: runMessages.runs.started,
    value: (run) => run.createdAt,
    cell: (run) => formatMoment(run.createdAt),
    width: 160,
  },
];

export type RunTableProps = {
  runs: readonly Run[];
  loading: boolean;
  error?: ReactNode;
  empty: ReactNode;
  maxHeight?: string;
};

/** Calculations, newest first; a row opens the calculation. */
export function RunTable({ runs, loading, error, empty, maxHeight }: RunTableProps) {
  const navigate = useNavigate();
  return (
    <DataTable
      label={runMessages.runs.label}
      columns={columns}
      rows={runs}
      rowId={(run) => run.id}
      loading={loading}
      error={error}
      empty={empty}
      maxHeight={maxHeight ?? restOfPage}
      onOpenRow={(run) => void navigate(paths.run(run.id))}
    />
  );
}
