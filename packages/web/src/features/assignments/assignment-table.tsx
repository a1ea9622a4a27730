import { assignmentsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Assignment, AssignmentFilter } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';

const columns: readonly TableColumn<Assignment>[] = [
  {
    id: 'participant',
    head: messages.table.participant,
    value: (row) => row.participantName,
    width: 220,
    grow: true,
    sortable: false,
  },
  { id: 'id', head: messages.table.id, value: (row) => row.participantId, width: 120, sortable: false },
  { id: 'plan', head: messages.table.plan, value: (row) => row.planName, width: 260, sortable: false },
  {
    id: 'from',
    head: messages.table.from,
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 130,
    sortable: false,
  },
  {
    id: 'to',
    head: messages.table.to,
    value: (row) => row.to,
    cell: (row) => (row.to ? formatDay(row.to) : messages.table.noEnd),
    width: 130,
    sortable: false,
  },
];

/** Row key: a participant can be on the same plan more than once. */
const assignmentId = (row: Assignment) => `${row.planId} ${row.participantId} ${row.from}`;

/** Accessible name of the row's checkbox. */
const assignmentName = (row: Assignment) =>
  messages.table.row(row.participantName, row.planName, formatDay(row.from));

export type AssignmentTableProps = {
  filter: AssignmentFilter;
  selected?: ReadonlyMap<string, Assignment>;
  onSelectedChange?: (selected: ReadonlyMap<string, Assignment>) => void;
};

/** Assignments of participants to plans, with dates. */
export function AssignmentTable({ filter, selected, onSelectedChange }: AssignmentTableProps) {
  const list = useRows(assignmentsQuery(filter));
  return (
    <RowTable
      viewed
      label={messages.table.label}
      list={list}
      failure={messages.table.failure}
      columns={columns}
      rowId={assignmentId}
      rowName={assignmentName}
      maxHeight={restOfPage}
      selected={selected ? new Set(selected.keys()) : undefined}
      onSelectedChange={
        onSelectedChange &&
        ((ids) =>
          onSelectedChange(
            new Map(
              list.rows.filter((row) => ids.has(assignmentId(row))).map((row) => [assignmentId(row), row]),
            ),
          ))
      }
      empty={
        filter.search || filter.planId ? (
          <EmptyState title={messages.table.noMatch} text={messages.table.noMatchText} />
        ) : (
          <EmptyState title={messages.table.none} text={messages.table.noneText} />
        )
      }
    />
  );
}
