import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { ParallelRun } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/textarea.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './parallel-messages.ts';

/** Accepts the comparison on screen; differences need a note. */
export function SignOffDialog({ run, onClose }: { run: ParallelRun; onClose: () => void }) {
  const [note, setNote] = useState('');
  const act = useAct({
    act: client.closes.signParallel,
    changes: [keys.closes, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: messages.signed, meaning: 'ok' });
      onClose();
    },
  });
  const { month, hash, compared, counts } = run;
  const { equal } = counts;
  const needsNote = equal < compared;
  return (
    <ActDialog
      title={messages.signTitle(month)}
      description={messages.signText(equal, compared)}
      act={act}
      label={messages.signOff}
      disabled={needsNote && note.trim() === ''}
      onAct={() => act.mutate({ month, hash, note: note.trim() })}
      onClose={onClose}
    >
      {run.signer === 'alone' ? <p className="text-warn-text">{messages.alone}</p> : null}
      <Field label={needsNote ? messages.note : messages.noteOptional} required={needsNote}>
        <Textarea value={note} maxLength={2000} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </ActDialog>
  );
}
