import {
  type AuthMethod,
  type ConnectionKind,
  connectionKinds,
  kindsOfConnection,
  signInsOf,
} from '@attain/domain/connections/connection-kinds';
import { dataRegions } from '@attain/domain/policies/policy';
import { regionWords } from '@attain/domain/policies/policy-words';
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
import { type ConnectionDraft, draftOf, movedTo, newDraft, requestOf } from './connection-draft.ts';
import { authWords, environmentWords } from './connection-words.ts';
import { messages } from './messages.ts';
import { RegistryFields } from './registry-fields.tsx';
import { SecretField } from './secret-field.tsx';
import { SettingFields } from './setting-fields.tsx';
import { WorkflowLimit } from './workflow-limit.tsx';

/** A choice needs a value, and an unknown region has none. */
const unknownRegion = 'unknown';

const fieldPaths = ['name', 'address', 'authMethod', 'secret', 'secretExpiresOn'];

export type ConnectionDialogProps = {
  /** The connection to edit; undefined for a new one. */
  stored?: Connection;
  onSaved: (connection: Connection) => void;
  onClose: () => void;
};

/** Creates or edits a connection. The secret is write-only. */
export function ConnectionDialog({ stored, onSaved, onClose }: ConnectionDialogProps) {
  const [draft, setDraft] = useState<ConnectionDraft>(() =>
    stored ? draftOf(stored) : newDraft('database'),
  );
  const change = (part: Partial<ConnectionDraft>) => setDraft({ ...draft, ...part });
  const kind = kindsOfConnection[draft.kind];
  const save = useAct({
    act: (request: ReturnType<typeof requestOf>, options) =>
      stored
        ? client.connections.save({ ...request, id: stored.id, revision: stored.revision }, options)
        : client.connections.create({ ...request, kind: draft.kind }, options),
    changes: [keys.connections, keys.audit],
    failure: null,
    onDone: (saved) => {
      toast({ title: messages.dialog.saved, text: saved.name, meaning: 'ok' });
      onSaved(saved);
    },
  });
  const issues = save.error instanceof HttpError ? save.error.issues : [];
  const wrongAt = (path: string) => issues.find((one) => one.path === path)?.message;
  const elsewhere = issues.filter(
    ({ path }) =>
      (!fieldPaths.includes(path) && !/^(config|workflows|database)\./.test(path)) ||
      path.startsWith('config.operations'),
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
      title={stored ? messages.dialog.editTitle(stored.name) : messages.dialog.newTitle}
      description={kind.about}
      footer={
        <ActFooter
          disabled={draft.name.trim() === '' || draft.address.trim() === ''}
          busy={save.isPending}
          onClick={() => save.mutate(requestOf(draft))}
        >
          {messages.dialog.save}
        </ActFooter>
      }
    >
      <div ref={form} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={messages.dialog.type} required>
            <Select
              value={draft.kind}
              disabled={stored !== undefined}
              onValueChange={(value) =>
                setDraft({ ...newDraft(value as ConnectionKind), name: draft.name, secret: draft.secret })
              }
              options={connectionKinds.map((value) => ({ value, label: kindsOfConnection[value].label }))}
            />
          </Field>
          <Field
            label={messages.dialog.name}
            required
            hint={messages.dialog.nameHint}
            error={wrongAt('name')}
          >
            <Input
              value={draft.name}
              maxLength={100}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <Field label={messages.dialog.environment} required>
            <Select
              value={draft.environment}
              onValueChange={(value) => change({ environment: value as ConnectionDraft['environment'] })}
              options={Object.entries(environmentWords).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          <Field label={messages.dialog.region} hint={messages.dialog.regionHint}>
            <Select
              value={draft.region || unknownRegion}
              onValueChange={(value) => change({ region: dataRegions.find((one) => one === value) ?? '' })}
              options={[
                { value: unknownRegion, label: messages.dialog.regionUnknown },
                ...dataRegions.map((value) => ({ value, label: regionWords[value] ?? value })),
              ]}
            />
          </Field>
          <Field label={messages.dialog.provider} hint={messages.dialog.providerHint}>
            <Input value={draft.provider} onChange={({ target }) => change({ provider: target.value })} />
          </Field>
        </div>
        <Field label={messages.dialog.description} hint={messages.dialog.descriptionHint}>
          <FreeTextInput
            value={draft.description}
            maxLength={1000}
            onChange={({ target }) => change({ description: target.value })}
          />
        </Field>
        <Field
          label={messages.dialog.address}
          required
          hint={messages.dialog.addressHint(kind.example)}
          error={wrongAt('address')}
        >
          <Input
            value={draft.address}
            className="font-mono text-12!"
            spellCheck={false}
            onChange={({ target }) => setDraft(movedTo(draft, target.value))}
          />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={messages.dialog.signIn} required error={wrongAt('authMethod')}>
            <Select
              value={draft.authMethod}
              onValueChange={(value) => change({ authMethod: value as AuthMethod })}
              options={signInsOf(draft.kind, draft.address.trim()).map((value) => ({
                value,
                label: authWords[value],
              }))}
            />
          </Field>
          <SettingFields draft={draft} wrongAt={wrongAt} onChange={(settings) => change({ settings })} />
          <SecretField
            draft={draft}
            stored={stored}
            error={wrongAt('secret')}
            expiryError={wrongAt('secretExpiresOn')}
            onChange={change}
          />
        </div>
        <RegistryFields draft={draft} wrongAt={wrongAt} onChange={change} />
        <WorkflowLimit
          value={draft.workflows}
          error={issues.find(({ path }) => path.startsWith('workflows.'))?.message}
          onChange={(workflows) => change({ workflows })}
        />
        <CallFields draft={draft} onChange={(calls) => change({ calls })} />
        {save.isError && issues.length === 0 ? (
          <p role="alert" className="text-bad-text">
            {describeError(save.error)}
          </p>
        ) : null}
        <ProblemList problems={elsewhere} title={save.isError ? messages.dialog.notSaved : undefined} />
      </div>
    </Dialog>
  );
}
