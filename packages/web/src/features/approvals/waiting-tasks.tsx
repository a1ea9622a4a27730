import { Link } from '@tanstack/react-router';
import { tasksQuery } from '../../api/queries.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { messages } from './messages.ts';
import { WaitingItem } from './waiting-item.tsx';

const shownAtOnce = 5;

/** Tasks of workflows that wait for me; they are completed in the Action Center. Nothing while there are none. */
export function WaitingTasks() {
  const { rows } = useRows(tasksQuery('open'));
  if (rows.length === 0) return null;
  return (
    <Card
      title={messages.tasks.title}
      actions={
        <Link className="text-12 text-primary-text hover:underline" to="/action-center">
          {messages.tasks.all}
        </Link>
      }
    >
      <ul className="divide-y">
        {rows.slice(0, shownAtOnce).map((task) => (
          <WaitingItem key={task.id} kind={messages.tasks.kind} to={paths.task(task.id)}>
            {task.title}
            <span className="block text-12 text-fg-2">
              {messages.tasks.about(task.workflowName, formatMoment(task.dueAt))}
            </span>
          </WaitingItem>
        ))}
      </ul>
    </Card>
  );
}
