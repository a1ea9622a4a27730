import {
  type AuthMethod,
  type ConnectionKind,
  connectionKinds,
  kindsOfConnection,
} from '@attain/domain/connections/connection-kinds';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { Connection } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FreeTextInput } from '../../ui/fields/free-text-input.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { ProblemList } from '../../ui/states/problem-list.tsx';
import { CallFields } from './call-fields.tsx';
import { type ConnectionDraft, draftOf, newDraft, saidOf } from './connection-draft.ts';
import { authWords, environmentWords } from './connection-words.ts';
import { SecretField } from './secret-field.tsx';
import { SettingFields } from './setting-fields.tsx';

const fieldPaths = ['name', 'address', 'authMethod', 'secret'];

export type ConnectionDialogProps = {
  /** The one that is changed; left out: a new one. */
  stored?: Connection;
  onSaved: (connection: Connection) => void;
  onClose: () => void;
};

/** A new connection, or a stored one to be changed. A secret goes in here and never comes back. */
export function ConnectionDialog({ stored, onSaved, onClose }: ConnectionDialogProps) {
  const [draft, setDraft] = useState<ConnectionDraft>(() =>
    stored ? draftOf(stored) : newDraft('database'),
  );
  const change = (part: Partial<ConnectionDraft>) => setDraft({ ...draft, ...part });
  const kind = kindsOfConnection[draft.kind];
  const save = useAct({
    act: (said: ReturnType<typeof saidOf>, options) =>
      stored
        ? client.connections.save({ ...said, id: stored.id, revision: stored.revision }, options)
        : client.connections.create({ ...said, kind: draft.kind }, options),
    changes: [keys.connections, keys.audit],
    failure: null,
    onDone: (saved) => {
      toast({ title: 'Connection saved', text: saved.name, meaning: 'ok' });
      onSaved(saved);
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const wrongAt = (path: string) => issues.find((one) => one.path === path)?.message;
  const elsewhere = issues.filter(
    ({ path }) =>
      (!fieldPaths.includes(path) && !path.startsWith('config.')) || path.startsWith('config.operations'),
  );
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (save.error === null) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
    wrong?.scrollIntoView({ block: 'nearest' });
    wrong?.focus();
  }, [save.error]);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      held={draft.secret !== ''}
      title={stored ? `Edit ${stored.name}` : 'New connection'}
      description={kind.about}
      footer={
        <ActFooter
          disabled={draft.name.trim() === '' || draft.address.trim() === ''}
          busy={save.isPending}
          onClick={() => save.mutate(saidOf(draft))}
        >
          Save connection
        </ActFooter>
      }
    >
      <div ref={form} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Kind" required>
            <Select
              value={draft.kind}
              disabled={stored !== undefined}
              onValueChange={(value) =>
                setDraft({ ...newDraft(value as ConnectionKind), name: draft.name, secret: draft.secret })
              }
              options={connectionKinds.map((value) => ({ value, label: kindsOfConnection[value].label }))}
            />
          </Field>
          <Field label="Name" required hint="Steps of workflows refer to it" error={wrongAt('name')}>
            <Input
              value={draft.name}
              maxLength={100}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <Field label="Environment" required>
            <Select
              value={draft.environment}
              onValueChange={(value) => change({ environment: value as ConnectionDraft['environment'] })}
              options={Object.entries(environmentWords).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          <Field label="Provider" hint="Whose product it is">
            <Input value={draft.provider} onChange={({ target }) => change({ provider: target.value })} />
          </Field>
        </div>
        <Field label="Description" hint="What it is for">
          <FreeTextInput
            value={draft.description}
            maxLength={1000}
            onChange={({ target }) => change({ description: target.value })}
          />
        </Field>
        <Field
          label="Address"
          required
          hint={`Such as ${kind.example}; the operator has to allow it`}
          error={wrongAt('address')}
        >
          <Input
            value={draft.address}
            className="font-mono text-12!"
            spellCheck={false}
            onChange={({ target }) => change({ address: target.value })}
          />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Signs in by" required error={wrongAt('authMethod')}>
            <Select
              value={draft.authMethod}
              onValueChange={(value) => change({ authMethod: value as AuthMethod })}
              options={kind.auth.map((value) => ({ value, label: authWords[value] }))}
            />
          </Field>
          <SettingFields draft={draft} wrongAt={wrongAt} onChange={(settings) => change({ settings })} />
          <SecretField
            draft={draft}
            stored={stored}
            error={wrongAt('secret')}
            onChange={(secret) => change({ secret })}
          />
        </div>
        <CallFields draft={draft} onChange={(calls) => change({ calls })} />
        {save.isError && issues.length === 0 ? (
          <p role="alert" className="text-bad-text">
            {describeError(save.error)}
          </p>
        ) : null}
        <ProblemList problems={elsewhere} title={save.isError ? 'The connection was not saved' : undefined} />
      </div>
    </Dialog>
  );
}
