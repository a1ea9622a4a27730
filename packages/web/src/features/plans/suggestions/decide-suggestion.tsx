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
import { messages } from './messages.ts';
import { overrideWords } from './suggestion-words.ts';

/** Possible decisions on a suggestion. */
export type Decision = 'accept' | 'override' | 'reject';

type Code = keyof typeof overrideWords;
const codes = Object.keys(overrideWords) as Code[];

type DecideSuggestionProps = { suggestion: PlanSuggestion; way: Decision; onClose: () => void };

/** Dialog that asks for a reason and saves the decision. */
export function DecideSuggestion({ suggestion, way, onClose }: DecideSuggestionProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [code, setCode] = useState<Code>();
  const { title, text, button } = messages[way];
  const decide = useAct({
    act: ({ id, said }: { id: string; said: string }, options) => {
      if (way === 'accept') return client.suggestions.apply({ id, reason: said }, options);
      if (way === 'reject' || code === undefined)
        return client.suggestions.reject({ id, reason: said }, options);
      return client.suggestions.override({ id, reason: said, code }, options);
    },
    changes: [keys.suggestions, keys.plans, keys.audit],
    failure: messages.decide.failure,
    onDone: ({ decision, status }) => {
      const version = decision?.draftVersion ?? null;
      toast({
        title: messages.decide.done[status],
        text: version === null ? suggestion.title : messages.decide.inDraft(suggestion.title, version),
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
            {messages.decide.back}
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
          <Field label={messages.decide.code} required>
            <Select
              value={code ?? ''}
              onValueChange={(chosen) => setCode(codes.find((one) => one === chosen))}
              options={codes.map((value) => ({ value, label: overrideWords[value] }))}
            />
          </Field>
        ) : null}
        <Field label={messages.decide.reason} required hint={messages.decide.reasonHint}>
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
