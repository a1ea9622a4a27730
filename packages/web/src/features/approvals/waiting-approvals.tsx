import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { waitingApprovalsQuery } from '../../api/requests/approval-queries.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { kindNames, messages } from './messages.ts';

/** The requests I can decide, with a link to each; nothing while there are none. */
export function WaitingApprovals() {
  const { data } = useQuery(waitingApprovalsQuery());
  if (!data || data.total === 0) return null;
  return (
    <Card title={messages.waiting} beside={<Badge>{data.total}</Badge>}>
      <ul className="divide-y">
        {data.rows.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Badge meaning="warn">{kindNames[request.kind]}</Badge>
            <span className="min-w-0 flex-1 basis-48">{messages.toDo(request)}</span>
            <Link
              {...paths.approval(request.id)}
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
