import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import type { Person, RoleGrant } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';
import { RoleFields } from './role-fields.tsx';

type ServiceAccountDialogProps = { onCreated: (account: Person) => void; onClose: () => void };

/** The form that creates an account for a program. */
export function ServiceAccountDialog({ onCreated, onClose }: ServiceAccountDialogProps) {
  const formId = useId();
  const [displayName, setName] = useState('');
  const [roles, setRoles] = useState<readonly RoleGrant[]>([]);
  const [tried, setTried] = useState(false);
  const create = useAct({
    act: client.serviceAccounts.create,
    changes: [keys.people, keys.audit, keys.approvals],
    failure: null,
    onDone: (account) => {
      const waits = account.approvalId !== null;
      const text = waits ? messages.service.waits(account.displayName) : account.displayName;
      toast({ title: messages.service.done, text, meaning: waits ? 'info' : 'ok' });
      onCreated(account);
    },
  });
  const issues = create.error instanceof HttpError ? create.error.issues : [];
  const wrongAt = (path: string) => issues.find((issue) => issue.path === path)?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (displayName.trim() && roles.length > 0) create.mutate({ displayName, roles: [...roles] });
  };
  return (
    <Dialog
      open
      held={create.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={messages.service.act}
      description={messages.service.description}
      footer={
        <ActFooter type="submit" form={formId} busy={create.isPending}>
          {messages.service.create}
        </ActFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={messages.columns.name}
          required
          hint={messages.service.nameHint}
          error={tried && !displayName.trim() ? messages.form.nameMissing : wrongAt('displayName')}
        >
          <Input
            value={displayName}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <RoleFields
          value={roles}
          onChange={setRoles}
          mayGrantAll={false}
          error={tried && roles.length === 0 ? messages.form.rolesMissing : wrongAt('roles')}
        />
        {create.isError && issues.length === 0 ? (
          <p role="alert" className="text-bad-text">
            {describeError(create.error)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
