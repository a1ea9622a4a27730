import { useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';
import { messages as texts } from './messages.ts';

/** The shortest reason that is accepted. */
const minLetters = 3;

/** Rejects a suggestion with a reason; it stays listed. */
export function RejectDialog({ suggestion, onClose }: { suggestion: Shown; onClose: () => void }) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const reject = useAct({
    act: client.suggestions.reject,
    changes: [keys.suggestions, keys.assistant, keys.audit],
    failure: null,
    onDone: () => {
      toast({
        id: 'suggestion',
        title: texts.done,
        text: texts.text(suggestion.title),
        meaning: 'ok',
      });
      onClose();
    },
  });
  const written = reason.trim();
  return (
    <ActDialog
      act={reject}
      title={texts.title}
      description={texts.description}
      label={messages.card.reject}
      disabled={written.length < minLetters}
      formId={formId}
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (written.length >= minLetters && !reject.isPending)
            reject.mutate({ id: suggestion.id, reason: written });
        }}
        className="flex flex-col gap-4"
      >
        <p className="font-medium">{suggestion.title}</p>
        <Field label={texts.reason} required>
          <Textarea
            rows={3}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </form>
    </ActDialog>
  );
}
