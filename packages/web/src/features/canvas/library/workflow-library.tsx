import { useQuery } from '@tanstack/react-query';
import { Plus, Workflow } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { workflowListQuery, workflowTagsQuery } from '../../../api/requests/workflow-queries.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { useAddressText } from '../../../base/use-address-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FilterSelect } from '../../../ui/fields/filter-select.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SearchField, Toolbar } from '../../../ui/toolbar.tsx';
import { messages } from './messages.ts';
import { NewWorkflowDialog } from './new-workflow.tsx';
import { WorkflowMenu } from './workflow-menu.tsx';

export type LibraryFilter = { search?: string | undefined; tag?: string | undefined };

export type WorkflowLibraryProps = {
  /** As the address has it. */
  filter: LibraryFilter;
  onFilter: (filter: LibraryFilter) => void;
  /** Link to the canvas of a workflow. */
  link: (workflow: { id: string; name: string }) => ReactNode;
  onCreated: (id: string) => void;
};

/** All workflows of the workspace, and a button to create one. */
export function WorkflowLibrary({ filter, onFilter, link, onCreated }: WorkflowLibraryProps) {
  const [text, setText] = useAddressText(filter.search, (search) => onFilter({ search }));
  const [making, setMaking] = useState(false);
  const { search: wanted, tag } = filter;
  const list = useQuery(workflowListQuery({ search: wanted, tag }));
  const tags = useQuery(workflowTagsQuery());
  const options = (tags.data?.rows ?? []).map((one) => ({ value: one.tag, label: one.tag }));
  const mayEdit = useMay('edit:workflows');
  const create = mayEdit ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
      {messages.library.newTitle}
    </Button>
  ) : null;
  return (
    <div className="flex flex-col gap-3">
      <Toolbar label={messages.library.find} end={create}>
        <SearchField
          label={messages.library.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {options.length === 0 && tag === undefined ? null : (
          <FilterSelect
            label={messages.tags.field}
            value={tag}
            all={messages.tags.all}
            options={options}
            onChange={(next) => onFilter({ tag: next })}
          />
        )}
      </Toolbar>
      <Loaded query={list} failure={messages.library.failure}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Card>
              <EmptyState
                icon={<Workflow aria-hidden />}
                title={wanted || tag ? messages.library.noMatch : messages.library.none}
                text={wanted || tag ? undefined : messages.library.noneText}
              />
            </Card>
          ) : (
            <ul aria-label={messages.library.label} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {rows.map((one) => (
                <li key={one.id}>
                  <Card>
                    <div className="flex flex-col gap-1">
                      <div className="flex items-start justify-between gap-2">
                        <p className="min-w-0 font-medium">{link(one)}</p>
                        <WorkflowMenu workflow={one} onCreated={onCreated} />
                      </div>
                      <p className="line-clamp-2 min-h-5 text-12 text-fg-2">{one.description}</p>
                      {one.tags.length === 0 ? null : (
                        <p className="flex flex-wrap gap-1.5">
                          {one.tags.map((tag) => (
                            <Badge key={tag} meaning="info">
                              {tag}
                            </Badge>
                          ))}
                        </p>
                      )}
                      <p className="flex flex-wrap items-center gap-1.5 text-12 text-fg-2">
                        <Badge meaning={one.version > 0 ? 'ok' : 'neutral'}>
                          {one.version > 0
                            ? messages.library.version(one.version)
                            : messages.library.unpublished}
                        </Badge>
                        {one.version > 0 && one.draftDiffers ? (
                          <Badge meaning="warn">{messages.library.draftDiffers}</Badge>
                        ) : null}
                        {one.isActive ? null : <Badge>{messages.library.retired}</Badge>}
                        <span>
                          {messages.library.nodes(one.nodeCount)},{' '}
                          {messages.library.connections(one.edgeCount)}
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
