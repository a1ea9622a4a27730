import type { NodeType } from '@attain/domain/workflows/nodes/node-type';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../../api/loaded.tsx';
import { workflowsUsingQuery } from '../../../api/requests/workflow-queries.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { messages as libraryMessages } from '../library/messages.ts';
import { messages } from '../messages.ts';

type NodeUsageProps = {
  type: NodeType;
  link: (workflow: { id: string; name: string }) => ReactNode;
};

/** The workflows whose draft uses a node type, by name. */
export function NodeUsage({ type, link }: NodeUsageProps) {
  const using = useQuery(workflowsUsingQuery(type.type));
  return (
    <Loaded query={using} failure={messages.nodes.usageFailure}>
      {({ rows, total }) =>
        rows.length === 0 ? (
          <EmptyState title={messages.nodes.unused} text={messages.nodes.unusedText(type.label)} />
        ) : (
          <>
            <ul className="divide-y">
              {rows.map(({ id, name, version, isActive }) => (
                <li key={id} className="flex flex-wrap items-center gap-2 py-2">
                  {link({ id, name })}
                  <span className="ms-auto flex gap-2">
                    {isActive ? null : <Badge>{libraryMessages.library.retired}</Badge>}
                    <Badge meaning={version > 0 ? 'ok' : 'neutral'}>
                      {version > 0
                        ? libraryMessages.library.version(version)
                        : libraryMessages.library.unpublished}
                    </Badge>
                  </span>
                </li>
              ))}
            </ul>
            {total !== undefined && total > rows.length ? (
              <p className="pt-2 text-12 text-fg-3">{messages.nodes.more(total - rows.length)}</p>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}
