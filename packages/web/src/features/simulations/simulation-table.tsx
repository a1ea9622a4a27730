import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Failed } from '../../api/loaded.tsx';
import { simulationsQuery } from '../../api/requests/simulation-queries.ts';
import type { Simulation } from '../../api/shapes.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatPercent } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { kindWords, shortOutcomeText, statusWords } from './simulation-words.ts';

const columns: readonly TableColumn<Simulation>[] = [
  { id: 'plan', head: 'Plan', value: (one) => one.draft.name, width: 204, grow: true },
  { id: 'kind', head: 'Kind', value: (one) => kindWords[one.kind].name, width: 100 },
  {
    ...{ id: 'status', head: 'Status', width: 108 },
    value: (one) => one.status,
    cell: (one) => (
      <Badge meaning={statusWords[one.status].meaning}>
        {statusWords[one.status].name}
        {one.status === 'running' && one.progress.total
          ? `, ${formatPercent(String(one.progress.done / one.progress.total), 0)}`
          : ''}
      </Badge>
    ),
  },
  {
    ...{ id: 'result', head: 'Result', width: 172, early: true },
    value: (one) => (one.status === 'completed' ? shortOutcomeText(one) : (one.error ?? '')),
  },
  { id: 'span', head: 'Days', value: (one) => spanText(one), width: 192 },
  { id: 'by', head: 'Started by', value: (one) => one.createdBy, width: 150 },
  {
    ...{ id: 'at', head: 'Started', width: 150 },
    value: (one) => one.createdAt,
    cell: (one) => formatMoment(one.createdAt),
  },
];

/** The days a simulation looks at, as they are written. */
export const spanText = ({ span }: Simulation) => `${formatDay(span.from)} – ${formatDay(span.to)}`;

/** Simulations, newest first; a row opens its result. */
export function SimulationTable({ planId }: { planId?: string }) {
  const navigate = useNavigate();
  const simulations = useQuery(simulationsQuery({ planId }));
  return (
    <DataTable
      label="Simulations"
      columns={columns}
      rows={simulations.data?.rows ?? []}
      rowId={(one) => one.id}
      loading={simulations.isPending}
      error={
        simulations.isError && !simulations.data ? (
          <Failed query={simulations} failure="The simulations could not be loaded" />
        ) : undefined
      }
      maxHeight={restOfPage}
      onOpenRow={(one) => void navigate(paths.simulation(one.id))}
      empty={
        <EmptyState
          title="No simulations yet"
          text="A replay says what a plan would have paid in the months that are over; Monte Carlo says what it could pay."
        />
      }
    />
  );
}
