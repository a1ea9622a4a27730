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
import { messages } from './messages.ts';
import { planTypeNames } from './words/plan-words.ts';

const columns: readonly TableColumn<PlanSummary>[] = [
  { id: 'name', head: messages.table.plan, value: (plan) => plan.name, width: 236, grow: true },
  { id: 'type', head: messages.table.type, value: (plan) => planTypeNames[plan.type], width: 150 },
  {
    id: 'status',
    head: messages.table.status,
    value: (plan) => plan.status,
    cell: (plan) => <PlanStatusBadges plan={plan} />,
    width: 130,
  },
  {
    id: 'components',
    head: messages.table.components,
    value: (plan) => plan.componentCount,
    kind: 'figure',
    width: 112,
  },
  {
    id: 'weight',
    head: messages.table.weight,
    value: (plan) => plan.totalWeight,
    cell: (plan) => `${plan.totalWeight}%`,
    kind: 'figure',
    width: 84,
  },
  {
    id: 'assigned',
    head: messages.table.assigned,
    value: (plan) => plan.assignedCount,
    cell: (plan) => formatCount(plan.assignedCount),
    kind: 'figure',
    width: 96,
  },
  { id: 'currency', head: messages.table.currency, value: (plan) => plan.currency, width: 92 },
  {
    id: 'updated',
    head: messages.table.updated,
    value: (plan) => plan.updatedAt,
    cell: (plan) => formatMoment(plan.updatedAt),
    width: 160,
  },
];

/** Badges for the active version and a newer draft. */
export function PlanStatusBadges({ plan }: { plan: Parameters<typeof newestStatus>[0] }) {
  const hasDraft = newestStatus(plan) === 'Draft';
  return (
    <span className="inline-flex gap-1">
      {plan.activeVersion !== null ? (
        <Badge meaning="ok">{messages.table.active(plan.activeVersion)}</Badge>
      ) : null}
      {hasDraft ? <Badge meaning="warn">{messages.table.draft(plan.version)}</Badge> : null}
      {plan.activeVersion === null && !hasDraft ? <Badge>{plan.status}</Badge> : null}
    </span>
  );
}

export type PlanTableProps = {
  plans: readonly PlanSummary[];
  loading: boolean;
  error?: ReactNode;
  empty: ReactNode;
};

/** All plans; a row opens the editor. */
export function PlanTable({ plans, loading, error, empty }: PlanTableProps) {
  const navigate = useNavigate();
  return (
    <DataTable
      viewed
      label={messages.table.label}
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
