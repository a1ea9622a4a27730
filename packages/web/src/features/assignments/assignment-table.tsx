import { assignmentsQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Assignment, AssignmentFilter } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatDay } from '../../base/format-date.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';

const columns: readonly TableColumn<Assignment>[] = [
  {
    id: 'participant',
    head: 'Participant',
    value: (row) => row.participantName,
    width: 220,
    grow: true,
    sortable: false,
  },
  { id: 'id', head: 'Id', value: (row) => row.participantId, width: 120, sortable: false },
  { id: 'plan', head: 'Plan', value: (row) => row.planName, width: 260, sortable: false },
  {
    id: 'from',
    head: 'From',
    value: (row) => row.from,
    cell: (row) => formatDay(row.from),
    width: 130,
    sortable: false,
  },
  {
    id: 'to',
    head: 'To',
    value: (row) => row.to,
    cell: (row) => (row.to ? formatDay(row.to) : 'open'),
    width: 130,
    sortable: false,
  },
];

/** Names one row: the same person can be on a plan in several spans. */
const assignmentId = (row: Assignment) => `${row.planId} ${row.participantId} ${row.from}`;

/** The same row in words, as a checkbox says it. */
const assignmentName = (row: Assignment) =>
  `${row.participantName}, ${row.planName}, from ${formatDay(row.from)}`;

export type AssignmentTableProps = {
  filter: AssignmentFilter;
  selected?: ReadonlyMap<string, Assignment>;
  onSelectedChange?: (selected: ReadonlyMap<string, Assignment>) => void;
};

/** Who is paid by which plan, with dates. */
export function AssignmentTable({ filter, selected, onSelectedChange }: AssignmentTableProps) {
  const list = useRows(assignmentsQuery(filter));
  return (
    <RowTable
      label="Assignments"
      list={list}
      failure="The assignments could not be loaded"
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
          <EmptyState title="Nobody matches" text="Clear the filter, or assign participants to this plan." />
        ) : (
          <EmptyState
            title="Nobody is on a plan yet"
            text="Assign everybody or chosen participants; only who is assigned is paid."
          />
        )
      }
    />
  );
}
