import { assignmentsQuery } from '../../api/queries.ts';
import { type ExportColumn, RowsExport } from '../../api/rows-export.tsx';
import type { Assignment, AssignmentFilter } from '../../api/shapes.ts';
import { messages } from './messages.ts';

export const assignmentColumns: readonly ExportColumn<Assignment>[] = [
  { head: messages.table.participant, value: (row) => row.participantName },
  { head: messages.table.participantId, value: (row) => row.participantId },
  { head: messages.table.plan, value: (row) => row.planName },
  { head: messages.table.planId, value: (row) => row.planId },
  { head: messages.table.from, value: (row) => row.from },
  { head: messages.table.to, value: (row) => row.to },
];

/** The assignments as filtered. */
export function AssignmentsExport({ filter }: { filter: AssignmentFilter }) {
  return <RowsExport fileName="assignments" list={assignmentsQuery(filter)} columns={assignmentColumns} />;
}
