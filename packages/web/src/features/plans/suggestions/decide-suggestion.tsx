import { type FormEvent, useId, useState } from 'react';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import type { PlanSuggestion } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { overrideWords } from './suggestion-words.ts';

/** The ways a suggestion is decided. */
export type Decision = 'accept' | 'override' | 'reject';

const words: Readonly<Record<Decision, { title: string; text: string; button: string }>> = {
  accept: {
    title: 'Accept this suggestion?',
    text: 'Its changes are written into the plan’s draft. What pays stays as it is until somebody else activates the draft; discarding the draft takes them out again.',
    button: 'Accept',
  },
  override: {
    title: 'Override this suggestion?',
    text: 'You do otherwise than is proposed. The plan stays as it is, and the reason is kept with the suggestion.',
    button: 'Override',
  },
  reject: {
    title: 'Reject this suggestion?',
    text: 'The plan stays as it is. The suggestion stays listed with your reason.',
    button: 'Reject',
  },
};

type Code = keyof typeof overrideWords;
const codes = Object.keys(overrideWords) as Code[];

type DecideSuggestionProps = { suggestion: PlanSuggestion; way: Decision; onClose: () => void };

/** Asks for the reason, and decides. */
export function DecideSuggestion({ suggestion, way, onClose }: DecideSuggestionProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [code, setCode] = useState<Code>();
  const { title, text, button } = words[way];
  const decide = useAct({
    act: ({ id, said }: { id: string; said: string }, options) => {
      if (way === 'accept') return client.suggestions.accept({ id, reason: said }, options);
      if (way === 'reject' || code === undefined)
        return client.suggestions.reject({ id, reason: said }, options);
      return client.suggestions.override({ id, reason: said, code }, options);
    },
    changes: [keys.suggestions, keys.plans, keys.audit],
    failure: 'The suggestion could not be decided',
    onDone: ({ decision, status }) => {
      const version = decision?.draftVersion ?? null;
      toast({
        title: `Suggestion ${status}`,
        text:
          version === null ? suggestion.title : `“${suggestion.title}” stands in draft version ${version}.`,
        meaning: 'ok',
      });
      onClose();
    },
  });
  const ready = reason.trim().length >= 3 && (way !== 'override' || code !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) decide.mutate({ id: suggestion.id, said: reason.trim() });
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !decide.isPending && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose} disabled={decide.isPending}>
            Back
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={decide.isPending} disabled={!ready}>
            {button}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-3">
        <p className="font-medium">{suggestion.title}</p>
        <p className="text-fg-2">{text}</p>
        {way === 'override' ? (
          <Field label="Kind of reason" required>
            <Select
              value={code ?? ''}
              onValueChange={(chosen) => setCode(codes.find((one) => one === chosen))}
              options={codes.map((value) => ({ value, label: overrideWords[value] }))}
            />
          </Field>
        ) : null}
        <Field
          label="Reason"
          required
          hint="At least three characters; kept with the suggestion, its hash in the audit log."
        >
          <Textarea
            required
            minLength={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
