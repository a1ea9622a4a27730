import type { WorkflowDetail } from '@attain/contract/workflows';
import type { WorkflowProblem } from '@attain/domain/workflows/connect';
import { useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../../ui/states/problem-list.tsx';
import { messages } from '../messages.ts';

export type PublishDialogProps = {
  workflow: WorkflowDetail;
  /** Problems that block publishing, shown before the request. */
  problems: readonly WorkflowProblem[];
  onProblem: (problem: WorkflowProblem) => void;
  /** Saves unsaved changes first; returns the stored draft, or null if saving failed. */
  save: () => Promise<WorkflowDetail | null>;
  /** Called instead of `onClose` after publishing. */
  onPublished: () => void;
  onClose: () => void;
};

/** Publishes the draft as an immutable version, with a note for its history. */
export function PublishDialog(props: PublishDialogProps) {
  const { workflow, problems, onProblem, save, onPublished, onClose } = props;
  const [note, setNote] = useState('');
  const publish = useAct({
    act: client.workflows.publish,
    changes: [keys.workflows, keys.audit],
    failure: null,
    onDone: (published) => {
      toast({ title: messages.publish.done(published.version), text: published.name, meaning: 'ok' });
      onPublished();
    },
  });
  const start = async () => {
    const saved = await save();
    if (saved) publish.mutate({ id: saved.id, documentHash: saved.documentHash, note: note.trim() });
  };
  return (
    <ActDialog
      act={publish}
      title={messages.publish.title(workflow.version + 1)}
      description={messages.publish.description}
      label={messages.publish.label}
      disabled={problems.length > 0}
      onAct={() => void start()}
      onClose={onClose}
    >
      <ProblemList
        problems={problems}
        title={
          problems.length === 1 ? messages.publish.oneProblem : messages.publish.problems(problems.length)
        }
        wayTo={(problem) => () => onProblem(problem)}
      />
      <Field label={messages.publish.note}>
        <Textarea value={note} maxLength={4000} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </ActDialog>
  );
}
