import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { workflowTagsQuery } from '../../../api/requests/workflow-queries.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { messages } from './messages.ts';

/** Tags of a workflow, typed or taken from those in use. */
export function TagsDialog({
  workflow: { id, name, tags },
  onClose,
}: {
  workflow: { id: string; name: string; tags: readonly string[] };
  onClose: () => void;
}) {
  const formId = useId();
  const known = useQuery(workflowTagsQuery());
  const [typed, setTyped] = useState(tags.join(', '));
  const save = useAct({
    act: client.workflows.setTags,
    changes: [keys.workflows, keys.audit],
    failure: null,
    onDone: onClose,
  });
  const wanted = tagsIn(typed);
  const has = (tag: string) => wanted.some((one) => one.toLowerCase() === tag.toLowerCase());
  const others = (known.data?.rows ?? []).filter(({ tag }) => !has(tag));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ id, tags: wanted });
  };
  return (
    <ActDialog
      act={save}
      title={messages.tags.title(name)}
      description={messages.tags.description}
      label={messages.tags.label}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label={messages.tags.field} hint={messages.tags.hint}>
          <Input value={typed} maxLength={1_000} onChange={({ target }) => setTyped(target.value)} />
        </Field>
        {others.length === 0 ? null : (
          <ul aria-label={messages.tags.known} className="flex flex-wrap gap-1.5">
            {others.map(({ tag }) => (
              <li key={tag}>
                <Button
                  size="sm"
                  icon={<Plus aria-hidden />}
                  onClick={() => setTyped([...wanted, tag].join(', '))}
                >
                  {tag}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </form>
    </ActDialog>
  );
}

function tagsIn(typed: string): string[] {
  return typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
