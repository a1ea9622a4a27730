import { tasksQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { HumanTask } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import {
  dueIn,
  priorityMeaning,
  priorityWords,
  recipientWords,
  taskKinds,
  taskStatus,
} from './task-words.ts';

const columns: readonly TableColumn<HumanTask>[] = [
  { id: 'title', head: 'Task', value: (row) => row.title, width: 230, grow: true, sortable: false },
  {
    id: 'due',
    head: 'Due',
    value: (row) => row.dueAt,
    cell: (row) => <Due task={row} />,
    width: 150,
    sortable: false,
  },
  {
    id: 'kind',
    head: 'Asks for',
    value: (row) => taskKinds[row.type] ?? row.type,
    width: 120,
    sortable: false,
  },
  { id: 'workflow', head: 'Workflow', value: (row) => row.workflowName, width: 180, sortable: false },
  {
    id: 'priority',
    head: 'Priority',
    value: (row) => row.priority,
    cell: (row) => <Badge meaning={priorityMeaning[row.priority]}>{priorityWords(row.priority)}</Badge>,
    width: 100,
    sortable: false,
  },
  {
    id: 'whose',
    head: 'For',
    value: (row) => recipientWords(row),
    width: 160,
    sortable: false,
  },
  {
    id: 'standing',
    head: 'Status',
    value: (row) => row.status,
    cell: (row) => <Badge meaning={taskStatus[row.status].meaning}>{taskStatus[row.status].label}</Badge>,
    width: 110,
    sortable: false,
  },
];

/** When it is due; late is said in words beside the moment. */
function Due({ task }: { task: HumanTask }) {
  const { words, late } = dueIn(task, Date.now());
  return (
    <span title={formatMoment(task.dueAt)} className={late ? 'text-bad-text' : undefined}>
      {words}
    </span>
  );
}

/** Tasks for people; opening one leads to what has to be decided. */
export function TaskTable({ open, onOpen }: { open: boolean; onOpen: (task: HumanTask) => void }) {
  const list = useRows(tasksQuery(open ? 'open' : 'done'));
  return (
    <RowTable
      label={open ? 'Open tasks' : 'Past tasks'}
      list={list}
      failure="The tasks could not be loaded"
      columns={columns}
      rowId={(row) => row.id}
      onOpenRow={onOpen}
      maxHeight="70dvh"
      empty={
        open ? (
          <EmptyState title="No open tasks" text="Approvals and requests assigned to you appear here." />
        ) : (
          <EmptyState title="No past tasks" text="Completed, expired and withdrawn tasks appear here." />
        )
      }
    />
  );
}
