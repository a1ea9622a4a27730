import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { tasksQuery } from '../../api/queries.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { messages } from './messages.ts';

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
          <li key={task.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Badge meaning="warn">{messages.tasks.kind}</Badge>
            <span className="min-w-0 flex-1 basis-48">
              {task.title}
              <span className="block text-12 text-fg-2">
                {messages.tasks.about(task.workflowName, formatMoment(task.dueAt))}
              </span>
            </span>
            <Link
              {...paths.task(task.id)}
              className="inline-flex items-center gap-1 text-primary-text hover:underline"
            >
              {messages.review} <ArrowRight aria-hidden className="size-3.5" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
