import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { changedByAgents } from '../../../api/keys.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { templatesQuery } from '../../../api/requests/agent-queries.ts';
import type { AgentTemplate } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { useDebounced } from '../../../base/use-debounced.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SearchField } from '../../../ui/toolbar.tsx';
import { messages } from './messages.ts';

const words = messages.templates;
type TemplatesDialogProps = { onUse: (template: AgentTemplate) => void; onClose: () => void };

/** Templates to start an agent from. */
export function TemplatesDialog({ onUse, onClose }: TemplatesDialogProps) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim());
  const list = useQuery({ ...templatesQuery(wanted), placeholderData: (before) => before });
  const [removed, setRemoved] = useState<AgentTemplate>();
  if (removed) return <RemoveTemplate template={removed} onClose={() => setRemoved(undefined)} />;
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={words.title}
      description={words.description}
    >
      <div className="flex flex-col gap-2">
        <SearchField
          wide
          label={words.search}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Loaded query={list} failure={words.failure}>
          {({ rows, nextCursor }) =>
            rows.length === 0 ? (
              <EmptyState
                title={wanted ? words.noMatch : words.none}
                text={wanted ? undefined : words.noneText}
              />
            ) : (
              <>
                <ul aria-label={words.title} className="divide-y">
                  {rows.map((template) => (
                    <OneTemplate
                      key={template.id}
                      template={template}
                      onUse={() => onUse(template)}
                      onRemove={() => setRemoved(template)}
                    />
                  ))}
                </ul>
                {nextCursor === null ? null : <p className="text-12 text-fg-3">{words.first(rows.length)}</p>}
              </>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

type OneTemplateProps = { template: AgentTemplate; onUse: () => void; onRemove: () => void };

function OneTemplate({ template, onUse, onRemove }: OneTemplateProps) {
  const { name, description, category, industry, useCase, tags, isRecommended, popularity } = template;
  const facts = [category, industry, useCase, words.used(popularity)].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words font-medium">{name}</span>
          {isRecommended ? <Badge meaning="ok">{words.recommended}</Badge> : null}
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
        {description ? <p className="text-fg-2">{description}</p> : null}
        <p className="text-12 text-fg-3">{facts}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" aria-label={words.of(words.use, name)} onClick={onUse}>
          {words.use}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 aria-hidden />}
          aria-label={words.of(words.remove, name)}
          onClick={onRemove}
        >
          {words.remove}
        </Button>
      </div>
    </li>
  );
}

function RemoveTemplate({ template, onClose }: { template: AgentTemplate; onClose: () => void }) {
  const remove = useAct({
    act: client.agentTemplates.remove,
    changes: changedByAgents,
    failure: null,
    onDone: () => {
      toast({ title: words.removed, text: template.name, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      danger
      title={words.removeTitle(template.name)}
      act={remove}
      label={words.remove}
      onAct={() => remove.mutate({ id: template.id })}
      onClose={onClose}
    >
      <p className="text-fg-2">{words.removeText}</p>
    </ActDialog>
  );
}
