import { roleNames } from '@attain/domain/access/role-names';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { Loaded } from '../../api/loaded.tsx';
import { signInSettingsQuery } from '../../api/requests/people-queries.ts';
import type { SignInSettings } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { GroupRolesDialog } from './group-roles-dialog.tsx';
import { messages } from './messages.ts';
import { ProviderDialog } from './provider-dialog.tsx';

const texts = messages.signIn;

/** How people sign in besides passwords: the identity provider, and the roles that its groups give. */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(signInSettingsQuery());
  const [edited, setEdited] = useState<'provider' | 'groups' | 'removal'>();
  const done = () => setEdited(undefined);
  const settings = query.data;
  if (settings && edited === 'provider') return <ProviderDialog settings={settings} onClose={done} />;
  if (settings && edited === 'groups') return <GroupRolesDialog settings={settings} onClose={done} />;
  if (settings?.provider && edited === 'removal')
    return <RemoveDialog provider={settings.provider} onClose={done} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.description}
      footer={
        <CloseSheet>
          <Button>{texts.close}</Button>
        </CloseSheet>
      }
    >
      <Loaded query={query} failure={texts.loadFailed}>
        {(loaded) => <Overview settings={loaded} onEdit={setEdited} />}
      </Loaded>
    </Dialog>
  );
}

function Overview({
  settings: { provider, groups, groupsPaused, scimPath },
  onEdit,
}: {
  settings: SignInSettings;
  onEdit: (part: 'provider' | 'groups' | 'removal') => void;
}) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col items-start gap-2">
        <p className={provider ? 'font-medium wrap-anywhere' : 'text-fg-2'}>
          {provider ? texts.linked(provider.name, provider.linked) : texts.none}
        </p>
        {provider ? <p className="text-12 text-fg-2 wrap-anywhere">{provider.issuer}</p> : null}
        <div className="flex flex-wrap gap-2">
          <Button variant={provider ? 'secondary' : 'primary'} onClick={() => onEdit('provider')}>
            {provider ? texts.edit : texts.setUp}
          </Button>
          {provider ? (
            <Button variant="danger" onClick={() => onEdit('removal')}>
              {texts.remove}
            </Button>
          ) : null}
        </div>
      </div>
      <section aria-label={texts.groups} className="flex flex-col items-start gap-2 border-t pt-4">
        <p className="font-medium">{texts.groups}</p>
        {groupsPaused ? (
          <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">
            {texts.paused}
          </p>
        ) : null}
        {groups.length === 0 ? (
          <p className="text-fg-2">{texts.noGroups}</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {groups.map(({ group, roles }) => (
              <li key={group} className="wrap-anywhere">
                {texts.groupText(group, roles.map((role) => roleNames[role]).join(', '))}
              </li>
            ))}
          </ul>
        )}
        <Button onClick={() => onEdit('groups')}>{texts.editGroups}</Button>
      </section>
      <section aria-label={texts.directory} className="flex flex-col gap-2 border-t pt-4">
        <p className="font-medium">{texts.directory}</p>
        <p className="text-fg-2">{texts.directoryText}</p>
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Field label={texts.directoryAddress} required>
              <Input readOnly value={scimAddress(scimPath)} onFocus={({ target }) => target.select()} />
            </Field>
          </div>
          <CopyButton text={scimAddress(scimPath)} label={texts.copy} />
        </div>
      </section>
    </div>
  );
}

const scimAddress = (path: string) => `${location.origin}${path}`;

function RemoveDialog({
  provider: { name },
  onClose,
}: {
  provider: NonNullable<SignInSettings['provider']>;
  onClose: () => void;
}) {
  const remove = useAct({
    act: client.signIn.removeProvider,
    changes: [keys.people, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: texts.removed, text: name, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      danger
      title={texts.removeTitle(name)}
      act={remove}
      label={texts.remove}
      onAct={() => remove.mutate({})}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
    </ActDialog>
  );
}
