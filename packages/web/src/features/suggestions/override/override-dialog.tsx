import { type FormEvent, useEffect, useId, useReducer } from 'react';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/http-error.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { recordEvent } from '../events/event-queue.ts';
import { messages as words } from '../messages.ts';
import type { Shown } from '../shown.ts';
import { messages } from './messages.ts';
import { emptyOverride, nextOverride, overrideCodes } from './override-state.ts';

/** Records why a suggestion is not followed; locked while it is saved. */
export function OverrideDialog({ suggestion, onClose }: { suggestion: Shown; onClose: () => void }) {
  const formId = useId();
  const [state, tell] = useReducer(nextOverride, emptyOverride);
  const override = useAct({
    act: client.suggestions.override,
    changes: [keys.suggestions, keys.approvals],
    failure: null,
  });
  const saving = state.step === 'saving';
  const isClosed = state.step === 'closed';
  useEffect(() => {
    if (isClosed) onClose();
  }, [isClosed, onClose]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.step !== 'filled' || state.code === null) return;
    tell({ type: 'save' });
    override.mutate(
      { id: suggestion.id, reason: state.reason.trim(), code: state.code },
      {
        onSuccess: () => {
          recordEvent('override', suggestion.id, { code: state.code });
          toast({ title: messages.done, text: messages.doneText(suggestion.title), meaning: 'ok' });
          tell({ type: 'saved' });
        },
        onError: (error) => {
          console.error('The override was not saved', error);
          tell({ type: 'failed', error: describeError(error) });
        },
      },
    );
  };
  return (
    <Dialog
      open
      held={saving}
      onOpenChange={(open) => !open && tell({ type: 'close' })}
      title={messages.title}
      description={messages.description}
      footer={
        <>
          <Button disabled={saving} onClick={() => tell({ type: 'close' })}>
            {messages.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={saving}
            disabled={state.step === 'empty'}
          >
            {messages.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="font-medium">{suggestion.title}</p>
        <Field label={messages.code} required>
          <Select
            value={state.code ?? ''}
            placeholder={messages.choose}
            disabled={saving}
            onValueChange={(value) =>
              tell({ type: 'code', code: overrideCodes.find((one) => one === value) ?? null })
            }
            options={overrideCodes.map((value) => ({ value, label: words.codes[value] }))}
          />
        </Field>
        <Field label={messages.reason} required hint={messages.reasonHint}>
          <Textarea
            rows={4}
            maxLength={500}
            readOnly={saving}
            value={state.reason}
            onChange={({ target }) => tell({ type: 'reason', reason: target.value })}
          />
        </Field>
        {state.error === null ? null : (
          <p role="alert" className="text-bad-text">
            {state.error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
