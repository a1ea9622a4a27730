import type { WorkflowDetail } from '@attain/contract/workflows';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { HttpError, sayError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../../ui/states/problem-list.tsx';

export type PublishDialogProps = {
  workflow: WorkflowDetail;
  /** Saves first when the draft was edited since; answers the stored one, or null when it could not be saved. */
  save: () => Promise<WorkflowDetail | null>;
  onClose: () => void;
};

/** Publishes what stands on the canvas as a version that never changes, with a note for those who read the history. */
export function PublishDialog({ workflow, save, onClose }: PublishDialogProps) {
  const [note, setNote] = useState('');
  const publish = useAct({
    act: client.workflows.publish,
    changes: [keys.workflows, keys.audit],
    failure: null,
    onDone: (published) => {
      toast({ title: `Version ${published.version} is published`, text: published.name, meaning: 'ok' });
      onClose();
    },
  });
  const start = async () => {
    const saved = await save();
    if (saved) publish.mutate({ id: saved.id, documentHash: saved.documentHash, note: note.trim() });
  };
  const issues = publish.error instanceof HttpError ? publish.error.issues : [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Publish version ${workflow.version + 1}`}
      description="A version never changes. New runs start on the newest one; runs that are under way keep theirs."
      footer={
        <>
          <CloseSheet>
            <Button>Cancel</Button>
          </CloseSheet>
          <Button variant="primary" busy={publish.isPending} onClick={() => void start()}>
            Publish
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="What changed">
          <Textarea value={note} maxLength={4000} onChange={({ target }) => setNote(target.value)} />
        </Field>
        {publish.isError ? (
          <p role="alert" className="text-bad-text">
            {sayError(publish.error)}
          </p>
        ) : null}
        <ProblemList problems={issues} />
      </div>
    </Dialog>
  );
}
