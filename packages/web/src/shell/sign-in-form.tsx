import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { useAuth } from '../api/session/use-auth.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { Input } from '../ui/fields/input.tsx';
import { LongWait } from './faults/long-wait.tsx';
import { messages } from './messages.ts';

const CodeStep = lazy(async () => ({ default: (await import('./second-factor/code-step.tsx')).CodeStep }));

/** The sign-in form; both fields are required. */
export function SignInForm({ username: known = '', autoFocus }: { username?: string; autoFocus?: boolean }) {
  const { login } = useAuth();
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [asksCode, setAsksCode] = useState(false);
  const send = async (code?: string) => {
    setBusy(true);
    setFailure(null);
    const said = await login(username.trim(), password, code);
    setBusy(false);
    if (typeof said !== 'string') setAsksCode(said !== null);
    else setFailure(said);
    return typeof said === 'string';
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!username.trim() || !password || busy) return;
    if (!(await send())) return;
    setPassword('');
    setTried(false);
    passwordField.current?.focus();
  };
  if (asksCode)
    return (
      <Suspense fallback={null}>
        <CodeStep
          busy={busy}
          failure={failure}
          onCode={send}
          onBack={() => {
            setAsksCode(false);
            setFailure(null);
            setPassword('');
            setTried(false);
          }}
        />
      </Suspense>
    );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={messages.signIn.username}
        required
        error={tried && !username.trim() ? messages.signIn.usernameMissing : undefined}
      >
        <Input
          controlSize="lg"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus && known === ''}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field
        label={messages.signIn.password}
        required
        error={tried && !password && !busy ? messages.signIn.passwordMissing : undefined}
      >
        <Input
          controlSize="lg"
          type="password"
          name="password"
          ref={passwordField}
          autoComplete="current-password"
          autoFocus={autoFocus && known !== ''}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {failure === null ? null : (
        <p role="alert" className="text-bad-text">
          {failure}
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={messages.signIn.busy}>
        {messages.signIn.signIn}
      </Button>
      {busy ? <LongWait /> : null}
      <p className="text-12 text-fg-3">{messages.signIn.forgot}</p>
    </form>
  );
}
