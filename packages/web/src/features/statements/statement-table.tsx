import { useNavigate } from '@tanstack/react-router';
import { statementsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import { RowsExport } from '../../api/rows-export.tsx';
import type { StatementFilter, StatementRow } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { PayStatus, payStatusLabel } from './pay-status.tsx';

const columns: readonly TableColumn<StatementRow>[] = [
  {
    id: 'participant',
    head: 'Participant',
    value: (row) => row.participantName,
    width: 200,
    grow: true,
    sortable: false,
  },
  { id: 'period', head: 'Period', value: (row) => row.period.key, width: 88, early: true, sortable: false },
  {
    id: 'total',
    head: 'Total pay',
    value: (row) => row.total,
    cell: (row) => (
      <span className={isNegative(row.total) ? 'text-bad-text' : 'font-medium'}>
        {formatMoney(row.total, { currency: row.currency })}
      </span>
    ),
    kind: 'figure',
    width: 130,
    early: true,
    sortable: false,
  },
  {
    id: 'status',
    head: 'Status',
    value: (row) => payStatusLabel(row.status),
    cell: (row) => <PayStatus status={row.status} />,
    width: 200,
    early: true,
    sortable: false,
  },
  {
    id: 'changed',
    head: 'Change',
    value: (row) => row.earlier?.difference ?? '',
    cell: (row) =>
      row.earlier === null ? (
        '—'
      ) : (
        <span title={`Version ${row.version ?? '—'}, ${formatMoment(row.calculatedAt)}`}>
          {isNegative(row.earlier.difference) ? '' : '+'}
          {formatMoney(row.earlier.difference, { currency: row.currency })} since v{row.earlier.version}
        </span>
      ),
    kind: 'figure',
    width: 150,
    sortable: false,
  },
  { id: 'plan', head: 'Plan', value: (row) => row.planName, width: 236, sortable: false },
  { id: 'id', head: 'Id', value: (row) => row.participantId, width: 110, sortable: false },
  {
    id: 'days',
    head: 'Days',
    value: (row) => row.period.from,
    cell: (row) => `${formatDay(row.period.from)} – ${formatDay(row.period.to)}`,
    width: 210,
    sortable: false,
  },
];

type ExportColumn = Pick<TableColumn<StatementRow>, 'head' | 'value' | 'kind'>;
const from: ExportColumn = { head: 'From', value: (row) => row.period.from };
const to: ExportColumn = { head: 'To', value: (row) => row.period.to };

/** The list as a file: every statement it holds as it is narrowed now, in the currency each is paid in. */
export function StatementsExport({ filter }: { filter: StatementFilter }) {
  const exported = columns.flatMap<ExportColumn>((column) => (column.id === 'days' ? [from, to] : [column]));
  exported.push({ head: 'Currency', value: (row) => row.currency });
  return <RowsExport fileName="statements" list={statementsQuery(filter)} columns={exported} />;
}

/** Statements one may read, newest period first; a row opens it. */
export function StatementTable({ filter, own }: { filter: StatementFilter; own: boolean }) {
  const navigate = useNavigate();
  const list = useRows(statementsQuery(filter));
  return (
    <RowTable
      label="Statements"
      list={list}
      failure="The statements could not be loaded"
      columns={columns}
      rowId={(row) => `${row.runId} ${row.participantId}`}
      maxHeight={restOfPage}
      onOpenRow={(row) => void navigate(paths.statement(row.runId, row.participantId))}
      empty={
        filter.search ? (
          <EmptyState title="Nobody matches" text="Clear the search to see all statements." />
        ) : (
          <EmptyState
            title="No statements yet"
            text={
              own
                ? 'Your first statement appears here as soon as your pay was calculated.'
                : 'Calculate a period in Payout Calculation; every payee then has a statement here.'
            }
          />
        )
      }
    />
  );
}
