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
import { type PasswordFaults, passwordFaults, passwordLimits } from './new-password.ts';

const untyped = { current: '', next: '', again: '' };

/** Changes one's own password, in all one's workspaces; every other session ends. */
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
      const others = ended === 1 ? 'One other session was' : `${ended} other sessions were`;
      const text = ended > 0 ? `${others} signed out.` : 'You were signed in nowhere else.';
      toast({ id: 'password', title: 'Password changed', text, meaning: 'ok' });
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
        // What the server said was about what was typed before.
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
      title="Change password"
      description="It holds in all your workspaces. Your other sessions are signed out."
      footer={
        <ActFooter type="submit" form={formId} busy={change.isPending}>
          Change password
        </ActFooter>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {/* Password stores want to know whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ''} />
        <Field label="Current password" required error={faults.current}>
          {field('current', 'current-password')}
        </Field>
        <Field
          label="New password"
          required
          hint={`At least ${passwordLimits.characters} characters. A sentence is easy to remember and hard to guess.`}
          error={faults.next}
        >
          {field('next', 'new-password')}
        </Field>
        <Field label="New password again" required error={faults.again}>
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

/** What the server said about single fields. */
function rejected(error: unknown): PasswordFaults {
  if (!(error instanceof HttpError)) return {};
  const said = error.issues.filter(({ path }) => path === 'current' || path === 'next');
  return Object.fromEntries(said.map(({ path, message }) => [path, message]));
}
