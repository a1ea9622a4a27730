import { WORKFLOW_LIMITS } from '@attain/domain/workflows/workflow';
import { type FormEvent, lazy, Suspense, useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { keys } from '../../../api/keys.ts';
import { useMay } from '../../../api/me.ts';
import { useAct } from '../../../api/use-act.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { type Problem, ProblemList } from '../../../ui/states/problem-list.tsx';
import { createImported } from './create-imported.ts';
import { messages } from './messages.ts';
import { type ReadWorkflow, readWorkflowText } from './read-workflow-text.ts';

const N8nReport = lazy(async () => ({ default: (await import('./n8n-report.tsx')).N8nReport }));

/** Largest file whose request stays below the server's limit. */
const maxBytes = WORKFLOW_LIMITS.bytes - 1_000;

/** Creates an empty workflow, or one from an exported document of Attain or n8n, which is read but never executed. */
export function NewWorkflowDialog({
  onCreated,
  onClose,
}: {
  onCreated: (id: string) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const [name, setName] = useState('');
  const [read, setRead] = useState<ReadWorkflow & { ok: true }>();
  const [withTriggers, setWithTriggers] = useState(true);
  const mayPublish = useMay('publish:workflows');
  const [faults, setFaults] = useState<readonly Problem[]>([]);
  const [tried, setTried] = useState(false);
  const create = useAct({
    act: createImported,
    changes: [keys.workflows, keys.workflowTriggers, keys.audit],
    failure: null,
    onDone: ({ id, failed }) => {
      if (failed.length > 0)
        toast({ title: messages.library.triggersFailed, text: failed.join(' '), meaning: 'warn' });
      onClose();
      onCreated(id);
    },
  });
  const takeFile = async (file: File | undefined, error: string | undefined) => {
    setRead(undefined);
    setFaults(error ? [{ rule: '', path: '', message: error }] : []);
    if (!file) return;
    const found = await readWorkflowText(file.name, await file.text());
    if (!found.ok) return setFaults(found.problems);
    setRead(found);
    setName((own) => own || found.workflow.name);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const triggers = (mayPublish && withTriggers && read?.n8n?.triggers) || [];
    if (name.trim() !== '') create.mutate({ name: name.trim(), document: read?.workflow, triggers });
  };
  return (
    <ActDialog
      act={create}
      size={read?.n8n ? 'lg' : 'md'}
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
            read
              ? messages.library.startsFrom(read.workflow.name, read.workflow.nodes.length)
              : messages.library.fromFile
          }
          hint={messages.library.fileHint}
          endings={['.json']}
          maxBytes={maxBytes}
          onFiles={(taken, rejected) => void takeFile(taken[0], rejected[0]?.message)}
        />
        <ProblemList problems={faults} title={messages.library.problem} />
        {read?.n8n ? (
          <Suspense fallback={null}>
            <N8nReport
              made={read.n8n}
              triggers={mayPublish ? withTriggers : undefined}
              onTriggers={setWithTriggers}
            />
          </Suspense>
        ) : null}
      </form>
    </ActDialog>
  );
}
