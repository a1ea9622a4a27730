import { roleNames } from '@attain/domain/access/role-names';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError, HttpError } from '../../api/http-error.ts';
import { useAuth } from '../../api/session/use-auth.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import { BrandMark } from '../brand.tsx';
import { messages } from './messages.ts';

type Found = Awaited<ReturnType<typeof client.join.look>>;

const unsigned = { context: { mayBeSignedOut: true } };

/** `/join/<secret>`: what a one-time link is for, and the password that uses it. */
export function JoinScreen({ secret }: { secret: string }) {
  const look = useQuery({
    queryKey: ['join', secret],
    queryFn: ({ signal }) => client.join.look({ secret }, { signal, ...unsigned }),
    retry: false,
  });
  const title = look.data ? titleOf(look.data) : look.isError ? messages.failed : messages.opening;
  useEffect(() => {
    document.title = `${title} · Attain`;
  }, [title]);
  return (
    <main className="flex min-h-dvh items-center justify-center p-6">
      <div className="w-full max-w-85">
        <BrandMark large />
        <h1 className="mt-6 text-20 font-semibold tracking-[-0.015em]">{title}</h1>
        {look.isPending ? <SkeletonText lines={4} /> : null}
        {look.isError ? (
          <div className="mt-2 flex flex-col items-start gap-4">
            <p role="alert">{describeError(look.error)}</p>
            <a className="text-primary-text underline" href="/">
              {messages.signIn}
            </a>
          </div>
        ) : null}
        {look.data ? <JoinForm secret={secret} found={look.data} /> : null}
      </div>
    </main>
  );
}

function titleOf({ kind, workspace }: Found): string {
  return kind === 'reset' ? messages.resetTitle : messages.joinTitle(workspace);
}

/** Who the link is for, and the form for their password: a new one, or that of the account there is. */
function JoinForm({ secret, found }: { secret: string; found: Found }) {
  const { enter } = useAuth();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { kind, workspace, displayName, username, roles, hasAccount, asksForCode } = found;
  const isNew = kind === 'reset' || !hasAccount;
  const own = faultsOf({ password, again, isNew });
  const codeMissing = asksForCode && code.trim() === '';
  const issue =
    failure instanceof HttpError ? failure.issues.find(({ path }) => path === 'password') : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailure(null);
    if (busy || own.password || own.again || codeMissing) return;
    setBusy(true);
    try {
      const act = isNew ? client.join.accept : client.join.signIn;
      enter(await act({ secret, password, ...(asksForCode ? { code } : {}) }, unsigned));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={submit} className="mt-2 flex flex-col gap-4">
      <p className="text-fg-2">
        {kind === 'reset'
          ? messages.resetText(displayName, workspace)
          : messages.joinText(displayName, roles.map(({ role }) => roleNames[role]).join(', '))}
      </p>
      <Field label={messages.username} required>
        <Input controlSize="lg" name="username" autoComplete="username" readOnly value={username} />
      </Field>
      <Field
        label={isNew ? messages.newPassword : messages.password}
        required
        hint={isNew ? messages.passwordHint : messages.accountHint}
        error={(tried ? own.password : undefined) ?? issue?.message}
      >
        <Input
          controlSize="lg"
          type="password"
          name="password"
          autoFocus
          autoComplete={isNew ? 'new-password' : 'current-password'}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      {isNew ? (
        <Field label={messages.again} required error={tried ? own.again : undefined}>
          <Input
            controlSize="lg"
            type="password"
            autoComplete="new-password"
            value={again}
            onChange={({ target }) => setAgain(target.value)}
          />
        </Field>
      ) : null}
      {asksForCode ? (
        <Field
          label={messages.code}
          required
          hint={messages.codeHint}
          error={tried && codeMissing ? messages.codeMissing : undefined}
        >
          <Input
            controlSize="lg"
            name="code"
            autoComplete="one-time-code"
            spellCheck={false}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
      ) : null}
      {failure !== null && !issue ? (
        <p role="alert" className="text-bad-text">
          {describeError(failure)}
        </p>
      ) : null}
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={messages.busy}>
        {kind === 'reset' ? messages.save : messages.joinTitle(workspace)}
      </Button>
    </form>
  );
}

type Typed = { password: string; again: string; isNew: boolean };

function faultsOf({ password, again, isNew }: Typed): { password?: string; again?: string } {
  if (password === '') return { password: isNew ? messages.newPasswordMissing : messages.passwordMissing };
  if (!isNew) return {};
  if ([...password.normalize('NFC')].length < 15) return { password: messages.tooShort };
  return again === password ? {} : { again: messages.differ };
}
