import { useQuery } from '@tanstack/react-query';
import { waitingApprovalsQuery } from '../../api/requests/approval-queries.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { kindNames, messages } from './messages.ts';
import { WaitingItem } from './waiting-item.tsx';

/** The requests I can decide, with a link to each; nothing while there are none. */
export function WaitingApprovals() {
  const { data } = useQuery(waitingApprovalsQuery());
  if (!data || data.total === 0) return null;
  return (
    <Card title={messages.waiting} beside={<Badge>{data.total}</Badge>}>
      <ul className="divide-y">
        {data.rows.map((request) => (
          <WaitingItem key={request.id} kind={kindNames[request.kind]} to={paths.approval(request.id)}>
            {messages.toDo(request)}
          </WaitingItem>
        ))}
      </ul>
    </Card>
  );
}
