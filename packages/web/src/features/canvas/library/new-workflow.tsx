import { WORKFLOW_LIMITS, type Workflow } from '@attain/domain/workflows/workflow';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { type Problem, ProblemList } from '../../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';
import { readWorkflowText } from './read-workflow-text.ts';

/** Largest file whose request stays below the server's limit. */
const maxBytes = WORKFLOW_LIMITS.bytes - 1_000;

/** Creates an empty workflow, or one from an exported document, which is read but never executed. */
export function NewWorkflowDialog({
  onCreated,
  onClose,
}: {
  onCreated: (id: string) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const [name, setName] = useState('');
  const [document, setDocument] = useState<Workflow>();
  const [faults, setFaults] = useState<readonly Problem[]>([]);
  const [tried, setTried] = useState(false);
  const create = useAct({
    act: client.workflows.create,
    changes: [keys.workflows, keys.audit],
    failure: null,
    onDone: ({ id }) => {
      onClose();
      onCreated(id);
    },
  });
  const takeFile = async (file: File | undefined, error: string | undefined) => {
    setDocument(undefined);
    setFaults(error ? [{ rule: '', path: '', message: error }] : []);
    if (!file) return;
    const read = readWorkflowText(file.name, await file.text());
    if (!read.ok) return setFaults(read.problems);
    setDocument(read.workflow);
    setName((own) => own || read.workflow.name);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '') create.mutate({ name: name.trim(), document });
  };
  return (
    <ActDialog
      act={create}
      title={messages.library.newTitle}
      description={messages.library.newDescription}
      label={messages.library.create}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={messages.library.name}
          required
          error={tried && !name.trim() ? messages.library.nameMissing : undefined}
        >
          <Input value={name} maxLength={200} onChange={({ target }) => setName(target.value)} />
        </Field>
        <FileDrop
          label={
            document
              ? messages.library.startsFrom(document.name, document.nodes.length)
              : messages.library.fromFile
          }
          hint={messages.library.fileHint}
          endings={['.json']}
          maxBytes={maxBytes}
          onFiles={(taken, rejected) => void takeFile(taken[0], rejected[0]?.message)}
        />
        <ProblemList problems={faults} title={messages.library.problem} />
      </form>
    </ActDialog>
  );
}
