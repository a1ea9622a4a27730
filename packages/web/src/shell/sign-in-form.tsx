import { type FormEvent, useState } from 'react';
import { useAuth } from '../api/session/use-auth.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { Input } from '../ui/fields/input.tsx';
import { LongWait } from './faults/long-wait.tsx';

/** Username, password, Sign In. Both are required; nothing is sent before both are there. */
export function SignInForm({ username: known = '', autoFocus }: { username?: string; autoFocus?: boolean }) {
  const { login } = useAuth();
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!username.trim() || !password || busy) return;
    setBusy(true);
    const signedIn = await login(username.trim(), password);
    setBusy(false);
    if (!signedIn) setPassword('');
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Username" required error={tried && !username.trim() ? 'Enter your username' : undefined}>
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
        label="Password"
        required
        error={tried && !password && !busy ? 'Enter your password' : undefined}
      >
        <Input
          controlSize="lg"
          type="password"
          name="password"
          autoComplete="current-password"
          autoFocus={autoFocus && known !== ''}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel="Signing in">
        Sign In
      </Button>
      {busy ? <LongWait /> : null}
    </form>
  );
}
