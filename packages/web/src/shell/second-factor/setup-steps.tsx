import { type FormEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/http-error.ts';
import { keys } from '../../api/keys.ts';
import { useMe } from '../../api/me.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages as providerMessages } from '../providers/messages.ts';
import { ProviderButtons } from '../providers/provider-buttons.tsx';
import { CodeField } from './code-field.tsx';
import { messages } from './messages.ts';

type Begun = Awaited<ReturnType<typeof client.secondFactor.begin>>;

/** Sets up an authenticator app: password, key and first code, then the recovery codes. */
export function SetupSteps({ onDone }: { onDone: () => void }) {
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun) return <KeyStep begun={begun} onCodes={setCodes} />;
  return <PasswordStep onBegun={setBegun} />;
}

function PasswordStep({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const hasPassword = useMe().data?.hasPassword;
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const begin = useAct({
    act: client.secondFactor.begin,
    changes: [keys.audit],
    failure: null,
    onDone: onBegun,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password) begin.mutate({ password });
  };
  if (hasPassword === false)
    return (
      <div className="flex flex-col items-start gap-4">
        {begin.error ? (
          <>
            <p role="alert">{providerMessages.noPassword}</p>
            <ProviderButtons again />
          </>
        ) : (
          <Button variant="primary" busy={begin.isPending} onClick={() => begin.mutate({})}>
            {messages.begin}
          </Button>
        )}
      </div>
    );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
      <div className="w-full">
        <Field
          label={messages.password}
          required
          error={
            tried && !password
              ? messages.passwordMissing
              : begin.error
                ? describeError(begin.error)
                : undefined
          }
        >
          <Input
            type="password"
            name="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={({ target }) => {
              if (!begin.isPending) begin.reset();
              setPassword(target.value);
            }}
          />
        </Field>
      </div>
      <Button type="submit" variant="primary" busy={begin.isPending}>
        {messages.begin}
      </Button>
    </form>
  );
}

function KeyStep({ begun, onCodes }: { begun: Begun; onCodes: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const confirm = useAct({
    act: client.secondFactor.confirm,
    changes: [keys.sessions, keys.audit],
    failure: null,
    onDone: ({ recoveryCodes }) => {
      toast({ id: 'second-factor', title: messages.turnedOn, meaning: 'ok' });
      onCodes(recoveryCodes);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (code.trim()) confirm.mutate({ code });
  };
  const missing = tried && !code.trim() ? messages.codeMissing : undefined;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
      <p className="text-fg-2">{messages.scan}</p>
      <div className="flex w-full items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={messages.key} required>
            <Input
              readOnly
              value={begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}
              className="font-mono text-12!"
              onFocus={({ target }) => target.select()}
            />
          </Field>
        </div>
        <CopyButton text={begun.secret} label={messages.copyKey} />
      </div>
      <a className="text-primary-text underline" href={begun.uri}>
        {messages.openApp}
      </a>
      <div className="w-full">
        <CodeField
          label={messages.firstCode}
          hint={messages.firstCodeHint}
          value={code}
          onChange={(next) => {
            if (!confirm.isPending) confirm.reset();
            setCode(next);
          }}
          error={missing ?? (confirm.error ? describeError(confirm.error) : undefined)}
        />
      </div>
      <Button type="submit" variant="primary" busy={confirm.isPending}>
        {messages.turnOn}
      </Button>
    </form>
  );
}

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <section aria-label={messages.codesTitle} className="flex flex-col items-start gap-4">
      <div>
        <p className="font-medium">{messages.codesTitle}</p>
        <p className="text-fg-2">{messages.codesText}</p>
      </div>
      <ul className="grid w-full grid-cols-2 gap-x-4 gap-y-1 rounded-md bg-sunken p-3 font-mono text-13">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" autoFocus onClick={onDone}>
          {messages.codesKept}
        </Button>
        <CopyButton text={codes.join('\n')} label={messages.copyCodes} size="md" />
      </div>
    </section>
  );
}
