import { type FormEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { useAct } from '../../api/use-act.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { ActFooter } from '../../ui/overlays/act-footer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages as frameMessages } from '../frame-messages.ts';
import { messages } from './messages.ts';
import { type PasswordFaults, passwordFaults, passwordLimits } from './new-password.ts';

const untyped = { current: '', next: '', again: '' };

/** Changes the user's password for all workspaces and ends their other sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const { user } = useAuth();
  const [typed, setTyped] = useState(untyped);
  const [tried, setTried] = useState(false);
  const change = useAct({
    act: client.auth.changePassword,
    changes: [keys.sessions, keys.audit],
    failure: null,
    onDone: ({ ended }) => {
      const others = messages.password.othersEnded(ended);
      const text = ended > 0 ? others : messages.password.noOthers;
      toast({ id: 'password', title: messages.password.changed, text, meaning: 'ok' });
      onClose();
    },
  });
  const own = passwordFaults(typed);
  const faults = tried ? { ...rejected(change.error), ...own } : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(own).length === 0) change.mutate({ current: typed.current, next: typed.next });
  };
  const field = (name: keyof typeof typed, autoComplete: string) => (
    <Input
      type="password"
      name={name}
      autoComplete={autoComplete}
      value={typed[name]}
      onChange={(event) => {
        // the server's problems refer to the previous input
        if (!change.isPending) change.reset();
        setTyped({ ...typed, [name]: event.target.value });
      }}
    />
  );
  const elsewhere = change.isError && Object.keys(rejected(change.error)).length === 0;
  return (
    <Dialog
      open
      held={change.isPending}
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={frameMessages.titles.password}
      description={messages.password.description}
      footer={
        <ActFooter type="submit" form={formId} busy={change.isPending}>
          {frameMessages.titles.password}
        </ActFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {/* password managers need the user name */}
        <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ''} />
        <Field label={messages.password.current} required error={faults.current}>
          {field('current', 'current-password')}
        </Field>
        <Field
          label={messages.password.new}
          required
          hint={messages.password.hint(passwordLimits.characters)}
          error={faults.next}
        >
          {field('next', 'new-password')}
        </Field>
        <Field label={messages.password.again} required error={faults.again}>
          {field('again', 'new-password')}
        </Field>
        {elsewhere ? (
          <p role="alert" className="text-bad-text">
            {describeError(change.error)}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

/** The server's problems by field. */
function rejected(error: unknown): PasswordFaults {
  if (!(error instanceof HttpError)) return {};
  const said = error.issues.filter(({ path }) => path === 'current' || path === 'next');
  return Object.fromEntries(said.map(({ path, message }) => [path, message]));
}
