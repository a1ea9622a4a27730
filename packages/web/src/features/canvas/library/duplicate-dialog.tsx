import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import type { CallContext } from '../../../api/send.ts';
import { useAct } from '../../../api/use-act.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { messages } from './messages.ts';

export type DuplicateDialogProps = {
  workflow: { id: string; name: string };
  onCreated: (id: string) => void;
  onClose: () => void;
};

/** Creates a workflow from the draft of another one, under a name of its own. */
export function DuplicateDialog({ workflow, onCreated, onClose }: DuplicateDialogProps) {
  const formId = useId();
  const [name, setName] = useState(messages.duplicate.nameOf(workflow.name).slice(0, 200));
  const missing = name.trim() === '';
  const duplicate = useAct({
    act: async (copy: { name: string }, options: { context: CallContext }) => {
      const { document } = await client.workflows.get({ id: workflow.id });
      return client.workflows.create({ name: copy.name, document }, options);
    },
    changes: [keys.workflows, keys.audit],
    failure: null,
    onDone: ({ id }) => {
      onClose();
      onCreated(id);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing) duplicate.mutate({ name: name.trim() });
  };
  return (
    <ActDialog
      act={duplicate}
      title={messages.duplicate.title(workflow.name)}
      description={messages.duplicate.description}
      label={messages.duplicate.label}
      formId={formId}
      disabled={missing}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label={messages.library.name}
          required
          error={missing ? messages.library.nameMissing : undefined}
        >
          <Input value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
        </Field>
      </form>
    </ActDialog>
  );
}
