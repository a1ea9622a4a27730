import { useId, useState } from 'react';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { HttpError } from '../../../api/http-error.ts';
import { changedByAgents } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { FreeTextInput } from '../../../ui/fields/free-text-input.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { Textarea } from '../../../ui/fields/textarea.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.templates;
type SaveTemplateProps = {
  agent: { agentId: string; name: string; description: string };
  onClose: () => void;
};

/** Saves an agent and its workflow as a template. */
export function SaveTemplate({ agent, onClose }: SaveTemplateProps) {
  const formId = useId();
  const [name, setName] = useState(agent.name);
  const [description, setDescription] = useState(agent.description);
  const [industry, setIndustry] = useState('');
  const [useCase, setUseCase] = useState('');
  const [tags, setTags] = useState('');
  const [isRecommended, setRecommended] = useState(false);
  const save = useAct({
    act: client.agentTemplates.save,
    changes: changedByAgents,
    failure: null,
    onDone: (saved) => {
      toast({ title: words.saved, text: saved.name, meaning: 'ok' });
      onClose();
    },
  });
  const send = (replace: boolean) =>
    save.mutate({
      agent: agent.agentId,
      ...{ name, description, industry, useCase, isRecommended, replace },
      tags: [...new Set(tags.split(',').map((tag) => tag.trim()))].filter(Boolean),
    });
  // only the name that was refused: another may be the name of another template
  const isTaken =
    save.error instanceof HttpError && save.error.status === 409 && save.variables?.name === name;
  return (
    <ActDialog
      act={save}
      title={words.saveTitle(agent.name)}
      description={words.saveText}
      label={words.saveLabel}
      formId={formId}
      disabled={name.trim() === ''}
      wayOut={
        isTaken ? (
          <div>
            <Button onClick={() => send(true)}>{words.replace}</Button>
          </div>
        ) : null
      }
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          send(false);
        }}
      >
        <Field label={words.name} required>
          <Input value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label={words.about}>
          <Textarea
            rows={3}
            value={description}
            maxLength={1000}
            onChange={({ target }) => setDescription(target.value)}
          />
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={words.industry}>
            <FreeTextInput
              value={industry}
              maxLength={100}
              onChange={({ target }) => setIndustry(target.value)}
            />
          </Field>
          <Field label={words.useCase}>
            <FreeTextInput
              value={useCase}
              maxLength={100}
              onChange={({ target }) => setUseCase(target.value)}
            />
          </Field>
        </div>
        <Field label={words.tags} hint={words.tagsHint}>
          <Input value={tags} maxLength={500} onChange={({ target }) => setTags(target.value)} />
        </Field>
        <Checkbox
          label={words.recommend}
          hint={words.recommendHint}
          checked={isRecommended}
          onChange={({ target }) => setRecommended(target.checked)}
        />
      </form>
    </ActDialog>
  );
}
