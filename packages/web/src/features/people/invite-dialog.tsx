import { isMailAddress } from '@attain/domain/base/mail-address';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { useMay, useMe } from '../../api/me.ts';
import { ParticipantField } from '../../api/requests/participant-field.tsx';
import { settingsQuery } from '../../api/requests/workspace-queries.ts';
import type { RoleGrant } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { ShownLink } from './link-dialog.tsx';
import { messages } from './messages.ts';
import { RoleFields } from './role-fields.tsx';

export type InviteDialogProps = { onInvited: (link: ShownLink) => void; onClose: () => void };

/** The form that invites one person and ends in a link. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const formId = useId();
  const mayGrantAll = useMe().data?.roles.includes('administrator') ?? false;
  const mayLink = useMay('read:participants');
  const [typed, setTyped] = useState({ displayName: '', username: '' });
  const [roles, setRoles] = useState<readonly RoleGrant[]>([]);
  const [participantId, setParticipantId] = useState('');
  const sendsMail = useQuery(settingsQuery()).data?.sendsMail ?? false;
  const [byMail, setByMail] = useState(true);
  const [tried, setTried] = useState(false);
  const mayMail = sendsMail && isMailAddress(typed.username.trim());
  const invite = useAct({
    act: client.people.invite,
    changes: [keys.people, keys.audit, keys.approvals],
    failure: null,
    onDone: (link, { displayName, sendMail }) =>
      onInvited({ title: messages.form.done(displayName), ...link, isMailed: sendMail === true }),
  });
  const issues = invite.error instanceof HttpError ? invite.error.issues : [];
  const wrongAt = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const missing = (text: string, message: string) => (tried && text.trim() === '' ? message : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!typed.displayName.trim() || !typed.username.trim() || roles.length === 0) return;
    invite.mutate({
      ...typed,
      roles: [...roles],
      participantId: participantId || null,
      sendMail: mayMail && byMail,
    });
  };
  const input = (name: keyof typeof typed) => ({
    value: typed[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <Dialog
      open
      held={invite.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={messages.invite}
      footer={
        <ActFooter type="submit" form={formId} busy={invite.isPending}>
          {messages.form.create}
        </ActFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={messages.columns.name}
          required
          error={missing(typed.displayName, messages.form.nameMissing) ?? wrongAt('displayName')}
        >
          <Input {...input('displayName')} />
        </Field>
        <Field
          label={messages.columns.username}
          required
          hint={messages.form.usernameHint}
          error={missing(typed.username, messages.form.usernameMissing) ?? wrongAt('username')}
        >
          <Input {...input('username')} autoCapitalize="none" />
        </Field>
        <RoleFields
          value={roles}
          onChange={setRoles}
          mayGrantAll={mayGrantAll}
          error={tried && roles.length === 0 ? messages.form.rolesMissing : wrongAt('roles')}
        />
        {mayLink ? (
          <ParticipantField
            label={messages.columns.paidAs}
            optional
            hint={messages.form.participantHint}
            error={wrongAt('participantId')}
            value={participantId}
            onValueChange={setParticipantId}
          />
        ) : null}
        {sendsMail ? (
          <Checkbox
            label={messages.form.sendMail}
            hint={mayMail ? undefined : messages.form.mailNeedsAddress}
            disabled={!mayMail}
            checked={mayMail && byMail}
            onChange={({ target }) => setByMail(target.checked)}
          />
        ) : null}
        {invite.isError && issues.length === 0 ? (
          <p role="alert" className="text-bad-text">
            {describeError(invite.error)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
