import { tasksQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { HumanTask } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import {
  dueIn,
  priorityMeaning,
  priorityWords,
  recipientWords,
  taskKinds,
  taskStatus,
} from './task-words.ts';

const columns: readonly TableColumn<HumanTask>[] = [
  {
    id: 'title',
    head: messages.table.task,
    value: (row) => row.title,
    width: 230,
    grow: true,
    sortable: false,
  },
  {
    id: 'due',
    head: messages.table.due,
    value: (row) => row.dueAt,
    cell: (row) => <Due task={row} />,
    width: 150,
    sortable: false,
  },
  {
    id: 'kind',
    head: messages.table.asksFor,
    value: (row) => taskKinds[row.type] ?? row.type,
    width: 120,
    sortable: false,
  },
  {
    id: 'workflow',
    head: messages.table.workflow,
    value: (row) => row.workflowName,
    width: 180,
    sortable: false,
  },
  {
    id: 'priority',
    head: messages.table.priority,
    value: (row) => row.priority,
    cell: (row) => <Badge meaning={priorityMeaning[row.priority]}>{priorityWords(row.priority)}</Badge>,
    width: 100,
    sortable: false,
  },
  {
    id: 'whose',
    head: messages.table.for,
    value: (row) => recipientWords(row),
    width: 160,
    sortable: false,
  },
  {
    id: 'status',
    head: messages.table.status,
    value: (row) => row.status,
    cell: (row) => <Badge meaning={taskStatus[row.status].meaning}>{taskStatus[row.status].label}</Badge>,
    width: 110,
    sortable: false,
  },
];

/** The due time; overdue tasks say so in words. */
function Due({ task }: { task: HumanTask }) {
  const { words, late } = dueIn(task, Date.now());
  return (
    <span title={formatMoment(task.dueAt)} className={late ? 'text-bad-text' : undefined}>
      {words}
    </span>
  );
}

export function TaskTable({ open, onOpen }: { open: boolean; onOpen: (task: HumanTask) => void }) {
  const list = useRows(tasksQuery(open ? 'open' : 'done'));
  return (
    <RowTable
      viewed
      label={open ? messages.table.open : messages.table.past}
      list={list}
      failure={messages.table.failure}
      columns={columns}
      rowId={(row) => row.id}
      onOpenRow={onOpen}
      maxHeight="70dvh"
      empty={
        open ? (
          <EmptyState title={messages.table.noneOpen} text={messages.table.noneOpenText} />
        ) : (
          <EmptyState title={messages.table.nonePast} text={messages.table.nonePastText} />
        )
      }
    />
  );
}
