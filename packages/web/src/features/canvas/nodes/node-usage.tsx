import type { NodeType } from '@attain/domain/workflows/nodes/node-type';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../../../api/loaded.tsx';
import { workflowsUsingQuery } from '../../../api/requests/workflow-queries.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';

type NodeUsageProps = {
  type: NodeType;
  /** Leads to a workflow. */
  link: (workflow: { id: string; name: string }) => ReactNode;
};

/** The workflows whose draft has such a node, by name. */
export function NodeUsage({ type, link }: NodeUsageProps) {
  const using = useQuery(workflowsUsingQuery(type.type));
  return (
    <Loaded query={using} failure="Where it is used could not be loaded">
      {({ rows, total }) =>
        rows.length === 0 ? (
          <EmptyState
            title="Not used yet"
            text={`No workflow of this workspace has a node “${type.label}”.`}
          />
        ) : (
          <>
            <ul className="divide-y">
              {rows.map(({ id, name, version, isActive }) => (
                <li key={id} className="flex flex-wrap items-center gap-2 py-2">
                  {link({ id, name })}
                  <span className="ms-auto flex gap-2">
                    {isActive ? null : <Badge>Retired</Badge>}
                    <Badge meaning={version > 0 ? 'ok' : 'neutral'}>
                      {version > 0 ? `Version ${version}` : 'Not published'}
                    </Badge>
                  </span>
                </li>
              ))}
            </ul>
            {total !== undefined && total > rows.length ? (
              <p className="pt-2 text-12 text-fg-3">and {total - rows.length} more</p>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}
