import { useNavigate } from '@tanstack/react-router';
import { parallelRowsQuery } from '../../api/requests/close-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import { RowsExport } from '../../api/rows-export.tsx';
import type { ParallelRow } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './parallel-messages.ts';

const { table: words, states } = messages;

type Filter = Parameters<typeof parallelRowsQuery>[0];

const meanings: Record<ParallelRow['state'], Meaning> = {
  equal: 'ok',
  rounding: 'info',
  different: 'bad',
  'not-calculated': 'warn',
  'not-stated': 'warn',
};

function money(id: 'stated' | 'calculated' | 'difference', early: boolean): TableColumn<ParallelRow> {
  return {
    id,
    head: words[id],
    value: (row) => row[id],
    cell: (row) =>
      row.currency === null
        ? (row[id] ?? '—')
        : formatMoney(row[id], { currency: row.currency, signed: id === 'difference' }),
    kind: 'figure',
    width: 118,
    early,
    sortable: false,
  };
}

const columns: readonly TableColumn<ParallelRow>[] = [
  {
    id: 'payee',
    head: words.payee,
    value: (row) => row.participantName,
    nameId: { head: words.payeeId, value: (row) => row.participantId },
    width: 150,
    grow: true,
    sortable: false,
  },
  {
    id: 'plan',
    head: words.plan,
    value: (row) => row.planName ?? words.allPlans,
    nameId: { head: words.planId, value: (row) => (row.planName === null ? null : row.planId) },
    width: 170,
    sortable: false,
  },
  { id: 'period', head: words.period, value: (row) => row.period, width: 90, sortable: false },
  {
    id: 'component',
    head: words.component,
    value: (row) => row.componentName ?? words.allComponents,
    nameId: {
      head: words.componentId,
      value: (row) => (row.componentName === null ? null : row.componentId),
    },
    width: 130,
    sortable: false,
  },
  money('stated', false),
  money('calculated', false),
  money('difference', true),
  {
    id: 'state',
    head: messages.state,
    value: (row) => states[row.state],
    cell: (row) => <Badge meaning={meanings[row.state]}>{states[row.state]}</Badge>,
    width: 130,
    early: true,
    sortable: false,
  },
];

/** Stated next to calculated pay; a row opens the line or the calculation it was compared with. */
export function ParallelTable({ filter }: { filter: Filter }) {
  const navigate = useNavigate();
  const list = useRows(parallelRowsQuery(filter));
  return (
    <RowTable
      label={words.label}
      list={list}
      failure={messages.failure}
      columns={columns}
      rowId={(row) => [row.participantId, row.planName, row.componentName, row.period, row.state].join(' ')}
      maxHeight="32rem"
      onOpenRow={({ runId, componentId, participantId }) => {
        if (runId === null) return;
        if (componentId !== null) void navigate(paths.line({ runId, participantId, componentId }));
        else void navigate({ ...paths.run(runId), search: { search: participantId } });
      }}
      empty={<EmptyState title={words.noMatch} />}
    />
  );
}

export const parallelColumns: readonly TableColumn<ParallelRow>[] = [
  ...columns,
  { id: 'currency', head: words.currency, value: (row) => row.currency },
];

/** Export of all compared pay with this result. */
export function ParallelExport({ filter }: { filter: Filter }) {
  return (
    <RowsExport
      fileName={`parallel-run-${filter.month}`}
      list={parallelRowsQuery(filter)}
      columns={parallelColumns}
    />
  );
}
