import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Failed } from '../../api/loaded.tsx';
import { agentListQuery } from '../../api/requests/agent-queries.ts';
import { useDebounced } from '../../base/use-debounced.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { SearchField } from '../../ui/toolbar.tsx';
import { messages } from './messages.ts';

export type AgentListProps = {
  current: string;
  link: (agent: { id: string; name: string }, isCurrent: boolean) => ReactNode;
};

/** All agents of the workspace; one opens in the form next to the list. */
export function AgentList({ current, link }: AgentListProps) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim());
  const list = useQuery({
    ...agentListQuery({ search: wanted || undefined }),
    placeholderData: (before) => before,
  });
  const rows = list.data?.rows ?? [];
  return (
    <Card flush title={messages.list.title} beside={list.data ? <Badge>{list.data.total}</Badge> : null}>
      <div className="border-b px-3 pb-3">
        <SearchField
          wide
          label={messages.list.search}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {list.isPending ? (
        <div className="p-3">
          <SkeletonText lines={4} />
        </div>
      ) : list.isError && rows.length === 0 ? (
        <Failed query={list} failure={messages.list.failure} />
      ) : rows.length === 0 ? (
        <p className="p-3 text-fg-3">{wanted ? messages.list.noMatch : messages.list.none}</p>
      ) : (
        <ul aria-label={messages.list.title} className="max-h-[60vh] divide-y overflow-y-auto">
          {rows.map((one) => (
            <li key={one.id} className="flex min-h-9 items-center gap-2 px-3 py-1.5">
              <span className="min-w-0 flex-1 truncate">{link(one, one.id === current)}</span>
              {one.isActive ? null : <Badge>{messages.list.off}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
