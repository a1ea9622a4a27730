import { newestStatus } from '@attain/domain/plans/plan-statuses';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PlanSummary } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { planTypeNames } from './words/plan-words.ts';

const columns: readonly TableColumn<PlanSummary>[] = [
  { id: 'name', head: 'Plan', value: (plan) => plan.name, width: 236, grow: true },
  { id: 'type', head: 'Type', value: (plan) => planTypeNames[plan.type], width: 150 },
  {
    id: 'status',
    head: 'Status',
    value: (plan) => plan.status,
    cell: (plan) => <PlanStatusBadges plan={plan} />,
    width: 130,
  },
  { id: 'components', head: 'Components', value: (plan) => plan.componentCount, kind: 'figure', width: 112 },
  {
    id: 'weight',
    head: 'Weight',
    value: (plan) => plan.totalWeight,
    cell: (plan) => `${plan.totalWeight}%`,
    kind: 'figure',
    width: 84,
  },
  {
    id: 'assigned',
    head: 'Assigned',
    value: (plan) => plan.assignedCount,
    cell: (plan) => formatCount(plan.assignedCount),
    kind: 'figure',
    width: 96,
  },
  { id: 'currency', head: 'Currency', value: (plan) => plan.currency, width: 92 },
  {
    id: 'updated',
    head: 'Changed',
    value: (plan) => plan.updatedAt,
    cell: (plan) => formatMoment(plan.updatedAt),
    width: 160,
  },
];

/** Which version pays and whether a newer draft waits. */
export function PlanStatusBadges({ plan }: { plan: Parameters<typeof newestStatus>[0] }) {
  const draftWaits = newestStatus(plan) === 'Draft';
  return (
    <span className="inline-flex gap-1">
      {plan.activeVersion !== null ? <Badge meaning="ok">Active v{plan.activeVersion}</Badge> : null}
      {draftWaits ? <Badge meaning="warn">Draft v{plan.version}</Badge> : null}
      {plan.activeVersion === null && !draftWaits ? <Badge>{plan.status}</Badge> : null}
    </span>
  );
}

export type PlanTableProps = {
  plans: readonly PlanSummary[];
  loading: boolean;
  error?: ReactNode;
  empty: ReactNode;
};

/** Every plan; a row opens its editor. */
export function PlanTable({ plans, loading, error, empty }: PlanTableProps) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Plans"
      columns={columns}
      rows={plans}
      rowId={(plan) => plan.id}
      loading={loading}
      error={error}
      empty={empty}
      maxHeight={restOfPage}
      onOpenRow={(plan) => void navigate(paths.plan(plan.id))}
    />
  );
}
