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

export type PublishDialogProps = {
  workflow: WorkflowDetail;
  /** What keeps it from running, as the canvas counts it: said before, since nothing is published with it. */
  problems: readonly WorkflowProblem[];
  onProblem: (problem: WorkflowProblem) => void;
  /** Saves first when the draft was edited since; answers the stored one, or null when it could not be saved. */
  save: () => Promise<WorkflowDetail | null>;
  /** Comes instead of closing once it is published. */
  onPublished: () => void;
  onClose: () => void;
};

/** Publishes what stands on the canvas as a version that never changes, with a note for those who read the history. */
export function PublishDialog(props: PublishDialogProps) {
  const { workflow, problems, onProblem, save, onPublished, onClose } = props;
  const [note, setNote] = useState('');
  const publish = useAct({
    act: client.workflows.publish,
    changes: [keys.workflows, keys.audit],
    failure: null,
    onDone: (published) => {
      toast({ title: `Version ${published.version} is published`, text: published.name, meaning: 'ok' });
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
      title={`Publish version ${workflow.version + 1}`}
      description="A version never changes. New runs start on the newest one; runs that are under way keep theirs."
      label="Publish"
      disabled={problems.length > 0}
      onAct={() => void start()}
      onClose={onClose}
    >
      <ProblemList
        problems={problems}
        title={
          problems.length === 1
            ? '1 problem keeps it from being published'
            : `${problems.length} problems keep it from being published`
        }
        wayTo={(problem) => () => onProblem(problem)}
      />
      <Field label="What changed">
        <Textarea value={note} maxLength={4000} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </ActDialog>
  );
}
