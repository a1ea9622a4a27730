import { type FormEvent, useEffect, useRef, useState } from 'react';
import { describeError, HttpError } from '../api/http-error.ts';
import { useAuth } from '../api/session/use-auth.ts';
import { currencyOptions } from '../base/format-money.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/fields/field.tsx';
import { focusFault } from '../ui/fields/focus-fault.ts';
import { Input } from '../ui/fields/input.tsx';
import { Select } from '../ui/fields/select.tsx';
import { TimeZoneField } from '../ui/fields/time-zone-field.tsx';
import { messages } from './messages.ts';

const fields = [
  {
    name: 'code',
    label: messages.setup.code,
    hint: messages.setup.codeHint,
    autoComplete: 'off',
  },
  {
    name: 'workspace',
    label: messages.setup.workspace,
    hint: messages.setup.workspaceHint,
    autoComplete: 'organization',
  },
  { name: 'currency', label: messages.setup.currency, hint: undefined, autoComplete: 'off' },
  {
    name: 'timeZone',
    label: messages.setup.timeZone,
    hint: messages.setup.timeZoneHint,
    autoComplete: 'off',
  },
  { name: 'displayName', label: messages.setup.name, hint: undefined, autoComplete: 'name' },
  { name: 'username', label: messages.setup.username, hint: undefined, autoComplete: 'username' },
  {
    name: 'password',
    label: messages.setup.password,
    hint: messages.setup.passwordHint,
    autoComplete: 'new-password',
  },
] as const;

type Typed = Record<(typeof fields)[number]['name'], string>;

const nothingTyped: Typed = {
  code: '',
  workspace: '',
  currency: 'USD',
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  displayName: '',
  username: '',
  password: '',
};

/** Creates the first workspace and its administrator, and signs them in. */
export function SetupForm({ onClosed }: { onClosed: () => void }) {
  const { setUp } = useAuth();
  const [typed, setTyped] = useState(nothingTyped);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  const issues = failure instanceof HttpError ? failure.issues : [];
  const errorOf = ({ name, label }: (typeof fields)[number]) =>
    tried && !typed[name].trim()
      ? messages.setup.enter(label)
      : issues.find(({ path }) => path === name)?.message;
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt focuses the first faulty field
  useEffect(() => {
    if (tried) focusFault(form.current);
  }, [attempt, failure]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setAttempt((before) => before + 1);
    setFailure(null);
    if (busy || fields.some(({ name }) => !typed[name].trim())) return;
    setBusy(true);
    try {
      await setUp(typed);
    } catch (error) {
      setFailure(error);
      // another person has created the workspace
      if (error instanceof HttpError && error.code === 'CONFLICT') onClosed();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {fields.map((field) =>
        field.name === 'timeZone' ? (
          <TimeZoneField
            key={field.name}
            label={field.label}
            hint={field.hint}
            error={errorOf(field)}
            value={typed.timeZone}
            onChange={(timeZone) => setTyped({ ...typed, timeZone })}
          />
        ) : (
          <Field key={field.name} label={field.label} hint={field.hint} required error={errorOf(field)}>
            {field.name === 'currency' ? (
              <Select
                controlSize="lg"
                value={typed.currency}
                onValueChange={(currency) => setTyped({ ...typed, currency })}
                options={currencyOptions()}
              />
            ) : (
              <Input
                controlSize="lg"
                type={field.name === 'password' ? 'password' : 'text'}
                name={field.name}
                autoComplete={field.autoComplete}
                autoCapitalize={field.name === 'username' ? 'none' : undefined}
                spellCheck={false}
                autoFocus={field.name === 'code'}
                value={typed[field.name]}
                onChange={(event) => setTyped({ ...typed, [field.name]: event.target.value })}
              />
            )}
          </Field>
        ),
      )}
      {failure !== null && issues.length === 0 ? (
        <p role="alert" className="text-bad-text">
          {describeError(failure)}
        </p>
      ) : null}
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={messages.setup.busy}>
        {messages.setup.create}
      </Button>
    </form>
  );
}
