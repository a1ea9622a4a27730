import { useQuery } from '@tanstack/react-query';
import { Plus, Workflow } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { workflowListQuery } from '../../../api/requests/workflow-queries.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { counted } from '../../../base/format-number.ts';
import { useDebounced } from '../../../base/use-debounced.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SearchField, Toolbar } from '../../../ui/toolbar.tsx';
import { NewWorkflowDialog } from './new-workflow.tsx';

export type WorkflowLibraryProps = {
  /** A link to the canvas of a workflow. */
  link: (workflow: { id: string; name: string }) => ReactNode;
  onCreated: (id: string) => void;
};

/** Every workflow of the workspace, to be opened on the canvas, and the way to a new one. */
export function WorkflowLibrary({ link, onCreated }: WorkflowLibraryProps) {
  const [search, setSearch] = useState('');
  const [making, setMaking] = useState(false);
  const wanted = useDebounced(search.trim());
  const list = useQuery(workflowListQuery(wanted || undefined));
  const mayEdit = useMay('edit:workflows');
  const create = mayEdit ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
      New workflow
    </Button>
  ) : null;
  return (
    <div className="flex flex-col gap-3">
      <Toolbar label="Find a workflow" end={create}>
        <SearchField
          label="Search workflows"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </Toolbar>
      <Loaded query={list} failure="The workflows could not be loaded">
        {({ rows }) =>
          rows.length === 0 ? (
            <Card>
              <EmptyState
                icon={<Workflow aria-hidden />}
                title={wanted ? 'No workflow is called so' : 'No workflow yet'}
                text={wanted ? undefined : 'Draw what an agent does, step by step, and watch it run.'}
              />
            </Card>
          ) : (
            <ul aria-label="Workflows" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {rows.map((one) => (
                <li key={one.id}>
                  <Card>
                    <div className="flex flex-col gap-1">
                      <p className="font-medium">{link(one)}</p>
                      <p className="line-clamp-2 min-h-5 text-12 text-fg-2">{one.description}</p>
                      <p className="flex flex-wrap items-center gap-1.5 text-12 text-fg-2">
                        <Badge meaning={one.version > 0 ? 'ok' : 'neutral'}>
                          {one.version > 0 ? `Version ${one.version}` : 'Not published'}
                        </Badge>
                        {one.version > 0 && one.draftDiffers ? (
                          <Badge meaning="warn">Draft differs</Badge>
                        ) : null}
                        {one.isActive ? null : <Badge>Retired</Badge>}
                        <span>
                          {counted(one.nodeCount, 'node')}, {counted(one.edgeCount, 'connection')}
                        </span>
                        <span className="ms-auto">{formatMoment(one.updatedAt)}</span>
                      </p>
                    </div>
                  </Card>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {making ? <NewWorkflowDialog onCreated={onCreated} onClose={() => setMaking(false)} /> : null}
    </div>
  );
}
