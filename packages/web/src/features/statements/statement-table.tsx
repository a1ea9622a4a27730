import { useNavigate } from '@tanstack/react-router';
import { statementsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
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
import { messages } from './table-messages.ts';

/** With the days of the period. */
export const columns: readonly TableColumn<StatementRow>[] = [
  {
    id: 'participant',
    head: messages.participant,
    value: (row) => row.participantName,
    nameId: { head: messages.participantId, value: (row) => row.participantId },
    width: 200,
    grow: true,
    sortable: false,
  },
  {
    id: 'period',
    head: messages.period,
    value: (row) => row.period.key,
    width: 88,
    early: true,
    sortable: false,
  },
  {
    id: 'total',
    head: messages.total,
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
    head: messages.status,
    value: (row) => payStatusLabel(row.status),
    cell: (row) => <PayStatus status={row.status} />,
    width: 200,
    early: true,
    sortable: false,
  },
  {
    id: 'changed',
    head: messages.change,
    value: (row) => row.earlier?.difference ?? '',
    cell: (row) =>
      row.earlier === null ? (
        '—'
      ) : (
        <span title={messages.version(row.version ?? '—', formatMoment(row.calculatedAt))}>
          {isNegative(row.earlier.difference) ? '' : '+'}
          {messages.since(
            formatMoney(row.earlier.difference, { currency: row.currency }),
            row.earlier.version,
          )}
        </span>
      ),
    kind: 'figure',
    width: 150,
    sortable: false,
  },
  {
    id: 'acknowledged',
    head: messages.acknowledged,
    value: (row) => row.acknowledgedAt ?? '',
    cell: (row) =>
      row.acknowledgedAt === null ? messages.notAcknowledged : formatMoment(row.acknowledgedAt),
    width: 180,
    sortable: false,
  },
  {
    id: 'plan',
    head: messages.plan,
    value: (row) => row.planName,
    width: 236,
    sortable: false,
    nameId: { head: messages.planId, value: (row) => row.planId },
  },
  { id: 'id', head: messages.id, value: (row) => row.participantId, width: 110, sortable: false },
  {
    id: 'days',
    head: messages.days,
    value: (row) => row.period.from,
    cell: (row) => `${formatDay(row.period.from)} – ${formatDay(row.period.to)}`,
    width: 210,
    sortable: false,
  },
];

/** Without what is the same in every row of one's own statements; the period names its days. */
const ownColumns = columns
  .filter(({ id }) => !['participant', 'id', 'days'].includes(id))
  .map((column) => (column.id === 'plan' ? { ...column, grow: true } : column));

/** Statements the user may read, newest period first; a row opens the statement. */
export function StatementTable({ filter, own }: { filter: StatementFilter; own: boolean }) {
  const navigate = useNavigate();
  const list = useRows(statementsQuery(filter));
  return (
    <RowTable
      viewed
      label={messages.label}
      list={list}
      failure={messages.failure}
      columns={own ? ownColumns : columns}
      rowId={(row) => `${row.runId} ${row.participantId}`}
      maxHeight={restOfPage}
      onOpenRow={(row) => void navigate(paths.statement(row.runId, row.participantId))}
      empty={
        filter.search ? (
          <EmptyState title={messages.noMatch} text={messages.noMatchText} />
        ) : (
          <EmptyState title={messages.none} text={own ? messages.noneOwn : messages.noneText} />
        )
      }
    />
  );
}
