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
import { messages } from './messages.ts';
import { kindWords, shortOutcomeText, statusWords } from './simulation-words.ts';

const columns: readonly TableColumn<Simulation>[] = [
  { id: 'plan', head: messages.table.plan, value: (one) => one.draft.name, width: 204, grow: true },
  { id: 'kind', head: messages.table.kind, value: (one) => kindWords[one.kind].name, width: 100 },
  {
    id: 'status',
    head: messages.table.status,
    width: 108,
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
    id: 'result',
    head: messages.table.result,
    width: 172,
    early: true,
    value: (one) => (one.status === 'completed' ? shortOutcomeText(one) : (one.error ?? '')),
  },
  { id: 'span', head: messages.table.days, value: (one) => spanText(one), width: 192 },
  { id: 'by', head: messages.table.by, value: (one) => one.createdBy, width: 150 },
  {
    id: 'at',
    head: messages.table.at,
    width: 150,
    value: (one) => one.createdAt,
    cell: (one) => formatMoment(one.createdAt),
  },
];

/** The dates of a simulation as text. */
export const spanText = ({ span }: Simulation) => `${formatDay(span.from)} – ${formatDay(span.to)}`;

/** Simulations, newest first; a row opens the simulation. */
export function SimulationTable({ planId }: { planId?: string }) {
  const navigate = useNavigate();
  const simulations = useQuery(simulationsQuery({ planId }));
  return (
    <DataTable
      viewed
      label={messages.table.label}
      columns={columns}
      rows={simulations.data?.rows ?? []}
      rowId={(one) => one.id}
      loading={simulations.isPending}
      error={
        simulations.isError && !simulations.data ? (
          <Failed query={simulations} failure={messages.table.failure} />
        ) : undefined
      }
      maxHeight={restOfPage}
      onOpenRow={(one) => void navigate(paths.simulation(one.id))}
      empty={<EmptyState title={messages.table.none} text={messages.table.noneText} />}
    />
  );
}
