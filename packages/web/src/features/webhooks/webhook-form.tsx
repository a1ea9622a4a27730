import { type WebhookEvent, webhookEvents } from '@attain/domain/webhooks/webhook-events';
import { type FormEvent, useId, useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import type { Webhook } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { eventWords, messages } from './messages.ts';

type WebhookFormProps = {
  /** The webhook to change; null: a new one. */
  webhook: Webhook | null;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

type Wanted = { url: string; description: string; events: WebhookEvent[] };

/** The form that creates or changes a webhook. */
export function WebhookForm({ webhook, onSecret, onClose }: WebhookFormProps) {
  const formId = useId();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const [isActive, setActive] = useState(webhook?.isActive ?? true);
  const [tried, setTried] = useState(false);
  const save = useAct({
    act: (
      wanted: Wanted,
      options: Parameters<typeof client.webhooks.create>[1],
    ): Promise<Webhook & { secret?: string }> =>
      webhook === null
        ? client.webhooks.create(wanted, options)
        : client.webhooks.save({ id: webhook.id, isActive, ...wanted }, options),
    changes: [keys.connections, keys.audit],
    failure: null,
    onDone: (saved) => {
      if (saved.secret !== undefined) return onSecret(saved.secret);
      toast({ title: messages.form.saved, text: saved.url, meaning: 'ok' });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (url.trim() && events.length > 0) save.mutate({ url, description, events: [...events] });
  };
  return (
    <ActDialog
      act={save}
      title={webhook === null ? messages.form.title : messages.form.editTitle}
      description={messages.form.hint}
      label={webhook === null ? messages.form.create : messages.form.save}
      formId={formId}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={messages.form.address}
          required
          hint={messages.form.addressHint}
          error={tried && !url.trim() ? messages.form.addressMissing : undefined}
        >
          <Input
            type="url"
            value={url}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setUrl(target.value)}
          />
        </Field>
        <Field label={messages.form.description}>
          <Input
            value={description}
            autoComplete="off"
            onChange={({ target }) => setDescription(target.value)}
          />
        </Field>
        <fieldset>
          <legend className="mb-1 text-12 font-medium">{messages.form.events}</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {webhookEvents.map((one) => (
              <Checkbox
                key={one}
                label={eventWords[one]}
                checked={events.includes(one)}
                onChange={({ target }) =>
                  setEvents(target.checked ? [...events, one] : events.filter((other) => other !== one))
                }
              />
            ))}
          </div>
          {tried && events.length === 0 ? (
            <p role="alert" className="text-12 text-bad-text">
              {messages.form.eventsMissing}
            </p>
          ) : null}
        </fieldset>
        {webhook === null ? null : (
          <Checkbox
            label={messages.form.isActive}
            checked={isActive}
            onChange={({ target }) => setActive(target.checked)}
          />
        )}
      </form>
    </ActDialog>
  );
}
